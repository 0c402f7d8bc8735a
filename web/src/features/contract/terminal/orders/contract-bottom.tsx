/** The foot of the contract terminal: positions, open and waiting orders, history, trades, funding, assets. */
import { Suspense, useState } from 'react'
import { useBalancesVisible } from '../../../../data/balance-visibility.ts'
import { type ContractOrder, isWaiting } from '../../../../data/contract/contract-order.ts'
import { type Known, useContractAccounts, useContractOrders, usePositions } from '../../../../data/contract/my-contracts.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import type { OrdersProps } from '../../../../terminal/market.ts'
import type { Movable } from '../../../../terminal/model/move-all.ts'
import { MoveAll } from '../../../../terminal/move-all.tsx'
import { Checkbox } from '../../../../ui/choice.tsx'
import { PanelBoundary } from '../../../../ui/error-panel.tsx'
import { HIDDEN_AMOUNT } from '../../../../ui/number-text.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { NotLoggedIn } from '../../../../ui/states.tsx'
import { TabList, TabPanel } from '../../../../ui/tabs.tsx'
import { useContractDesk } from '../desk.ts'
import {
  AlarmSound,
  CancelAll,
  CloseAll,
  ContractAssets,
  LiveOrders,
  OwnContractTrades,
  PastContractOrders,
  PastFunding,
  Positions,
} from '../later.ts'
import { asOfPosition } from '../positions/protect-plan.ts'
import { useOrderDeeds } from '../positions/use-deeds.ts'
import { canEdit } from './can-edit.ts'

const TABS = ['positions', 'open', 'trigger', 'history', 'trades', 'funding', 'assets'] as const
type Tab = (typeof TABS)[number]
/** Lists with a filter for the page's contract. */
const NARROWED: ReadonlySet<Tab> = new Set(['open', 'trigger', 'history', 'trades', 'funding'])

const ID = 'contract-orders'

const calls = () => import('../../../../data/contract/contract-actions.ts')

/** Resting orders with a price, in a single contract. */
const movable =
  (contractId: string) =>
  (order: ContractOrder): readonly Movable[] =>
    order.contractId === contractId && canEdit(order) && /[1-9]/.test(order.price)
      ? [{ orderId: order.orderId, side: order.side, price: order.price }]
      : []

export function ContractBottom({ cards, narrow }: OrdersProps) {
  const t = useT()
  const { terms, member } = useContractDesk()
  const positions = usePositions(member)
  const { known, rows } = useContractOrders(member)
  const [tab, setTab] = useState<Tab>('positions')
  const [one, setOne] = useState(false)
  const shown = rows.filter(({ contractId }) => !one || contractId === terms.contractId).map((order) => asOfPosition(order, positions.rows))
  const waiting = shown.filter(isWaiting)
  const open = shown.filter((order) => !isWaiting(order))
  const count = (list: Known<unknown>, length: number): number | '--' => (!list.known && list.rows.length === 0 ? '--' : length)
  const counts: Readonly<Partial<Record<Tab, number | '--'>>> = {
    positions: count(positions, positions.rows.length),
    open: count({ known, rows }, open.length),
    trigger: count({ known, rows }, waiting.length),
  }
  const contractId = one ? terms.contractId : undefined
  return (
    <section aria-label={t('contract:tabs.title')} className="flex h-full min-h-0 flex-col" data-panel="orders">
      <h2 className="visually-hidden">{t('contract:tabs.title')}</h2>
      <div className="flex min-h-9 shrink-0 items-center justify-between gap-x-4 border-b max-md:flex-wrap border-line ps-4 pe-3">
        <TabList
          id={ID}
          label={t('contract:tabs.title')}
          tabs={TABS.map((value) => ({ value, label: t(`contract:tabs.${value}`), count: member ? counts[value] : undefined }))}
          value={tab}
          onChange={setTab}
          height={cards ? 44 : 36}
          className={`min-w-0 ${narrow && !cards ? '!gap-4' : ''}`}
        />
        {member && (
          <span className="flex shrink-0 items-center gap-x-3 gap-y-1 max-md:min-w-0 max-md:shrink max-md:flex-wrap max-md:-ms-4 max-md:-me-3 max-md:grow max-md:basis-full max-md:justify-between max-md:border-t max-md:border-line max-md:px-4 max-md:py-1">
            {tab === 'positions' && <PositionsHead />}
            {NARROWED.has(tab) && (
              <Checkbox checked={one} onChange={(event) => setOne(event.target.checked)}>
                <span className="whitespace-nowrap">{t('contract:tabs.oneContract')}</span>
              </Checkbox>
            )}
            {tab === 'open' && <MoveOpen orders={open} />}
            {(tab === 'open' || tab === 'trigger') && (
              <CancelShown
                open={tab === 'open' ? open.length : 0}
                waiting={tab === 'trigger' ? waiting.length : 0}
                contractId={contractId}
              />
            )}
          </span>
        )}
      </div>
      <TabPanel id={ID} value={tab} className={`min-h-0 flex-1 -outline-offset-2 ${cards ? '' : 'overflow-auto'}`}>
        {/* A failing list leaves the other lists and the tabs in place. */}
        <PanelBoundary key={tab} title={t(`contract:tabs.${tab}`)}>
          <Suspense fallback={<SkeletonRows rows={3} height={44} />}>
            {!member ? (
              <NotLoggedIn title={t('contract:tabs.logIn')} />
            ) : tab === 'positions' ? (
              <Positions cards={cards} narrow={narrow} />
            ) : tab === 'open' || tab === 'trigger' ? (
              <LiveOrders
                orders={tab === 'open' ? open : waiting}
                known={known}
                waiting={tab === 'trigger'}
                cards={cards}
                narrow={narrow}
              />
            ) : tab === 'history' ? (
              <PastContractOrders contractId={contractId} narrow={narrow} />
            ) : tab === 'trades' ? (
              <OwnContractTrades contractId={contractId} narrow={narrow} />
            ) : tab === 'funding' ? (
              <PastFunding contractId={contractId} />
            ) : (
              <ContractAssets />
            )}
          </Suspense>
        </PanelBoundary>
      </TabPanel>
    </section>
  )
}

function MoveOpen({ orders }: { readonly orders: readonly ContractOrder[] }) {
  const { terms } = useContractDesk()
  return (
    <MoveAll
      name={terms.name}
      unit={terms.quote}
      steps={{ scale: terms.priceScale, tick: terms.tick }}
      orders={orders.flatMap(movable(terms.contractId))}
      send={async (rows, key) => (await calls()).moveContractPrices(terms.contractId, rows, key)}
    />
  )
}

/** Sum over all open positions, and the button that closes every position. */
function PositionsHead() {
  const t = useT()
  const { terms, member } = useContractDesk()
  const { rows } = usePositions(member)
  const accounts = useContractAccounts(member).rows
  const visible = useBalancesVisible()
  const sum = accounts.find(({ asset }) => asset === terms.marginAsset)?.unrealised ?? ''
  if (rows.length === 0) return null
  const tone = sum.startsWith('-') ? 'text-down-text' : /[1-9]/.test(sum) ? 'text-up-text' : ''
  return (
    <>
      <span className="text-small whitespace-nowrap text-muted">
        {t('contract:account.unrealised')}{' '}
        <bdi className={`num font-medium ${tone}`} data-unrealised>
          {visible ? `${formatNumber(sum, { scale: 2, sign: 'always' })} ${terms.marginAsset}` : HIDDEN_AMOUNT}
        </bdi>
      </span>
      <Suspense>
        <AlarmSound />
        <CloseAll positions={rows} />
      </Suspense>
    </>
  )
}

interface CancelShownProps {
  readonly open: number
  readonly waiting: number
  readonly contractId: string | undefined
}

function CancelShown({ open, waiting, contractId }: CancelShownProps) {
  const t = useT()
  const deeds = useOrderDeeds()
  if (open + waiting === 0) return null
  return (
    <Suspense>
      <CancelAll
        key={open > 0 ? 'open' : 'waiting'}
        size={24}
        taken={{ open, conditional: waiting }}
        label={t('terminal:tabs.cancelAll')}
        onCancel={() => void deeds.cancelOrders(waiting > 0, contractId)}
        className="hit-area pointer-coarse:!h-auto pointer-coarse:min-h-9 pointer-coarse:!px-3 pointer-coarse:!whitespace-normal"
      />
    </Suspense>
  )
}
