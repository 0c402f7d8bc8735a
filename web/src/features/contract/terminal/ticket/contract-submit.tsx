/** The one button that sends. Its label is the order as a sentence; when it is locked, the reason stands directly below. */
import { useT } from '../../../../i18n/i18n.ts'
import { loginPath, paths } from '../../../../paths.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Link } from '../../../../ui/link.tsx'
import { useLocation } from '../../../../ui/navigation.tsx'
import { useContractDesk, useContractDraft } from '../desk.ts'
import type { ContractTicketWork } from './use-contract-ticket.ts'

interface SubmitProps {
  readonly work: ContractTicketWork
  /** Keys stand below the button while no reason needs their place. */
  readonly hints: boolean
}

export function ContractSubmit({ work, hints }: SubmitProps) {
  const t = useT()
  const { member } = useContractDesk()
  const draft = useContractDraft()
  const here = useLocation()
  const reason = work.lock ?? work.obstacleText
  if (!member) {
    return (
      <ButtonLink look="primary" size={44} wide to={loginPath(here.pathname + here.search)} data-log-in>
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
        <span className="min-w-0 max-md:leading-5 max-md:text-balance max-md:whitespace-normal md:truncate">{work.sentence}</span>
      </Button>
      {work.lock === undefined && work.obstacleText !== undefined && work.refusedAs === 'MARGIN_INSUFFICIENT' && (
        <p className="mt-1 text-center text-small">
          <Link to={paths.contractAssets} className="hit-area font-medium text-theme-text hover:underline">
            {t('contract:account.transfer')}
          </Link>
        </p>
      )}
      {reason === undefined && work.trimmed !== undefined && (
        <p className="mt-1 text-center text-small text-warning-text" data-trimmed>
          {work.trimmed}
        </p>
      )}
      {reason === undefined && work.trimmed === undefined && hints && <KeyHints />}
    </div>
  )
}

function KeyHints() {
  const t = useT()
  return (
    <p
      className="mt-2 flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-micro text-faint pointer-coarse:hidden"
      aria-hidden="true"
    >
      <span>
        <kbd className="rounded-chip border border-line2 px-1.5">B</kbd> <kbd className="rounded-chip border border-line2 px-1.5">S</kbd>
      </span>
      <span>{t('terminal:keys.hintShare')}</span>
      <span>{t('terminal:keys.hintTick')}</span>
      <span>{t('terminal:keys.hintReview')}</span>
    </p>
  )
}
