/**
 * `/assets/contract`: what the contract account holds, what it is bound in, by coin, and the open positions. The figure on top is the balance,
 * as the other pages count it and the course by day ends in it; what positions would bring stands beside it, and the sum of both below.
 */
import { ArrowDownToLine, ArrowLeftRight, Eye, EyeOff } from 'lucide-react'
import { ClosedPage } from '../../../app/closed-page.tsx'
import { toggleBalances, useBalancesVisible } from '../../../data/balance-visibility.ts'
import { useContractChanges } from '../../../data/contract/contract-changes.ts'
import { useContractAssets } from '../../../data/contract/contract-lists.ts'
import { useFiat } from '../../../data/fiat.ts'
import { openFeatures } from '../../../data/shell/menu-model.ts'
import { useRate } from '../../../data/shell/rates.ts'
import { useSite } from '../../../data/site.ts'
import { formatFiat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { type Direction, directionOfChange, HIDDEN_AMOUNT } from '../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { useBalances } from '../assets-queries.ts'
import { AssetsTabs } from '../assets-tabs.tsx'
import { DayCourse } from '../day-course.tsx'
import { type OpenTransfer, useTransferOpener } from '../transfer/use-transfer-opener.tsx'
import { AccountTable } from './account-table.tsx'
import { type EquityParts, equityParts } from './equity-parts.ts'
import { OpenAccount } from './open-account.tsx'
import { PositionTable } from './position-table.tsx'

export function ContractAssetsPage() {
  const { contract } = openFeatures(useSite().switches)
  return contract ? <Assets /> : <ClosedPage />
}

type Answer = NonNullable<ReturnType<typeof useContractAssets>['data']>

function Assets() {
  const t = useT()
  useContractChanges()
  const { rows } = useBalances()
  const transfer = useTransferOpener(rows ?? [], 'contract')
  const assets = useContractAssets()
  return (
    <div className="page-column pb-16">
      <AssetsTabs />
      <h1 className="visually-hidden">{t('pages:title.assetsContract')}</h1>
      {assets.data === undefined ? (
        <div className="card">
          {assets.isError ? (
            <ErrorPanel alone title={t('assets:failed')} error={assets.error} onRetry={() => void assets.refetch()} />
          ) : (
            <SkeletonRows rows={6} height={52} />
          )}
        </div>
      ) : assets.data.accountList.length === 0 ? (
        <OpenAccount />
      ) : (
        <>
          <div className="mb-6 grid gap-6 max-md:mb-3 max-md:gap-3 xl:grid-cols-[minmax(0,1fr)_360px]">
            <TotalCard answer={assets.data} onTransfer={transfer.open} />
            <BoundCard answer={assets.data} />
          </div>
          <div className="flex flex-col gap-6 max-md:gap-3">
            <AccountTable rows={assets.data.accountList} onTransfer={transfer.open} />
            <PositionTable rows={assets.data.positionList} />
          </div>
        </>
      )}
      {transfer.dialog}
    </div>
  )
}

/** Both cards tell the same figures, which add up; empty texts while no rate is known. */
function useParts({ accountBalanceUsd, totalBalance }: Answer): EquityParts & { readonly direction: Direction } {
  const rate = useRate()
  if (rate === undefined) return { balance: '', unrealised: '', equity: '', direction: 'flat' }
  const parts = equityParts(accountBalanceUsd, totalBalance, rate.rate)
  const text = (value: string) => formatFiat(value, rate.symbol)
  const direction = directionOfChange(parts.unrealised)
  return { balance: text(parts.balance), unrealised: text(parts.unrealised), equity: text(parts.equity), direction }
}

const LOOKS = { up: 'text-up-text', down: 'text-down-text', flat: 'text-muted' } as const

function TotalCard({ answer, onTransfer }: { readonly answer: Answer; readonly onTransfer: OpenTransfer }) {
  const t = useT()
  const visible = useBalancesVisible()
  const { balance, unrealised, direction } = useParts(answer)
  return (
    <section aria-label={t('perpetual:account.total')} className="card min-w-0 p-6 max-md:p-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="flex items-center gap-1 text-base text-muted">
            {t('perpetual:account.total')}
            <IconButton label={t(visible ? 'assets:hide' : 'assets:show')} aria-pressed={!visible} onClick={toggleBalances} data-hide>
              <Icon as={visible ? Eye : EyeOff} size={16} />
            </IconButton>
          </p>
          <p
            className="num text-[40px] leading-[48px] font-semibold tracking-[-0.02em] max-md:text-[34px] max-[379px]:text-[28px]"
            data-total-value={answer.accountBalanceUsd}
          >
            {visible ? balance : HIDDEN_AMOUNT}
          </p>
          <p className={`flex items-center gap-1.5 text-base ${LOOKS[direction]}`}>
            <bdi className="num">{visible ? `${direction === 'up' ? '+' : ''}${unrealised}` : HIDDEN_AMOUNT}</bdi>
            <span className="text-muted">{t('perpetual:account.unrealised')}</span>
          </p>
        </div>
        <span className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2 max-md:[&>:first-child:nth-last-child(odd)]:col-span-2">
          <ButtonLink look="primary" to={paths.contractTopUp}>
            <Icon as={ArrowDownToLine} size={16} />
            <span>{t('perpetual:account.topUp')}</span>
          </ButtonLink>
          {onTransfer !== undefined && (
            <Button onClick={() => onTransfer()} data-transfer-open>
              <Icon as={ArrowLeftRight} size={16} />
              <span>{t('assets:transfer')}</span>
            </Button>
          )}
          <ButtonLink to={paths.contractOrders}>{t('shell:orders.contract')}</ButtonLink>
        </span>
      </div>
      <DayCourse account={2} />
    </section>
  )
}

/** The balance, what positions would bring now, and what is bound in them, in the chosen currency. */
function BoundCard({ answer }: { readonly answer: Answer }) {
  const t = useT()
  const parts = useParts(answer)
  const margin = useFiat()(answer.marginAmountUsd)
  return (
    <section aria-label={t('perpetual:account.bound')} className="card flex flex-col">
      <h2 className="flex h-13 items-center border-b border-line px-5 text-base font-semibold max-md:px-4">
        {t('perpetual:account.bound')}
      </h2>
      <dl className="grid flex-1 auto-rows-fr divide-y divide-grid px-5 text-dense max-md:px-4">
        <BoundLine name="balance" shown={parts.balance} />
        <BoundLine name="unrealised" shown={parts.unrealised} direction={parts.direction} />
        <BoundLine name="equity" shown={parts.equity} />
        <BoundLine name="margin" shown={margin} />
      </dl>
    </section>
  )
}

interface BoundLineProps {
  readonly name: 'balance' | 'unrealised' | 'equity' | 'margin'
  readonly shown: string
  /** Of what may be won or lost. */
  readonly direction?: Direction
}

function BoundLine({ name, shown, direction = 'flat' }: BoundLineProps) {
  const t = useT()
  const visible = useBalancesVisible()
  return (
    <div className={`flex min-h-11 items-center justify-between gap-4 ${name === 'equity' ? 'text-base' : ''}`} data-bound={name}>
      <dt className={name === 'equity' ? 'font-semibold' : 'text-muted'}>{t(`perpetual:account.${name}`)}</dt>
      <dd className={`font-semibold ${name === 'equity' ? 'text-[20px]' : ''} ${visible && direction !== 'flat' ? LOOKS[direction] : ''}`}>
        <bdi className="num">{visible ? `${direction === 'up' ? '+' : ''}${shown}` : HIDDEN_AMOUNT}</bdi>
      </dd>
    </div>
  )
}
