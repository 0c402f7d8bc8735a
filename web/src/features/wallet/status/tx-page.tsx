/** One deposit or withdrawal on a page of its own: where it stands, every state with its time and reason, and what can still be done. */
import { WALLET_STATUSES, type WalletTxDetail } from '@agio/wire/wallet/types.ts'
import { undoWithdraw } from '@agio/wire/wallet/wallet.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Bell, CloudOff, Info, Printer, SearchX, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallError } from '../../../data/call-error.ts'
import { serverTimeOf } from '../../../data/clock.ts'
import { send } from '../../../data/http-client.ts'
import { SPOT_QUERIES, spotChanged } from '../../../data/spot/spot-changes.ts'
import { useNetworks } from '../../../data/wallet/networks.ts'
import { isMoving, type TxKind, useWalletTx } from '../../../data/wallet/transactions.ts'
import { formatDayTime, formatNumber, formatTime, isolated, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { NumberText } from '../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { NoData } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'
import { Note } from '../../../user-centre/account-card.tsx'
import { kindOf, shareDone, stateOf, timelineOf } from '../model/tx-model.ts'
import { AddressGroups } from '../parts/address-groups.tsx'
import { Fact } from '../parts/fact.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { StateChip } from '../parts/state-chip.tsx'
import { TxLink } from '../parts/tx-link.tsx'
import { Ring } from './ring.tsx'
import { Timeline } from './timeline.tsx'

const homeOf = (kind: TxKind): string => (kind === 'deposit' ? paths.deposit : paths.withdraw)

interface TxPageProps {
  readonly id: string
  readonly kind: TxKind
  /** What a withdrawal that waits for its codes shows in the place of its course. */
  readonly codes?: (tx: WalletTxDetail) => ReactNode
}

export function TxPage({ id, kind, codes }: TxPageProps) {
  const t = useT()
  const query = useWalletTx(id)
  const tx = query.data
  if (tx !== undefined && kindOf(tx) === kind)
    return <Shown tx={tx} staleSince={query.isError ? query.dataUpdatedAt : undefined} codes={codes?.(tx)} />
  const absent = tx !== undefined || (query.error instanceof CallError && query.error.errorName === 'WITHDRAW_NOT_FOUND')
  return (
    <div className="page-column pb-16">
      <PageHead title={t(`wallet:one.${kind}`, { id: isolated(id) })} back={{ to: homeOf(kind), text: t(`wallet:${kind}.title`) }} />
      <div className="card">
        {absent ? (
          <NoData
            icon={SearchX}
            size="page"
            title={t('wallet:absent.title')}
            text={t('wallet:absent.text')}
            link={{ to: homeOf(kind), label: t(`wallet:${kind}.title`) }}
          />
        ) : query.isError ? (
          <ErrorPanel title={t('wallet:one.failed')} error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={5} height={60} />
        )}
      </div>
    </div>
  )
}

interface ShownProps {
  readonly tx: WalletTxDetail
  /** When it was last read, page time, where the last try failed. */
  readonly staleSince: number | undefined
  readonly codes: ReactNode
}

function Shown({ tx, staleSince, codes }: ShownProps) {
  const t = useT()
  const kind = kindOf(tx)
  const amount = withUnit(formatNumber(tx.amount), tx.coinName)
  return (
    <div className="page-column pb-16" data-tx-page={tx.id} data-status={tx.status}>
      <PageHead
        back={{ to: homeOf(kind), text: t(`wallet:${kind}.title`) }}
        title={t(`wallet:one.${kind}`, { id: isolated(tx.id) })}
        text={t(`wallet:one.text.${kind}`, { amount, time: isolated(formatDayTime(tx.createTime)) })}
        actions={
          <span className="flex flex-wrap gap-2 print:hidden">
            <Button onClick={() => window.print()}>
              <Icon as={Printer} size={16} />
              <span>{t('wallet:print')}</span>
            </Button>
            <ButtonLink to={`${homeOf(kind)}?coin=${encodeURIComponent(tx.coinName)}`}>{t(`wallet:new.${kind}`)}</ButtonLink>
          </span>
        }
      />
      {staleSince !== undefined && (
        <div className="mb-4" data-stale>
          <Note icon={CloudOff} tone="warning">
            {t('wallet:stale', { time: isolated(formatTime(serverTimeOf(staleSince), false)) })}
          </Note>
        </div>
      )}
      <div className="grid items-start gap-6 max-md:gap-3 lg:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_384px]">
        <div className="flex min-w-0 flex-col gap-6 max-md:gap-3">
          {tx.status === WALLET_STATUSES.CREATED && codes}
          <Course tx={tx} />
        </div>
        <aside className="flex min-w-0 flex-col gap-6 max-md:gap-3">
          <Facts tx={tx} />
          {isMoving(tx) && (
            <Note icon={Bell}>
              <span>{t('wallet:mayLeave')}</span>
            </Note>
          )}
        </aside>
      </div>
    </div>
  )
}

function Course({ tx }: { readonly tx: WalletTxDetail }) {
  const t = useT()
  const steps = timelineOf(tx)
  const state = stateOf(tx.status)
  const kind = kindOf(tx)
  return (
    <section aria-label={t('wallet:course')} className="card p-7 max-md:p-4">
      <div className="flex flex-wrap items-center justify-between gap-4 border-b border-line pb-5">
        <div className="flex items-center gap-4">
          <Ring share={shareDone(steps)} kind={kind} status={tx.status} />
          <div>
            <p className="text-small text-muted">
              {t(
                tx.status === WALLET_STATUSES.COMPLETED || tx.status === WALLET_STATUSES.UNLOCKED
                  ? 'wallet:arrived'
                  : kind === 'deposit'
                    ? 'wallet:arriving'
                    : 'wallet:arrives',
              )}
            </p>
            <p className="text-title">
              <NumberText value={tx.arrivedAmount} unit={tx.coinName} />
            </p>
          </div>
        </div>
        <div className="text-end max-sm:text-start">
          <span role="status">
            <StateChip tx={tx} />
          </span>
          {isMoving(tx) && tx.expectTime !== null && (
            <p className="mt-1 text-small text-muted">{t('wallet:expected', { time: isolated(formatTime(tx.expectTime, false)) })}</p>
          )}
        </div>
      </div>
      {state !== undefined && !isMoving(tx) && (
        <div className="pt-5">
          <Note icon={Info}>
            <span>{t(`wallet:why.${state}`)}</span>
          </Note>
        </div>
      )}
      <Timeline tx={tx} steps={steps} />
      {tx.canUndo === 1 && <Undo tx={tx} />}
    </section>
  )
}

/** The way back, as long as it is open. Pressed twice it does the same thing once. */
function Undo({ tx }: { readonly tx: WalletTxDetail }) {
  const t = useT()
  const client = useQueryClient()
  const action = useAction('change')
  const undo = () =>
    void action.run(async () => {
      try {
        const now = await send(undoWithdraw, { id: tx.id })
        client.setQueryData([SPOT_QUERIES, 'walletTx', tx.id], { ...tx, ...now })
        toast({ kind: 'success', title: t('wallet:undone', { amount: withUnit(formatNumber(tx.amount), tx.coinName) }) })
      } finally {
        // Also after a refusal: it may have been signed meanwhile.
        spotChanged()
      }
    })
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-5 print:hidden">
      <Button look="remove" sending={action.busy} onClick={undo} data-undo>
        <Icon as={Undo2} size={16} directional />
        <span>{t('wallet:undo')}</span>
      </Button>
      <span className="text-dense text-muted">{t('wallet:undo.text')}</span>
      {action.refusal !== undefined && (
        <p role="alert" className="w-full text-dense text-down-text">
          {action.refusal.text}
        </p>
      )}
    </div>
  )
}

function Facts({ tx }: { readonly tx: WalletTxDetail }) {
  const t = useT()
  const network = useNetworks().data?.find(({ protocolType }) => protocolType === tx.protocolType)
  const isDeposit = tx.type === 1
  const amount = (value: string) => <NumberText value={value} unit={tx.coinName} />
  return (
    <section aria-label={t('wallet:details')} className="card px-5 py-3 max-md:px-4">
      <dl>
        <Fact name={t('wallet:coinAndNetwork')}>
          {tx.isInternal === 1 ? `${tx.coinName}, ${t('wallet:internal')}` : `${tx.coinName}, ${network?.name ?? tx.protocolType}`}
        </Fact>
        {!isDeposit && (
          <>
            <Fact name={t('wallet:sent')}>{amount(tx.amount)}</Fact>
            <Fact name={t('wallet:fee')}>{amount(tx.fee)}</Fact>
          </>
        )}
        <Fact name={t(isDeposit ? 'wallet:head.amount' : 'wallet:arrives')} mark="arrives">
          {amount(tx.arrivedAmount)}
        </Fact>
        {tx.txHash !== null && (
          <Fact name={t('wallet:tx')}>
            <TxLink hash={tx.txHash} template={network?.explorerTxUrl} />
          </Fact>
        )}
        {tx.remark !== null && tx.remark !== '' && <Fact name={t('wallet:remark')}>{tx.remark}</Fact>}
      </dl>
      <div className="mt-2 border-t border-line pt-3 pb-2">
        <p className="mb-1 text-dense text-muted">{t(isDeposit ? 'wallet:toYours' : 'wallet:to')}</p>
        <AddressGroups address={tx.address} />
        {tx.memo !== null && (
          <dl className="mt-1">
            <Fact name={network?.memoName ?? t('wallet:memo')}>
              <bdi className="secret font-semibold">{tx.memo}</bdi>
            </Fact>
          </dl>
        )}
      </div>
    </section>
  )
}
