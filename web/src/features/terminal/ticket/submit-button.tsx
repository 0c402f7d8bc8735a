/** The one button that sends. Its label is the order as a sentence; when it is locked, the reason stands directly below. */
import { useLocation } from 'react-router'
import { useT } from '../../../i18n/i18n.ts'
import { loginPath } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useDesk } from '../desk.ts'
import { type TicketWork, useSentence } from './use-ticket.ts'

export function SubmitButton({ work }: { readonly work: TicketWork }) {
  const t = useT()
  const { draft, loggedIn } = useDesk()
  const sentence = useSentence(work.ticket, work.context)
  const here = useLocation()
  if (!loggedIn) {
    return (
      <ButtonLink look="primary" size={44} wide to={loginPath(here.pathname + here.search)}>
        {t('terminal:ticket.logIn')}
      </ButtonLink>
    )
  }
  return (
    // The reason's line is always there, so that nothing below moves when it appears.
    <div className="min-h-[66px]" role="status" data-submit-area>
      <Button
        type="submit"
        look={draft.side}
        size={44}
        wide
        sending={work.sending}
        lockedBecause={work.lock ?? work.obstacleText}
        data-submit
        className="max-md:!h-13 max-md:text-[16px]"
      >
        <span className="min-w-0 truncate">{sentence}</span>
      </Button>
    </div>
  )
}
