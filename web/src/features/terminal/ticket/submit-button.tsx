/** The one button that sends. Its label is the order as a sentence; when it is locked, the reason stands directly below. */
import type { ReactNode } from 'react'
import { useT } from '../../../i18n/i18n.ts'
import { loginPath, paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { useLocation } from '../../../ui/navigation.tsx'
import { useDesk, useDraft } from '../desk.ts'
import { type TicketWork, useSentence } from './use-ticket.ts'

interface SubmitButtonProps {
  readonly work: TicketWork
  /** Stand below the button while no reason needs their place. */
  readonly hints: ReactNode
}

export function SubmitButton({ work, hints }: SubmitButtonProps) {
  const t = useT()
  const { loggedIn } = useDesk()
  const draft = useDraft()
  const sentence = useSentence(work.ticket, work.context, work.secret)
  const here = useLocation()
  const reason = work.lock ?? work.obstacleText
  if (!loggedIn) {
    return (
      <ButtonLink look="primary" size={44} wide to={loginPath(here.pathname + here.search)}>
        {t('terminal:ticket.logIn')}
      </ButtonLink>
    )
  }
  return (
    // Two lines for the reason are always there, so that nothing below moves when it appears. Where a zoomed page has few lines, the area
    // would lie over the field in use.
    <div
      className="min-h-[82px] max-md:[@media(min-height:440px)]:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-4 max-md:bg-panel max-md:px-4 max-md:pt-1"
      role="status"
      data-submit-area
    >
      <Button
        type="submit"
        look={draft.side}
        size={44}
        wide
        sending={work.sending}
        lockedBecause={reason}
        data-submit
        className="max-md:!h-13 max-md:text-[16px]"
      >
        <span className="min-w-0 max-md:leading-5 max-md:text-balance max-md:whitespace-normal md:truncate">{sentence}</span>
      </Button>
      {work.lock === undefined && work.obstacle?.key === 'balance' && (
        <p className="mt-1 text-center text-small">
          <Link to={paths.spotAssets} className="hit-area font-medium text-theme-text hover:underline">
            {t('terminal:ticket.topUp')}
          </Link>
        </p>
      )}
      {reason === undefined && hints}
    </div>
  )
}
