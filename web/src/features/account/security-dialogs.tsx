/** The dialogs of the security centre, one at a time. */
import { accountFreeze, emailUnbind, phoneUnbind, totpRecoveryCodes, totpUnbind } from '@agio/wire/account/auth-factors.ts'
import { useState } from 'react'
import { type SecurityInfo, takeSecurity } from '../../data/account/account.ts'
import { send } from '../../data/http-client.ts'
import { endOwnSession, useCurrentUser } from '../../data/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import type { ProofMethod } from '../../proof/proof-model.ts'
import { prove, withProof } from '../../proof/proof-store.ts'
import { useNavigate } from '../../ui/navigation.tsx'
import { toast } from '../../ui/toast-store.ts'
import { AddressDialog } from './address-dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { PasskeysDialog } from './passkeys-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PhishingDialog } from './phishing-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { changeMethods, mayRemove } from './security-model.ts'
import { TotpDialog } from './totp-dialog.tsx'

export type OpenDialog =
  | 'google'
  | 'googleRemove'
  | 'recovery'
  | 'passkey'
  | 'email'
  | 'emailRemove'
  | 'phone'
  | 'phoneRemove'
  | 'password'
  | 'antiPhishing'
  | 'freeze'

interface DialogProps {
  readonly security: SecurityInfo
  readonly onClose: () => void
}

const UNBIND = { google: totpUnbind, email: emailUnbind, phone: phoneUnbind } as const

function RemoveDialog({ method, security, onClose }: DialogProps & { readonly method: ProofMethod }) {
  const t = useT()
  const last = !mayRemove(security, method)
  const remove = async () => {
    const next = await prove({
      methods: changeMethods(security),
      scene: 'CHANGE_FACTOR',
      call: (codes) => send(UNBIND[method], { codes }),
    })
    if (next === undefined) return
    takeSecurity(next)
    toast({ kind: 'success', title: t(`account:${method}.removed`) })
    onClose()
  }
  return (
    <ConfirmDialog title={t(`account:${method}.removeTitle`)} submit={t('account:remove')} onConfirm={remove} onClose={onClose}>
      <p>{t(last ? 'account:removeLast' : `account:${method}.removeText`)}</p>
      {!last && <p className="mt-1.5 font-semibold">{t('account:removeLock')}</p>}
    </ConfirmDialog>
  )
}

function NewCodesDialog({ security, onClose }: DialogProps) {
  const t = useT()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onClose} />
  const make = async () => {
    const made = await prove({
      methods: changeMethods(security),
      scene: 'CHANGE_FACTOR',
      call: (proof) => send(totpRecoveryCodes, { codes: proof }),
    })
    if (made === undefined) return
    const { recoveryCodes, ...facts } = made
    takeSecurity(facts)
    setCodes(recoveryCodes)
  }
  return (
    <ConfirmDialog title={t('account:recovery.newTitle')} submit={t('account:recovery.make')} onConfirm={make} onClose={onClose}>
      {t('account:recovery.newText')}
    </ConfirmDialog>
  )
}

function FreezeDialog({ onClose }: Pick<DialogProps, 'onClose'>) {
  const t = useT()
  const navigate = useNavigate()
  const freeze = async () => {
    if ((await withProof(() => endOwnSession(() => send(accountFreeze, {})))) === undefined) return
    toast({ kind: 'info', title: t('account:freeze.done') })
    navigate(paths.login)
  }
  return (
    <ConfirmDialog
      title={t('account:freeze.title')}
      submit={t('account:freeze.submit')}
      understood={t('account:freeze.understood')}
      onConfirm={freeze}
      onClose={onClose}
    >
      <p>{t('account:freeze.now')}</p>
      <ul className="mt-2 list-disc ps-5">
        {(['orders', 'sessions', 'login', 'lift'] as const).map((key) => (
          <li key={key}>{t(`account:freeze.${key}`)}</li>
        ))}
      </ul>
      <p className="mt-2">{t('account:freeze.stays')}</p>
    </ConfirmDialog>
  )
}

export function SecurityDialogs({ open, security, onClose }: DialogProps & { readonly open: OpenDialog | undefined }) {
  const account = useCurrentUser()?.registerAccount ?? ''
  const both = { security, onClose }
  if (open === 'google') return <TotpDialog {...both} />
  if (open === 'googleRemove') return <RemoveDialog method="google" {...both} />
  if (open === 'recovery') return <NewCodesDialog {...both} />
  if (open === 'passkey') return <PasskeysDialog onClose={onClose} />
  if (open === 'email' || open === 'phone') return <AddressDialog kind={open} {...both} />
  if (open === 'emailRemove') return <RemoveDialog method="email" {...both} />
  if (open === 'phoneRemove') return <RemoveDialog method="phone" {...both} />
  if (open === 'password') return <PasswordDialog account={account} {...both} />
  if (open === 'antiPhishing') return <PhishingDialog on={security.antiPhishing === 1} onClose={onClose} />
  return open === 'freeze' ? <FreezeDialog onClose={onClose} /> : null
}
