/** The one button that sends. Its label is the order as a sentence; when it is locked, the reason stands directly below. */
import { Info } from 'lucide-react'
import { useId } from 'react'
import { useLocation } from 'react-router'
import { useT } from '../../../i18n/i18n.ts'
import { loginPath } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { useDesk } from '../desk.ts'
import { type TicketWork, useSentence } from './use-ticket.ts'

export function SubmitButton({ work }: { readonly work: TicketWork }) {
  const t = useT()
  const { draft, loggedIn } = useDesk()
  const sentence = useSentence(work.ticket, work.context)
  const here = useLocation()
  const reasonId = useId()
  if (!loggedIn) {
    return (
      <ButtonLink look="primary" size={44} wide to={loginPath(here.pathname + here.search)}>
        {t('terminal:ticket.logIn')}
      </ButtonLink>
    )
  }
  const reason = work.lock ?? work.obstacleText
  return (
    <div>
      <Button
        type="submit"
        look={draft.side}
        size={44}
        wide
        sending={work.sending}
        aria-disabled={reason !== undefined || undefined}
        aria-describedby={reason === undefined ? undefined : reasonId}
        data-submit
        className="max-md:!h-13 max-md:text-[16px]"
      >
        <span className="min-w-0 truncate">{sentence}</span>
      </Button>
      <p id={reasonId} role="status" className="mt-1.5 flex min-h-4 items-start justify-center gap-1.5 text-small text-warning-text">
        {reason !== undefined && (
          <>
            <Icon as={Info} size={14} className="mt-px" />
            <span data-reason>{reason}</span>
          </>
        )}
      </p>
    </div>
  )
}
