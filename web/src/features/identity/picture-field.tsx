/** One picture of a verification: from a file or from the camera, looked at, sent, shown. */
import { Camera, CheckCircle2, CircleAlert, Image as ImageIcon, LoaderCircle, RotateCw, Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { uploadDocument } from '../../data/account/pictures.ts'
import { CallError } from '../../data/call-error.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icons.tsx'
import { CameraFrame } from './camera-frame.tsx'
import type { Picture } from './identity-model.ts'
import { lookAt, type Quality } from './picture-quality.ts'

interface PictureFieldProps {
  readonly title: string
  readonly text: string
  /** Which way the camera looks first. */
  readonly facing: 'environment' | 'user'
  readonly picture: Picture | undefined
  readonly fault?: string | undefined
  readonly onPicture: (picture: Picture | undefined) => void
}

async function qualityOfFile(file: Blob): Promise<Quality | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (bitmap === undefined) return undefined
  const quality = lookAt(bitmap, bitmap.width, bitmap.height)
  bitmap.close()
  return quality
}

/** Sends the picture; the address of its copy in this browser lasts as long as the page. */
function useSending(onPicture: PictureFieldProps['onPicture']) {
  const t = useT()
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [quality, setQuality] = useState<Quality>()
  const sendPicture = async (file: Blob): Promise<void> => {
    setSending(true)
    setFailure(undefined)
    try {
      setQuality(await qualityOfFile(file))
      onPicture({ key: await uploadDocument(file), url: URL.createObjectURL(file) })
    } catch (error) {
      onPicture(undefined)
      setFailure(error instanceof CallError ? error.message : t('identity:picture.notSent'))
    } finally {
      setSending(false)
    }
  }
  return { sending, failure, quality, sendPicture }
}

export function PictureField({ title, text, facing, picture, fault, onPicture }: PictureFieldProps) {
  const t = useT()
  const [mode, setMode] = useState<'upload' | 'camera'>('upload')
  const { sending, failure, quality, sendPicture } = useSending(onPicture)
  const shown = failure ?? fault
  return (
    <section aria-label={title}>
      <h3 className="text-strong">{title}</h3>
      <p className="mt-1 text-dense text-muted">{text}</p>
      {picture === undefined && !sending && (
        <div className="my-3 max-w-75">
          <Segmented
            label={t('identity:picture.way')}
            value={mode}
            onChange={setMode}
            options={[
              { value: 'upload', label: <WayLabel icon={Upload} text={t('identity:picture.upload')} /> },
              { value: 'camera', label: <WayLabel icon={Camera} text={t('identity:picture.camera')} /> },
            ]}
          />
        </div>
      )}
      {sending && <Sending />}
      {!sending && picture !== undefined && (
        <Preview title={title} picture={picture} quality={quality} onAgain={() => onPicture(undefined)} />
      )}
      {!sending && picture === undefined && mode === 'upload' && <DropZone title={title} onFile={(file) => void sendPicture(file)} />}
      {!sending && picture === undefined && mode === 'camera' && (
        <CameraFrame facing={facing} onPicture={(file) => void sendPicture(file)} />
      )}
      <div aria-live="polite">
        {shown !== undefined && (
          <p className="mt-2 flex items-start gap-1.5 text-small text-down-text">
            <Icon as={CircleAlert} size={14} className="mt-px" />
            <span>{shown}</span>
          </p>
        )}
      </div>
    </section>
  )
}

function WayLabel({ icon, text }: { readonly icon: typeof Upload; readonly text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Icon as={icon} size={16} />
      <span>{text}</span>
    </span>
  )
}

function Sending() {
  const t = useT()
  return (
    <div
      role="status"
      className="mt-3 flex h-75 items-center justify-center gap-2 rounded-card border border-line2 bg-field text-dense text-muted"
    >
      <LoaderCircle size={16} aria-hidden className="animate-spin motion-reduce:animate-none" />
      {t('identity:picture.sending')}
    </div>
  )
}

function DropZone({ title, onFile }: { readonly title: string; readonly onFile: (file: File) => void }) {
  const t = useT()
  const id = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined) onFile(file)
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex h-75 cursor-pointer flex-col items-center justify-center gap-3 rounded-card border border-dashed bg-field px-6 text-center has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-fg ${over ? 'border-fg' : 'border-ctl hover:border-fg'}`}
    >
      <span className="flex size-11 items-center justify-center rounded-card border border-line2 bg-panel">
        <Icon as={ImageIcon} size={18} />
      </span>
      <span className="text-base font-semibold">{t('identity:picture.choose')}</span>
      <span className="text-small text-muted">{t('identity:picture.kinds')}</span>
      <input
        id={id}
        type="file"
        aria-label={`${title}: ${t('identity:picture.choose')}`}
        accept="image/png,image/jpeg,image/webp"
        className="absolute size-px opacity-0"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file !== undefined) onFile(file)
          event.target.value = ''
        }}
      />
    </label>
  )
}

interface PreviewProps {
  readonly title: string
  readonly picture: Picture
  readonly quality: Quality | undefined
  readonly onAgain: () => void
}

function Preview({ title, picture, quality, onAgain }: PreviewProps) {
  const t = useT()
  const doubt = quality !== undefined && quality !== 'good'
  return (
    <div className="mt-3">
      <div className="flex h-75 items-center justify-center overflow-hidden rounded-card bg-[#15181d]">
        <img src={picture.url} alt={title} className="max-h-full max-w-full object-contain" />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className={`flex items-start gap-1.5 text-dense ${doubt ? 'text-warning-text' : 'text-up-text'}`}>
          <Icon as={doubt ? CircleAlert : CheckCircle2} size={16} className="mt-px" />
          <span>{doubt ? t(`identity:doubt.${quality}`) : t('identity:picture.sent')}</span>
        </p>
        <Button size={36} onClick={onAgain}>
          <Icon as={RotateCw} size={16} />
          {t('identity:picture.again')}
        </Button>
      </div>
    </div>
  )
}
