/** The camera's picture with corner guides and advice, and the button that takes it. */
import { RefreshCw } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useCamera } from './use-camera.ts'

interface CameraFrameProps {
  readonly facing: 'environment' | 'user'
  readonly onPicture: (picture: Blob) => void
}

const CORNERS = [
  'top-5 start-8 border-t-3 border-s-3 rounded-ss-chip',
  'top-5 end-8 border-t-3 border-e-3 rounded-se-chip',
  'bottom-5 start-8 border-b-3 border-s-3 rounded-es-chip',
  'bottom-5 end-8 border-b-3 border-e-3 rounded-ee-chip',
] as const

export function CameraFrame({ facing, onPicture }: CameraFrameProps) {
  const t = useT()
  const { video, state, quality, flip, take } = useCamera(facing)
  const good = quality === 'good'
  const advice = state === 'on' ? t(`identity:quality.${quality ?? 'looking'}`) : t(`identity:camera.${state}`)
  return (
    <div>
      <div className="relative h-75 overflow-hidden rounded-card bg-[#15181d]">
        <video ref={video} muted playsInline aria-label={t('identity:camera.picture')} className="size-full object-cover" />
        {state === 'on' &&
          CORNERS.map((corner) => (
            <span key={corner} aria-hidden="true" className={`absolute size-8 ${corner} ${good ? 'border-up' : 'border-white'}`} />
          ))}
        <p
          role="status"
          className={`absolute inset-x-0 mx-auto w-fit max-w-[90%] rounded-control bg-black/75 px-3 py-1 text-center text-dense text-white ${state === 'on' ? 'bottom-3' : 'top-1/2 -translate-y-1/2'}`}
        >
          {advice}
        </p>
      </div>
      {state === 'on' && (
        <div className="mt-4 grid grid-cols-[1fr_auto_1fr] items-center gap-4">
          <span />
          <button
            type="button"
            aria-label={t('identity:camera.take')}
            onClick={() => void take().then((picture) => picture !== undefined && onPicture(picture))}
            className="size-14 rounded-full border-4 border-fg bg-theme ring-2 ring-inset ring-panel active:scale-95 motion-reduce:active:scale-100"
          />
          <span>
            <Button onClick={flip}>
              <Icon as={RefreshCw} size={16} />
              {t('identity:camera.flip')}
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}
