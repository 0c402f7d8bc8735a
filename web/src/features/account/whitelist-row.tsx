/** Whether coins may leave to listed addresses alone. Turning it on needs codes; turning it off also pauses withdrawals, and says so first. */
import { whitelistSwitch } from '@agio/wire/wallet/address-book.ts'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { type SecurityInfo, takeSecurity } from '../../data/account/account.ts'
import { send } from '../../data/http-client.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { prove } from '../../proof/proof-store.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Switch } from '../../ui/choice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAction } from '../../ui/use-action.ts'
import { Row } from '../../user-centre/account-card.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { changeMethods } from './security-model.ts'

const ON = 1
const OFF = 2

export function WhitelistRow({ security }: { readonly security: SecurityInfo }) {
  const t = useT()
  const { busy, refusal, run } = useAction('account')
  const [closing, setClosing] = useState(false)
  const on = security.whitelistStatus === ON
  const turn = async (whitelistStatus: typeof ON | typeof OFF) => {
    const next = await prove({
      methods: changeMethods(security),
      scene: 'STEP_UP',
      call: (codes) => send(whitelistSwitch, { whitelistStatus, codes }),
    })
    if (next === undefined) return
    takeSecurity(next)
    setClosing(false)
    toast({ kind: 'success', title: t('account:saved') })
  }
  return (
    <Row
      icon={ListChecks}
      title={t('account:whitelist')}
      text={
        <>
          <span>{t(on ? 'account:whitelist.on' : 'account:whitelist.off')}</span>
          {refusal !== undefined && <span className="block text-down-text">{refusal.text}</span>}
        </>
      }
    >
      <ButtonLink size={28} look="quiet" to={paths.addressBook}>
        {t('account:whitelist.book')}
      </ButtonLink>
      <Switch
        checked={on}
        disabled={busy}
        onChange={() => (on ? setClosing(true) : void run(() => turn(ON)))}
        aria-label={t('account:whitelist')}
        data-whitelist-switch
      />
      {closing && (
        <ConfirmDialog
          title={t('account:whitelist.close.title')}
          submit={t('account:whitelist.close.go')}
          onConfirm={() => turn(OFF)}
          onClose={() => setClosing(false)}
        >
          {t('account:whitelist.close.text')}
        </ConfirmDialog>
      )}
    </Row>
  )
}
