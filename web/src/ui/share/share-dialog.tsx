/** The card of a position, and the way to have it as a picture. What it shows stands still from the moment it was opened. */
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { serverNow } from '../../data/clock.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { saveBlob } from '../save-blob.ts'
import { svgPicture } from '../svg-picture.ts'
import { useAction } from '../use-action.ts'
import { type CardPosition, HEIGHT, PositionCard, WIDTH } from './position-card.tsx'

const SAVED_SCALE = 3

interface ShareDialogProps {
  readonly position: CardPosition
  readonly onClose: () => void
}

export function ShareDialog({ position, onClose }: ShareDialogProps) {
  const t = useT()
  const card = useRef<SVGSVGElement>(null)
  const [shown] = useState(() => ({ position, at: serverNow() }))
  const saving = useAction()
  const save = () =>
    saving.run(async () => {
      if (card.current === null) return
      saveBlob(await svgPicture(card.current, WIDTH * SAVED_SCALE, HEIGHT * SAVED_SCALE), `${position.symbol}.png`)
    })
  return (
    <Dialog title={t('perpetual:share.title')} onClose={onClose} width={440} sheet>
      <div className="flex flex-col items-center gap-4">
        <PositionCard ref={card} position={shown.position} at={shown.at} />
        <p className="text-small text-muted">{t('perpetual:share.text')}</p>
        <Button look="primary" wide sending={saving.busy} onClick={() => void save()} data-save-card>
          <Icon as={Download} size={16} />
          <span>{t('perpetual:share.save')}</span>
        </Button>
        <p role="alert" className="text-small text-down-text">
          {saving.refusal?.text}
        </p>
      </div>
    </Dialog>
  )
}
