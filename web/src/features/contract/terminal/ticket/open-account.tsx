/** In place of the ticket while the user has no contract account: what it is, and the one button that opens it. */
import { useConfigChanges } from '../../../../data/contract/contract-config.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { HelpLink } from '../../../../ui/help-link.tsx'
import { Link } from '../../../../ui/link.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { useAction } from '../../../../ui/use-action.ts'
import { useContractDesk } from '../desk.ts'

export function OpenAccount() {
  const t = useT()
  const { terms } = useContractDesk()
  const changes = useConfigChanges(terms.contractId)
  const action = useAction('change')
  const open = async () => {
    if (await action.run(() => changes.openAccount())) toast({ kind: 'success', title: t('contract:open.done') })
  }
  return (
    <section aria-label={t('contract:open.title')} className="flex flex-col gap-3 py-2" data-open-account>
      <h2 className="text-strong">{t('contract:open.title')}</h2>
      <p className="text-dense text-muted">{t('contract:open.text', { asset: terms.marginAsset })}</p>
      <ul className="flex list-disc flex-col gap-1.5 ps-4 text-dense text-muted">
        <li>{t('contract:open.apart')}</li>
        <li>{t('contract:open.risk')}</li>
        <li>{t('contract:open.once')}</li>
      </ul>
      <HelpLink article="contract-basics">{t('contract:help.basics')}</HelpLink>
      <Button look="primary" size={44} wide sending={action.busy} onClick={() => void open()} data-open-contract-account>
        {t('contract:open.button')}
      </Button>
      {action.refusal !== undefined && (
        <p role="alert" className="text-dense text-down-text">
          {action.refusal.text}{' '}
          {action.refusal.name === 'KYC_REQUIRED' && (
            <Link to={paths.identity} className="font-medium text-theme-text hover:underline">
              {t('terminal:toast.verify')}
            </Link>
          )}
        </p>
      )}
    </section>
  )
}
