/** The two lists of the security centre: ways to prove it is you, and the account itself. */
import { secondFactorLoginMode, secondFactorSwitch } from '@agio/wire/account/auth-factors.ts'
import { Fingerprint, KeyRound, Lock, type LucideIcon, Mail, MessageSquareLock, Phone, Smartphone, Snowflake } from 'lucide-react'
import { type SecurityInfo, takeSecurity } from '../../data/account/account.ts'
import { send } from '../../data/http-client.ts'
import { formatDate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { prove } from '../../proof/proof-store.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Switch } from '../../ui/choice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAction } from '../../ui/use-action.ts'
import { Card, Row } from '../../user-centre/account-card.tsx'
import type { OpenDialog } from './security-dialogs.tsx'
import { changeMethods, mayRemove } from './security-model.ts'
import { WhitelistRow } from './whitelist-row.tsx'

interface CardsProps {
  readonly security: SecurityInfo
  readonly onOpen: (dialog: OpenDialog) => void
}

function AuthenticatorRow({ security, onOpen }: CardsProps) {
  const t = useT()
  if (security.googleBound === 0) {
    return (
      <Row icon={Smartphone} title={t('account:google')} chip={<Chip>{t('account:state.none')}</Chip>} text={t('account:google.none')}>
        <Button size={28} onClick={() => onOpen('google')} aria-label={`${t('account:add')}: ${t('account:google')}`}>
          {t('account:add')}
        </Button>
      </Row>
    )
  }
  const left = security.recoveryCodesLeft ?? 0
  return (
    <Row
      icon={Smartphone}
      title={t('account:google')}
      chip={<Chip tone="up">{t('account:state.on')}</Chip>}
      text={t('account:google.left', { count: left })}
    >
      <Button size={28} onClick={() => onOpen('recovery')}>
        {t('account:google.newCodes')}
      </Button>
      <Button size={28} look="quiet" onClick={() => onOpen('googleRemove')} aria-label={`${t('account:remove')}: ${t('account:google')}`}>
        {t('account:remove')}
      </Button>
    </Row>
  )
}

interface AddressRowProps extends CardsProps {
  readonly kind: 'email' | 'phone'
  readonly icon: LucideIcon
}

/** E-mail or telephone: bound or not, asked for codes or not. */
function AddressRow({ kind, icon, security, onOpen }: AddressRowProps) {
  const t = useT()
  const { busy, run, refusal } = useAction('account')
  const bound = (kind === 'email' ? security.emailBound : security.phoneBound) === 1
  const on = (kind === 'email' ? security.emailStatus : security.phoneStatus) === 1
  const mask = (kind === 'email' ? security.emailMask : security.phoneMask) ?? ''
  if (!bound) {
    return (
      <Row icon={icon} title={t(`account:${kind}`)} chip={<Chip>{t('account:state.none')}</Chip>} text={t(`account:${kind}.none`)}>
        <Button size={28} onClick={() => onOpen(kind)} aria-label={`${t('account:add')}: ${t(`account:${kind}`)}`}>
          {t('account:add')}
        </Button>
      </Row>
    )
  }
  const turn = () =>
    void run(async () => {
      const next = await prove({
        methods: changeMethods(security),
        scene: 'CHANGE_FACTOR',
        call: (codes) => send(secondFactorSwitch, { method: kind, status: on ? 0 : 1, codes }),
      })
      if (next !== undefined) takeSecurity(next)
    })
  return (
    <Row
      icon={icon}
      title={t(`account:${kind}`)}
      chip={<Chip tone={on ? 'up' : 'neutral'}>{t(on ? 'account:state.verified' : 'account:state.off')}</Chip>}
      text={
        <>
          <bdi dir="ltr">{mask}</bdi>
          {!on && <span>{` · ${t('account:address.off')}`}</span>}
          {refusal !== undefined && <span className="block text-down-text">{refusal.text}</span>}
        </>
      }
    >
      <Button size={28} onClick={() => onOpen(kind)} aria-label={`${t('account:change')}: ${t(`account:${kind}`)}`}>
        {t('account:change')}
      </Button>
      {(!on || mayRemove(security, kind)) && (
        <Button
          size={28}
          look="quiet"
          sending={busy}
          onClick={turn}
          aria-label={`${t(on ? 'account:turnOff' : 'account:turnOn')}: ${t(`account:${kind}`)}`}
        >
          {t(on ? 'account:turnOff' : 'account:turnOn')}
        </Button>
      )}
      {mayRemove(security, kind) && (
        <Button
          size={28}
          look="quiet"
          onClick={() => onOpen(kind === 'email' ? 'emailRemove' : 'phoneRemove')}
          aria-label={`${t('account:remove')}: ${t(`account:${kind}`)}`}
        >
          {t('account:remove')}
        </Button>
      )}
    </Row>
  )
}

export function MethodsCard({ security, onOpen }: CardsProps) {
  const t = useT()
  const { passkeyCount } = security
  return (
    <Card title={t('account:methods')}>
      <AuthenticatorRow security={security} onOpen={onOpen} />
      <Row
        icon={Fingerprint}
        title={t('account:passkeys')}
        chip={<Chip tone={passkeyCount > 0 ? 'up' : 'neutral'}>{passkeyCount > 0 ? passkeyCount : t('account:state.none')}</Chip>}
        text={t(passkeyCount > 0 ? 'account:passkeys.have' : 'account:passkeys.haveNone')}
      >
        <Button
          size={28}
          onClick={() => onOpen('passkey')}
          aria-label={`${t(passkeyCount > 0 ? 'account:manage' : 'account:add')}: ${t('account:passkeys')}`}
        >
          {t(passkeyCount > 0 ? 'account:manage' : 'account:add')}
        </Button>
      </Row>
      <AddressRow kind="email" icon={Mail} security={security} onOpen={onOpen} />
      <AddressRow kind="phone" icon={Phone} security={security} onOpen={onOpen} />
    </Card>
  )
}

/** Whether a login asks every method or the first one. */
function LoginModeRow({ security }: Pick<CardsProps, 'security'>) {
  const t = useT()
  const { busy, refusal, run } = useAction('account')
  const all = security.loginMode === 1
  const turn = () =>
    void run(async () => {
      const next = await prove({
        methods: changeMethods(security),
        scene: 'CHANGE_FACTOR',
        call: (codes) => send(secondFactorLoginMode, { loginMode: all ? 0 : 1, codes }),
      })
      if (next === undefined) return
      takeSecurity(next)
      toast({ kind: 'success', title: t('account:saved') })
    })
  return (
    <Row
      icon={KeyRound}
      title={t('account:loginMode')}
      text={
        <>
          <span>{t(all ? 'account:loginMode.all' : 'account:loginMode.first')}</span>
          {refusal !== undefined && <span className="block text-down-text">{refusal.text}</span>}
        </>
      }
    >
      <Switch checked={all} disabled={busy} onChange={turn} aria-label={t('account:loginMode')} />
    </Row>
  )
}

export function AccountCard({ security, phishing, onOpen }: CardsProps & { readonly phishing: string | null | undefined }) {
  const t = useT()
  const on = security.antiPhishing === 1
  const changed = security.passwordTime > 0 ? `${t('account:password.changed', { day: formatDate(security.passwordTime) })} ` : ''
  return (
    <Card title={t('account:account')}>
      <Row icon={Lock} title={t('account:password')} text={changed + t('account:password.text')}>
        <Button size={28} onClick={() => onOpen('password')} aria-label={`${t('account:change')}: ${t('account:password')}`}>
          {t('account:change')}
        </Button>
      </Row>
      <LoginModeRow security={security} />
      <WhitelistRow security={security} />
      <Row
        icon={MessageSquareLock}
        title={t('account:phishing')}
        chip={<Chip tone={on ? 'up' : 'neutral'}>{t(on ? 'account:state.on' : 'account:state.none')}</Chip>}
        text={
          <>
            {on && typeof phishing === 'string' && <bdi className="code">{`${phishing} · `}</bdi>}
            <span>{t(on ? 'account:phishing.on' : 'account:phishing.off')}</span>
          </>
        }
      >
        <Button
          size={28}
          onClick={() => onOpen('antiPhishing')}
          aria-label={`${t(on ? 'account:change' : 'account:add')}: ${t('account:phishing')}`}
        >
          {t(on ? 'account:change' : 'account:add')}
        </Button>
      </Row>
      <Row icon={Snowflake} title={t('account:freeze')} text={t('account:freeze.text')}>
        <Button size={28} look="remove" onClick={() => onOpen('freeze')}>
          {t('account:freeze.open')}
        </Button>
      </Row>
    </Card>
  )
}
