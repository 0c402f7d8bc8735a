/** Passkeys of the account: those there are, with their names, and a new one on this device. */
import { passkeyDelete, passkeyList, passkeyRename } from '@agio/wire/account/passkeys.ts'
import { visible } from '@agio/wire/visible-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { refreshAccount } from '../../data/account/account.ts'
import { send } from '../../data/http-client.ts'
import { formatDate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { passkeysSupported, wasCancelled } from '../../proof/passkey-support.ts'
import { withProof } from '../../proof/proof-store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAction } from '../../ui/use-action.ts'

interface Passkey {
  readonly passkeyId: string
  readonly name: string
  readonly createTime: number
  readonly lastUseTime: number | null
}

const NAME_MAX = 32

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const t = useT()
  const { busy, refusal, run } = useAction('account')
  const [name, setName] = useState<string>()
  const rename = (event: FormEvent) => {
    event.preventDefault()
    const next = name?.trim() ?? ''
    if (visible(next) === '' || next === passkey.name) return setName(undefined)
    void run(async () => {
      await send(passkeyRename, { passkeyId: passkey.passkeyId, name: next })
      refreshAccount()
      setName(undefined)
    })
  }
  const remove = () =>
    void run(async () => {
      if ((await withProof(() => send(passkeyDelete, { passkeyId: passkey.passkeyId }))) === undefined) return
      refreshAccount()
      toast({ kind: 'success', title: t('account:passkeys.removed') })
    })
  const used =
    passkey.lastUseTime === null ? t('account:passkeys.unused') : t('account:passkeys.used', { day: formatDate(passkey.lastUseTime) })
  return (
    <li className="border-b border-grid py-3 last:border-0">
      <div className="flex items-center gap-3">
        <Icon as={Fingerprint} size={20} className="text-muted" />
        {name === undefined ? (
          <div className="min-w-0 flex-1">
            <p className="truncate text-base font-semibold">{passkey.name}</p>
            <p className="text-small text-muted">{`${t('account:passkeys.added', { day: formatDate(passkey.createTime) })} · ${used}`}</p>
          </div>
        ) : (
          <form onSubmit={rename} className="min-w-0 flex-1">
            <TextField
              label={t('account:passkeys.name')}
              height={40}
              maxLength={NAME_MAX}
              autoFocus
              value={name}
              onChange={(event) => setName(event.target.value)}
              onBlur={(event) => rename(event as unknown as FormEvent)}
            />
          </form>
        )}
        <IconButton label={t('account:passkeys.rename', { name: passkey.name })} onClick={() => setName(passkey.name)}>
          <Icon as={Pencil} size={16} />
        </IconButton>
        <IconButton label={t('account:passkeys.remove', { name: passkey.name })} aria-disabled={busy} onClick={remove}>
          <Icon as={Trash2} size={16} />
        </IconButton>
      </div>
      {refusal !== undefined && (
        <p role="alert" className="mt-1.5 text-small text-down-text">
          {refusal.text}
        </p>
      )}
    </li>
  )
}

/** A name that tells this device from others, as a first suggestion. */
function deviceName(): string {
  const system = /Android|iPhone|iPad|Windows|Mac OS|CrOS|Linux/.exec(navigator.userAgent)?.[0] ?? ''
  return system === 'Mac OS' ? 'Mac' : system
}

function NewPasskey() {
  const t = useT()
  const { busy, refusal, run, clear } = useAction('account')
  const [name, setName] = useState(deviceName)
  const [cancelled, setCancelled] = useState(false)
  if (!passkeysSupported()) return <p className="text-dense text-warning-text">{t('account:passkeys.unsupported')}</p>
  const add = (event: FormEvent) => {
    event.preventDefault()
    setCancelled(false)
    if (visible(name) === '') return
    void run(async () => {
      const { addPasskey } = await import('../../proof/passkey.ts')
      try {
        if ((await withProof(async () => addPasskey(name.trim()).then(() => true))) === undefined) return
      } catch (error) {
        if (wasCancelled(error)) return setCancelled(true)
        throw error
      }
      refreshAccount()
      toast({ kind: 'success', title: t('account:passkeys.saved') })
    })
  }
  const fault = cancelled ? t('auth:passkey.cancelled') : visible(name) === '' ? t('account:passkeys.needsName') : refusal?.text
  return (
    <form noValidate onSubmit={add} className="flex flex-col gap-4 border-t border-line pt-5">
      <TextField
        label={t('account:passkeys.nameNew')}
        name="passkeyName"
        autoComplete="off"
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          clear()
        }}
        {...(fault === undefined ? {} : { fault })}
      />
      <Button type="submit" look="primary" size={44} wide sending={busy}>
        {t('account:passkeys.add')}
      </Button>
    </form>
  )
}

export function PasskeysDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const list = useQuery({ queryKey: ['account', 'passkeys'], queryFn: () => send(passkeyList, {}) })
  return (
    <Dialog title={t('account:passkeys.title')} onClose={onClose} width={480} sheet>
      <p className="mb-4 text-dense text-muted">{t('account:passkeys.text')}</p>
      {list.isPending && <SkeletonRows rows={1} height={56} />}
      {list.isError && list.data === undefined && (
        <ErrorPanel title={t('account:passkeys.failed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data?.length === 0 && <p className="mb-5 text-base">{t('account:passkeys.none')}</p>}
      {list.data !== undefined && list.data.length > 0 && (
        <ul className="mb-5">
          {list.data.map((passkey) => (
            <PasskeyRow key={passkey.passkeyId} passkey={passkey} />
          ))}
        </ul>
      )}
      <NewPasskey />
    </Dialog>
  )
}
