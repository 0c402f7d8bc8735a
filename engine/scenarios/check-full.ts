/** What an exchange answers whose tables are full, one after the other and all at once: the same checks whatever its size. */
import type { Outcome } from '../src/event.ts'
import { asEarnOrderId, asInstrumentId } from '../src/ids/id.ts'
import { trialBalance } from '../src/ledger/trial-balance.ts'
import { balancesOf, depthOf, openOrdersOf } from '../src/read.ts'
import type { State } from '../src/state.ts'
import { START_MS } from './exchange-driver.ts'
import { ASSETS, type FullExchange, PAIRS, userAt } from './full-exchange.ts'
import * as wallet from './full-wallet.ts'

type Table = keyof FullExchange['steps']

const DAY_MS = 86_400_000
const LIMIT = { side: 'sell', price: 900_000, quantity: 1 } as const

/** What a command that needs one more row of a table answers when nothing but that table and those before it is full. */
const PROBES: Readonly<Record<Table, (full: FullExchange) => string>> = {
  users: (full) => full.refused(full.register()),
  // somebody without a desk, who has money
  volumes: (full) => {
    full.must(full.credit(full.traders, 1))
    return full.refused(full.place(full.traders, 1, LIMIT))
  },
  // somebody who has a desk on another pair
  desks: (full) => full.refused(full.place(full.traders - 1, 2, LIMIT)),
  products: (full) => full.refused(full.product()),
  earnRates: (full) => `${full.refused(full.rate(1))}, product ${full.refused(full.product())}`,
  earnOrders: (full) => full.refused(full.buy(full.allround - 1)),
  networks: (full) => full.refused(wallet.network()),
  listings: (full) => full.refused(full.listing()),
  // somebody who has none yet
  wallets: (full) => full.refused(wallet.address(userAt(full.users - 1))),
  // somebody who has one, and may have more
  addresses: (full) => full.refused(wallet.address(userAt(full.state.wallets.liveCount - 1))),
  deposits: (full) => full.refused(wallet.seen(0, 1, 1 << 30)),
  withdrawals: (full) => full.refused(wallet.withdraw(userAt(full.allround - 1))),
  payments: (full) => full.refused(wallet.pay()),
  dues: (full) => {
    const isDated = { timeInForce: 'gtd', expireAt: START_MS + DAY_MS } as const
    return `${full.refused(full.timer(full.users * 2 - 1))}, dated ${full.refused(full.place(0, 1, { ...LIMIT, ...isDated }))}`
  },
  orders: (full) => full.refused(full.place(0, 1, LIMIT)),
  keys: (full) => oldestGoes(full),
  accounts: (full) => full.refused(full.credit(full.traders, ASSETS)),
}

/** What the probes answer. */
export const ANSWERS: Readonly<Record<Table, string>> = {
  users: 'engineFull',
  volumes: 'engineFull',
  desks: 'engineFull',
  products: 'engineFull',
  earnRates: 'engineFull, product engineFull',
  earnOrders: 'engineFull',
  networks: 'engineFull',
  listings: 'engineFull',
  wallets: 'engineFull',
  addresses: 'engineFull',
  // no arrival is refused: one that is in no block yet is told when a block has it
  deposits: 'none',
  withdrawals: 'engineFull',
  payments: 'engineFull',
  dues: 'engineFull, dated engineFull',
  orders: 'engineFull',
  keys: 'none, older keys go',
  accounts: 'engineFull',
}

/** Fills everything, with a probe behind each step. */
export function fillAll(full: FullExchange): Record<string, string> {
  const fill = (table: Table): string => {
    full.steps[table]()
    return PROBES[table](full)
  }
  return Object.fromEntries((Object.keys(PROBES) as Table[]).map((table) => [table, fill(table)]))
}

/** A new key takes the place of an older one, but of no live order's. */
function oldestGoes(full: FullExchange): string {
  const { reason } = full.run(full.idle(0), 'one more key')
  const isFirstKnown = full.run(full.order(0), 'order 0').replayed
  const isLastKnown = full.run(full.order(full.orders - 1), `order ${full.orders - 1}`).replayed
  const isNewKnown = full.run(full.idle(0), 'one more key').replayed
  const isOldKnown = full.run(full.idle(0), 'key 0').replayed
  return `${reason}${isFirstKnown && isLastKnown && isNewKnown && !isOldKnown ? ', older keys go' : ''}`
}

/** Tables that are not full. Every live order has an extra row, a label and a level of its own; and the end of each pair’s halt has its row of what is due. */
export function notFull({
  orders,
  extras,
  labels,
  levels,
  accounts,
  desks,
  users,
  keys,
  volumes,
  dues,
  products,
  earnRates,
  earnOrders,
  networks,
  listings,
  wallets,
  addresses,
  deposits,
  withdrawals,
  payments,
}: State): string[] {
  const most = Object.entries({
    orders: [orders, 8],
    accounts: [accounts, 2],
    desks: [desks, 1],
    users: [users, 1],
    volumes: [volumes, 1],
    dues: [dues, 8 + PAIRS],
    products: [products, 1],
    earnRates: [earnRates, 1],
    earnOrders: [earnOrders, 1],
    networks: [networks, 1],
    listings: [listings, 1],
    wallets: [wallets, 1],
    addresses: [addresses, 1],
    deposits: [deposits, 1],
    withdrawals: [withdrawals, 1],
    payments: [payments, 1],
  } as const)
  const short = most.filter(([, [rows, needed]]) => rows.liveCount + needed <= rows.rowsMax).map(([name]) => name)
  const ofOrders = Object.entries({ extras, labels, levels }).filter(([, rows]) => rows.liveCount !== orders.liveCount)
  // one more key has just taken the place of some older ones
  const isKeysShort = keys.liveCount < keys.rowsMax - 2048
  return [...short, ...ofOrders.map(([name]) => name), ...(isKeysShort ? ['keys'] : [])]
}

/** Faults of what a full exchange must go on with: cancels, fills with fees in assets that earned none yet, reads. */
export function faultsOfService(full: FullExchange): string[] {
  const { state } = full
  const faults: string[] = []
  const expectThat = (isSo: boolean, what: string): void => void (isSo || faults.push(what))
  for (let number = 40; number < 80; number += 1)
    expectThat(full.run(full.cancel(number)).reason === 'none', `order ${number} is not cancelled`)
  for (let pair = 2; pair <= ASSETS; pair += 1) {
    const taken: Outcome = full.run(full.place(pair, pair, { side: 'sell', timeInForce: 'ioc', price: 1, quantity: 2 }))
    expectThat(taken.reason === 'none' && taken.orders[0]?.status === 'filled', `nothing is filled on pair ${pair}: ${taken.reason}`)
  }
  for (const orderId of [1, 2]) {
    const order = { userId: userAt(0), orderId: asEarnOrderId(orderId), amount: 0n, toAccount: 'spot' } as const
    expectThat(full.run({ kind: 'redeemProduct', ...order }).reason === 'none', `savings order ${orderId} is not redeemed`)
    expectThat(full.run(full.buy(0)).reason === 'none', 'nobody buys what was given back')
  }
  expectThat(openOrdersOf(state, userAt(0)).length > 0, 'nobody reads his orders')
  expectThat(balancesOf(state, userAt(0)).length === ASSETS + 2, 'nobody reads his balances')
  expectThat(depthOf(state, asInstrumentId(PAIRS), 'buy', 10).length > 0, 'nobody reads the book')
  for (const { assetId, sum } of trialBalance(state)) expectThat(sum === 0n, `asset ${assetId} sums to ${sum}`)
  return faults
}
