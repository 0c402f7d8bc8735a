/** Where the account is open, and who has logged in or tried to. */
import { type SessionRow, sessionList, sessionRevoke, sessionRevokeOthers } from '@agio/wire/account/auth.ts'
import { useQuery } from '@tanstack/react-query'
import { Download, Laptop, LogIn, type LucideIcon, Smartphone, Tablet } from 'lucide-react'
import { useState } from 'react'
import { refreshAccount } from '../../data/account/account.ts'
import { loadAllLogins, useLogins } from '../../data/account/logins.ts'
import { send } from '../../data/http-client.ts'
import { saveFile } from '../../data/spot/csv.ts'
import { formatDay, formatTime, isolated } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoData } from '../../ui/states.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useAction } from '../../ui/use-action.ts'
import { Card, Row } from '../../user-centre/account-card.tsx'
import { AccountFrame } from '../../user-centre/account-frame.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { loginFile, type MachineKind, machineKind, machineName, placeName, shortAddress, sortedSessions } from './login-model.ts'
import { LoginTable } from './login-table.tsx'

const ICONS: Readonly<Record<MachineKind, LucideIcon>> = { computer: Laptop, phone: Smartphone, tablet: Tablet }

export function DevicesView() {
  const t = useT()
  const [ending, setEnding] = useState(false)
  const sessions = useQuery({ queryKey: ['account', 'sessions'], queryFn: () => send(sessionList, {}) })
  const others = sessions.data?.filter(({ current }) => current === 0).length ?? 0
  const endOthers = async () => {
    const { count } = await send(sessionRevokeOthers, {})
    refreshAccount()
    toast({ kind: 'success', title: t('account:devices.ended', { count }) })
    setEnding(false)
  }
  return (
    <AccountFrame
      title={t('account:devices.title')}
      text={t('account:devices.text')}
      actions={
        others > 0 && (
          <Button look="remove" onClick={() => setEnding(true)}>
            {t('account:devices.endOthers')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-6">
        <Card title={t('account:devices.open')}>
          {sessions.isPending && <SkeletonRows rows={2} height={72} />}
          {sessions.isError && sessions.data === undefined && (
            <ErrorPanel title={t('account:devices.failed')} error={sessions.error} onRetry={() => void sessions.refetch()} />
          )}
          {sortedSessions(sessions.data ?? []).map((session) => (
            <SessionItem key={session.sessionId} session={session} />
          ))}
        </Card>
        <History />
      </div>
      {ending && (
        <ConfirmDialog
          title={t('account:devices.endOthers')}
          submit={t('account:devices.endAll')}
          onConfirm={endOthers}
          onClose={() => setEnding(false)}
        >
          {t('account:devices.endOthersText', { count: others })}
        </ConfirmDialog>
      )}
    </AccountFrame>
  )
}

function SessionItem({ session }: { readonly session: SessionRow }) {
  const t = useT()
  const { busy, refusal, run } = useAction('account')
  const current = session.current === 1
  const end = () =>
    void run(async () => {
      await send(sessionRevoke, { sessionId: session.sessionId })
      refreshAccount()
      toast({ kind: 'success', title: t('account:devices.ended', { count: 1 }) })
    })
  const last = t('account:devices.last', { time: `${formatDay(session.lastTime)} ${isolated(formatTime(session.lastTime, false))}` })
  const facts = [placeName(session.region), current ? t('account:devices.now') : last].filter((fact) => fact !== '')
  const name = machineName(session) || t('account:login.unknown')
  return (
    <Row
      icon={ICONS[machineKind(session)]}
      title={name}
      {...(current ? { chip: <Chip tone="up">{t('account:devices.this')}</Chip> } : {})}
      text={
        <>
          <span>{facts.join(' · ')} ·</span> <bdi className="code">{shortAddress(session.ip)}</bdi>
          {refusal !== undefined && (
            <span role="alert" className="block text-down-text">
              {refusal.text}
            </span>
          )}
        </>
      }
    >
      {!current && (
        <Button size={28} sending={busy} onClick={end} aria-label={`${t('account:devices.end')}: ${name}`}>
          {t('account:devices.end')}
        </Button>
      )}
    </Row>
  )
}

const SPANS = ['7', '30', '90'] as const

function History() {
  const t = useT()
  const [span, setSpan] = useState<(typeof SPANS)[number]>('30')
  const history = useLogins(Number(span))
  const file = useAction()
  const { rows } = history
  return (
    <Card
      title={t('account:login.title')}
      end={
        <span className="flex items-center gap-2">
          <Select
            label={t('account:login.span')}
            hideLabel
            value={span}
            onChange={setSpan}
            options={SPANS.map((value) => ({ value, label: t('account:login.days', { count: Number(value) }) }))}
          />
          <Button
            aria-label={t('account:login.csv')}
            sending={file.busy}
            onClick={() => void file.run(async () => saveFile('logins.csv', loginFile(await loadAllLogins(Number(span)))))}
          >
            <Icon as={Download} size={16} />
            CSV
          </Button>
        </span>
      }
    >
      {file.refusal !== undefined && (
        <p role="alert" className="px-5 pt-3 text-dense text-down-text">
          {file.refusal.text}
        </p>
      )}
      {history.isPending && <SkeletonRows rows={4} />}
      {history.isError && history.data === undefined && (
        <ErrorPanel title={t('account:login.failed')} error={history.error} onRetry={() => void history.refetch()} />
      )}
      {history.data !== undefined && rows.length === 0 && <NoData icon={LogIn} title={t('account:login.none')} />}
      {rows.length > 0 && <LoginTable rows={rows} />}
      {history.hasNextPage && (
        <p className="border-t border-line p-3 text-center">
          <Button look="quiet" sending={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t('account:login.more')}
          </Button>
        </p>
      )}
    </Card>
  )
}
