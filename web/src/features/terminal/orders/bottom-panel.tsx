/** The foot of the terminal: open and conditional orders, history, trades, assets. */
import { Eye } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLoggedIn } from '../../../data/session.ts'
import { cancelSet } from '../../../data/spot/cancel-set.ts'
import { useOpenOrders } from '../../../data/spot/my-orders.ts'
import { amendable, isConditional, type Order } from '../../../data/spot/order.ts'
import { movePrices } from '../../../data/spot/order-actions.ts'
import { useT } from '../../../i18n/i18n.ts'
import type { OrdersProps } from '../../../terminal/market.ts'
import type { Movable } from '../../../terminal/model/move-all.ts'
import { MoveAll } from '../../../terminal/move-all.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { EmptyState, NotLoggedIn } from '../../../ui/states.tsx'
import { TabList, TabPanel } from '../../../ui/tabs.tsx'
import { useDesk } from '../desk.ts'
import { AssetsTable, CancelAll, OpenOrders, PastFills, PastOrders } from '../later.ts'
import { useOrderChanges } from './use-order-changes.ts'

type Tab = 'open' | 'conditional' | 'history' | 'trades' | 'assets'

const ID = 'terminal-orders'

const ordersOf = (orders: readonly Order[], conditional: boolean, symbol: string | undefined): readonly Order[] =>
  orders.filter((order) => isConditional(order) === conditional && (symbol === undefined || order.symbol === symbol))

/** Orders of a pair that rest with a price that can be changed. */
const movable =
  (symbol: string) =>
  (order: Order): readonly Movable[] =>
    order.symbol === symbol && order.price !== null && amendable(order).price
      ? [{ orderId: order.orderId, side: order.side, price: order.price }]
      : []

export function BottomPanel({ cards, narrow }: OrdersProps) {
  const t = useT()
  const { terms, loggedIn } = useDesk()
  const member = useLoggedIn()
  const { known, orders } = useOpenOrders(loggedIn)
  const changes = useOrderChanges()
  const [tab, setTab] = useState<Tab>('open')
  const [onePair, setOnePair] = useState(true)
  const symbol = onePair ? terms.symbol : undefined
  const open = ordersOf(orders, false, symbol)
  const conditional = ordersOf(orders, true, symbol)
  const isUnknown = !known && orders.length === 0
  // A visitor has no orders to count.
  const count = (list: readonly Order[]): number | '--' | undefined => (!loggedIn ? undefined : isUnknown ? '--' : list.length)
  const tabs = [
    { value: 'open' as const, label: t('terminal:tabs.open'), count: count(open) },
    { value: 'conditional' as const, label: t('terminal:tabs.conditional'), count: count(conditional) },
    { value: 'history' as const, label: t('terminal:tabs.history') },
    { value: 'trades' as const, label: t('terminal:tabs.trades') },
    { value: 'assets' as const, label: t('terminal:tabs.assets') },
  ]
  const taken = cancelSet(tab === 'open' ? open : tab === 'conditional' ? conditional : [], orders)
  const list = (which: 'open' | 'conditional') =>
    isUnknown ? (
      <SkeletonRows rows={3} height={34} />
    ) : (
      <OpenOrders
        key={`${which} ${symbol}`}
        orders={which === 'open' ? open : conditional}
        conditional={which === 'conditional'}
        cards={cards}
        narrow={narrow}
        onShowAll={onePair ? () => setOnePair(false) : undefined}
      />
    )
  return (
    <section aria-label={t('terminal:tabs.title')} className="flex h-full min-h-0 flex-col" data-panel="orders">
      <h2 className="visually-hidden">{t('terminal:tabs.title')}</h2>
      <div className="flex min-h-9 shrink-0 items-center justify-between gap-x-4 border-b max-md:flex-wrap border-line ps-4 pe-3">
        <TabList
          id={ID}
          label={t('terminal:tabs.title')}
          tabs={tabs}
          value={tab}
          onChange={setTab}
          height={cards ? 44 : 36}
          className={`min-w-0 ${narrow && !cards ? '!gap-4' : ''}`}
        />
        <span className="flex shrink-0 items-center gap-x-3 gap-y-1 max-md:min-w-0 max-md:shrink max-md:flex-wrap max-md:-ms-4 max-md:-me-3 max-md:grow max-md:basis-full max-md:justify-between max-md:border-t max-md:border-line max-md:px-4 max-md:py-1">
          <Checkbox checked={onePair} onChange={(event) => setOnePair(event.target.checked)}>
            <span className="whitespace-nowrap">{t(narrow && !cards ? 'terminal:tabs.onePairShort' : 'terminal:tabs.onePair')}</span>
          </Checkbox>
          {tab === 'open' && <MoveOpen orders={open} />}
          {taken.orderIds.length > 0 && (
            <Suspense>
              <CancelAll
                size={24}
                key={tab}
                taken={taken}
                label={t('terminal:tabs.cancelAll')}
                onCancel={() => void changes.cancelMany(taken.orderIds)}
                className="hit-area pointer-coarse:!h-auto pointer-coarse:min-h-9 pointer-coarse:!px-3 pointer-coarse:!whitespace-normal"
              />
            </Suspense>
          )}
        </span>
      </div>
      <TabPanel id={ID} value={tab} className={`min-h-0 flex-1 -outline-offset-2 ${cards ? '' : 'overflow-auto'}`}>
        <Suspense fallback={<SkeletonRows rows={3} height={34} />}>
          {!loggedIn && member ? (
            <ReadOnly />
          ) : !loggedIn ? (
            <NotLoggedIn title={t('terminal:tabs.logIn')} />
          ) : tab === 'history' ? (
            <PastOrders symbol={symbol} narrow={narrow} />
          ) : tab === 'trades' ? (
            <PastFills symbol={symbol} narrow={narrow} />
          ) : tab === 'assets' ? (
            <AssetsTable />
          ) : (
            list(tab)
          )}
        </Suspense>
      </TabPanel>
    </section>
  )
}

function MoveOpen({ orders }: { readonly orders: readonly Order[] }) {
  const { terms } = useDesk()
  return (
    <MoveAll
      name={terms.symbol}
      unit={terms.quote}
      steps={{ scale: terms.priceScale, tick: 1 }}
      orders={orders.flatMap(movable(terms.symbol))}
      send={(rows, key) => movePrices(terms.symbol, rows, key)}
    />
  )
}

/** A user in the visitors' view: orders stand on the other page. */
function ReadOnly() {
  const t = useT()
  return <EmptyState icon={Eye} title={t('terminal:tabs.readOnly')} text={t('terminal:tabs.readOnlyText')} />
}
