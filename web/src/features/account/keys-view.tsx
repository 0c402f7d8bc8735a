/** Keys of programs that trade or read for the account: what each may do, from where, until when. */
import { type ApiKeyRow, apiKeyDelete, apiKeyList, apiKeyUpdate } from '@agio/wire/account/api-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { Copy, Download, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { refreshAccount, useSecurity } from '../../data/account/account.ts'
import { send } from '../../data/http-client.ts'
import { formatDate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ProofMethod } from '../../proof/proof-model.ts'
import { prove, withProof } from '../../proof/proof-store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { copyText } from '../../ui/copy.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAction } from '../../ui/use-action.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { Card } from '../../user-centre/account-card.tsx'
import { AccountFrame } from '../../user-centre/account-frame.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { KeyForm } from './key-form.tsx'
import { PERMISSIONS } from './key-model.ts'
import { saveText } from './save-text.ts'
import { changeMethods } from './security-model.ts'

interface Made {
  readonly label: string
  readonly apiKey: string
  readonly secret: string
}

export function KeysView() {
  const t = useT()
  const [made, setMade] = useState<Made>()
  const [removing, setRemoving] = useState<ApiKeyRow>()
  const [editing, setEditing] = useState<ApiKeyRow>()
  const security = useSecurity().data
  const keys = useQuery({ queryKey: ['account', 'keys'], queryFn: () => send(apiKeyList, { pageNo: 1, pageSize: 20 }) })
  const rows = keys.data?.list ?? []
  const remove = async (key: ApiKeyRow) => {
    if ((await withProof(() => send(apiKeyDelete, { id: key.id }))) === undefined) return
    refreshAccount()
    toast({ kind: 'success', title: t('account:keys.removed', { name: key.label }) })
    setRemoving(undefined)
  }
  return (
    <AccountFrame title={t('account:keys.title')} text={t('account:keys.text')}>
      <div className="flex flex-col gap-6">
        {made !== undefined && <SecretBand made={made} onDone={() => setMade(undefined)} />}
        <Card title={t('account:keys.yours')} end={<span className="num text-small text-muted">{`${rows.length}/20`}</span>}>
          {keys.isPending && <SkeletonRows rows={2} height={72} />}
          {keys.isError && keys.data === undefined && (
            <ErrorPanel title={t('account:keys.failed')} error={keys.error} onRetry={() => void keys.refetch()} />
          )}
          {keys.data !== undefined && rows.length === 0 && (
            <NoData icon={KeyRound} title={t('account:keys.none')} text={t('account:keys.noneText')} />
          )}
          <ul>
            {rows.map((row) => (
              <KeyRow
                key={row.id}
                row={row}
                methods={security === undefined ? [] : changeMethods(security)}
                onEdit={() => setEditing(row)}
                onRemove={() => setRemoving(row)}
              />
            ))}
          </ul>
        </Card>
        {security !== undefined && <KeyForm security={security} onMade={setMade} />}
      </div>
      {editing !== undefined && security !== undefined && (
        <KeyDialog row={editing} security={security} onClose={() => setEditing(undefined)} />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={t('account:keys.removeTitle', { name: removing.label })}
          submit={t('account:remove')}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          {t('account:keys.removeText')}
        </ConfirmDialog>
      )}
    </AccountFrame>
  )
}

/** The secret, this one time. */
function SecretBand({ made, onDone }: { readonly made: Made; readonly onDone: () => void }) {
  const t = useT()
  // A key whose owner signs with an own private key has no secret here.
  const own = made.secret === ''
  const title = t(own ? 'account:keys.readyOwn' : 'account:keys.ready', { name: made.label })
  const file = `key=${made.apiKey}\n${own ? '' : `secret=${made.secret}\n`}`
  return (
    <section role="status" aria-label={title} className="rounded-card border border-line bg-up-tint p-5 max-md:p-4">
      <h2 className="flex items-center gap-3 text-base font-semibold">
        <Icon as={KeyRound} size={18} className="text-up-text" />
        <span>{title}</span>
      </h2>
      <dl className="mt-3 flex flex-col gap-3">
        {(
          [
            ['account:keys.key', made.apiKey],
            ['account:keys.secret', made.secret],
          ] as const
        )
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt className="mb-1 text-small font-medium">{t(name)}</dt>
              <dd className="flex min-h-11 items-center gap-2 rounded-control border border-line2 bg-panel ps-4 pe-2">
                <span className="secret min-w-0 flex-1 py-2 text-base font-semibold break-all">{value}</span>
                <IconButton label={`${t('ui:copy')}: ${t(name)}`} onClick={() => void copyText(value)}>
                  <Icon as={Copy} size={16} />
                </IconButton>
              </dd>
            </div>
          ))}
      </dl>
      <p className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => saveText(`api-key-${made.apiKey.slice(0, 12)}.txt`, file)}>
          <Icon as={Download} size={16} />
          {t('account:keys.save')}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t('account:keys.have')}
        </Button>
      </p>
    </section>
  )
}

/** The first and last characters: enough to tell keys apart. */
const shortKey = (key: string) => (key.length <= 16 ? key : `${key.slice(0, 10)}…${key.slice(-4)}`)

interface KeyRowProps {
  readonly row: ApiKeyRow
  /** Methods whose codes a new key takes. */
  readonly methods: readonly ProofMethod[]
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function KeyRow({ row, methods, onEdit, onRemove }: KeyRowProps) {
  const t = useT()
  const now = useMinute()
  const { busy, refusal, run } = useAction('account')
  const expired = row.expireTime !== null && row.expireTime <= now
  const open = row.status === 1
  // Opening a key is worth as much as making one.
  const turn = () =>
    void run(async () => {
      const done = open
        ? await withProof(() => send(apiKeyUpdate, { id: row.id, status: 2 }))
        : await prove({ methods, scene: 'API_KEY', call: (codes) => send(apiKeyUpdate, { id: row.id, status: 1, codes }) })
      if (done !== undefined) refreshAccount()
    })
  const facts = [
    row.ipList.length === 0 ? t('account:keys.anywhere') : t('account:keys.from', { count: row.ipList.length }),
    row.expireTime === null
      ? t('account:keys.never')
      : t(expired ? 'account:keys.expired' : 'account:keys.until', { day: formatDate(row.expireTime) }),
    row.lastUseTime === null ? t('account:keys.unused') : t('account:keys.used', { day: formatDate(row.lastUseTime) }),
  ]
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-x-6 gap-y-2 border-b border-grid px-5 py-3 last:border-0 max-md:px-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 text-base font-semibold">
          <bdi className={open && !expired ? '' : 'text-muted'}>{row.label}</bdi>
          {PERMISSIONS.filter((one) => row.permissions[one] === 1).map((one) => (
            <Chip key={one} tone={one === 'withdraw' ? 'warning' : 'neutral'}>
              {t(`account:keys.may.${one}.short`)}
            </Chip>
          ))}
          {row.algorithm === 'ED25519' && <Chip>Ed25519</Chip>}
          {!open && <Chip tone="down">{t('account:keys.closed')}</Chip>}
          {expired && <Chip tone="down">{t('account:keys.over')}</Chip>}
        </p>
        <p className="text-dense text-muted">
          <bdi className="code">{shortKey(row.apiKey)}</bdi> <span>· {facts.join(' · ')}</span>
        </p>
        {refusal !== undefined && (
          <p role="alert" className="text-small text-down-text">
            {refusal.text}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button
          size={28}
          look="quiet"
          sending={busy}
          onClick={turn}
          aria-label={`${t(open ? 'account:turnOff' : 'account:turnOn')}: ${row.label}`}
        >
          {t(open ? 'account:turnOff' : 'account:turnOn')}
        </Button>
        <Button size={28} onClick={onEdit} aria-label={`${t('account:keys.edit')}: ${row.label}`}>
          {t('account:keys.edit')}
        </Button>
        <Button size={28} onClick={onRemove} aria-label={`${t('account:remove')}: ${row.label}`}>
          {t('account:remove')}
        </Button>
      </div>
    </li>
  )
}
