/** Says plainly what will happen, then does it once. The safe way out stands first. */
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { Button, ButtonPair } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Note } from '../../user-centre/account-card.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly submit: string
  /** A box that has to be ticked first. */
  readonly understood?: string
  /** Answers undefined when the person turned back in a step of it. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

export function ConfirmDialog({ title, children, submit, understood, onConfirm, onClose }: ConfirmDialogProps) {
  const t = useT()
  const { busy, refusal, run } = useAction('account')
  const [ticked, setTicked] = useState(false)
  const [asked, setAsked] = useState(false)
  const confirm = () => {
    setAsked(true)
    if (understood === undefined || ticked) void run(onConfirm)
  }
  return (
    <Dialog title={title} onClose={onClose} sheet>
      <div className="flex flex-col gap-5">
        <Note icon={TriangleAlert} tone="warning">
          {children}
        </Note>
        {understood !== undefined && (
          <Checkbox
            checked={ticked}
            onChange={(event) => setTicked(event.target.checked)}
            {...(asked && !ticked ? { fault: t('account:tickFirst') } : {})}
          >
            {understood}
          </Checkbox>
        )}
        {refusal !== undefined && (
          <p role="alert" className="text-dense text-down-text">
            {refusal.text}
          </p>
        )}
        <ButtonPair>
          <Button size={44} onClick={onClose}>
            {t('account:cancel')}
          </Button>
          <Button size={44} look="remove" sending={busy} onClick={confirm}>
            {submit}
          </Button>
        </ButtonPair>
      </div>
    </Dialog>
  )
}
