/** Vectors about books: self-trade prevention, time in force, market orders, priority after an amend. Real orders on a scratch exchange. */
import type { OrderTerms, SelfTradeMode, Side, TimeInForce } from '@agio/engine/command.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { decimalsOf, exact, format, multiply, stepsIn, subtract, unitsAt, whole } from './exact.ts'
import { Scratch, scaleOf, statusText } from './scratch.ts'

type Fields = Readonly<Record<string, unknown>>
type Input = Fields

const MODES: Readonly<Record<string, SelfTradeMode>> = {
  NONE: 'none',
  EXPIRE_TAKER: 'expireTaker',
  EXPIRE_MAKER: 'expireMaker',
  EXPIRE_BOTH: 'expireBoth',
  DECREMENT: 'decrement',
  // Between accounts of one owner a transfer is a decrement plus two bookings; inside one account it is the decrement alone.
  TRANSFER: 'decrement',
}
const TIMES: Readonly<Record<string, TimeInForce>> = {
  GTC: 'gtc',
  IOC: 'ioc',
  FOK: 'fok',
  GTX: 'postOnly',
  POST_ONLY: 'postOnly',
  GTD: 'gtc',
}

export const sideOf = (value: unknown): Side => (String(value).toUpperCase() === 'SELL' ? 'sell' : 'buy')
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
export const rowsOf = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : [])
const fieldsOf = (value: unknown): Fields => (value ?? {}) as Fields

function termsOf(scratch: Scratch, row: Fields): Partial<OrderTerms> {
  const type = String(row.type ?? 'LIMIT').toUpperCase()
  const quantity = isGiven(row.qty) ? scratch.lots(row.qty) : 0
  if (type === 'MARKET') {
    const quoteAmount = isGiven(row.quote) ? scratch.money(row.quote) : 0n
    return { side: sideOf(row.side), type: 'market', quantity, quoteAmount }
  }
  const timeInForce = type === 'LIMIT_MAKER' ? 'postOnly' : (TIMES[String(row.tif ?? 'GTC').toUpperCase()] ?? 'gtc')
  return { side: sideOf(row.side), type: 'limit', timeInForce, price: scratch.ticks(row.price), quantity }
}

function viewOf(scratch: Scratch, outcome: Outcome): Fields {
  const order = scratch.orderOf(outcome)
  if (order === undefined) return { status: 'REJECTED', executed: '0', prevented: '0', reason: outcome.reason }
  return {
    status: statusText(order.status),
    executed: scratch.quantityText(order.executedQuantity),
    prevented: scratch.quantityText(order.preventedQuantity),
    remaining: scratch.quantityText(Math.max(0, order.quantity - order.executedQuantity - order.preventedQuantity)),
  }
}

/** Makers in their order, then the taker. `shared` = orders that name no account belong to one owner. */
function runBook(input: Input, shared: boolean): Fields {
  const makers = rowsOf(input.makers)
  const taker = fieldsOf(input.taker)
  const rows = [...makers, taker]
  const names: string[] = []
  const accountOf = (row: Fields, index: number): number => {
    const name = isGiven(row.account) ? String(row.account) : shared ? 'owner' : `order ${index}`
    if (!names.includes(name)) names.push(name)
    return names.indexOf(name)
  }
  const owners = rows.map(accountOf)
  const scratch = new Scratch({
    priceScale: scaleOf(rows.map((row) => row.price)),
    quantityScale: scaleOf(rows.map((row) => row.qty)),
    users: names.length,
  })
  const placed = rows.map((row, index) => {
    const fallback = shared ? 'EXPIRE_TAKER' : 'NONE'
    return scratch.place(owners[index] ?? 0, termsOf(scratch, row), MODES[String(row.stp ?? fallback)] ?? 'none')
  })
  const views = placed.map((outcome) => viewOf(scratch, outcome))
  const fills = scratch.trades.map((trade) => ({ price: scratch.priceText(trade.price), qty: scratch.quantityText(trade.quantity) }))
  return { taker: views.at(-1), makers: views.slice(0, -1), fills }
}

/** Spends an amount on asks whose quantities come in any step: one engine lot is one step, and prices are those of a step. */
function marketByQuote(input: Input): Fields {
  const step = exact(input.step)
  const asks = (Array.isArray(input.asks) ? input.asks : []) as readonly (readonly [unknown, unknown])[]
  const perStep = asks.map(([price]) => multiply(exact(price), step))
  const priceScale = Math.max(0, ...perStep.map(decimalsOf), decimalsOf(exact(input.quote)))
  const scratch = new Scratch({ priceScale, quantityScale: 0, users: 2 })
  asks.forEach(([, quantity], index) => {
    const lots = Number(stepsIn(exact(quantity), step))
    const price = Number(unitsAt(perStep[index] ?? whole(0), priceScale))
    if (lots > 0) scratch.place(0, { side: 'sell', type: 'limit', price, quantity: lots })
  })
  const outcome = scratch.place(1, { side: 'buy', type: 'market', quoteAmount: scratch.money(input.quote) })
  const order = scratch.orderOf(outcome)
  const spent = scratch.moneyText(order?.executedQuote ?? 0n)
  return {
    qty: format(multiply(whole(order?.executedQuantity ?? 0), step)),
    spent,
    refund: format(subtract(exact(input.quote), exact(spent))),
    status: order === undefined ? 'REJECTED' : statusText(order.status),
  }
}

/** Queue of a side before and after one change, read off by sweeping the book. */
function amendPriority(input: Input): Fields {
  const book = rowsOf(input.book)
  const scratch = new Scratch({
    priceScale: scaleOf(book.map((row) => row.price)),
    quantityScale: scaleOf([...book.map((row) => row.qty), input.newQty]),
    users: 2,
  })
  const [first, last] = [book[0], book.at(-1)]
  const isAsks = isGiven(input.side)
    ? sideOf(input.side) === 'sell'
    : first !== undefined && last !== undefined && scratch.ticks(first.price) < scratch.ticks(last.price)
  const side: Side = isAsks ? 'sell' : 'buy'
  const names = new Map<number, unknown>()
  const ids = new Map<string, number>()
  for (const row of book) {
    const [order] = scratch.place(0, { side, price: scratch.ticks(row.price), quantity: scratch.lots(row.qty) }).orders
    if (order === undefined) continue
    names.set(order.orderId, row.id)
    ids.set(String(row.id), order.orderId)
  }
  const changed = change(scratch, input, ids.get(String(input.id)) ?? 0, side, names)
  scratch.trades.length = 0
  scratch.place(1, {
    side: side === 'buy' ? 'sell' : 'buy',
    type: 'market',
    quantity: book.reduce((sum, row) => sum + scratch.lots(row.qty), 0) + scratch.lots(input.newQty ?? 0),
  })
  const queue = scratch.trades.map((trade) => names.get(trade.makerOrderId))
  return { queue, qty: changed, before: book.map((row) => row.id) }
}

/** Makes the change and returns the quantity of the order that stands for it afterwards. */
function change(scratch: Scratch, input: Input, orderId: number, side: Side, names: Map<number, unknown>): string {
  const action = String(input.action).toUpperCase()
  const quantity = isGiven(input.newQty) ? scratch.lots(input.newQty) : 0
  const old = scratch.orders.get(orderId)
  if (action.startsWith('AMEND')) {
    const [amended] = scratch.amend(0, orderId, quantity).orders
    const order = scratch.orders.get(amended?.orderId ?? orderId)
    if (amended !== undefined && amended.orderId !== orderId) names.set(amended.orderId, input.newId ?? input.id)
    return scratch.quantityText(order?.quantity ?? 0)
  }
  scratch.cancel(0, orderId)
  if (action === 'CANCEL') return '0'
  const placed = scratch.place(0, { side, price: old?.price ?? 0, quantity: quantity || (old?.quantity ?? 0) })
  const order = scratch.orderOf(placed)
  if (order !== undefined) names.set(order.orderId, input.newId ?? input.id)
  return scratch.quantityText(order?.quantity ?? 0)
}

const FIRST_WORD = /^(base|coin|btc|bnb|eth)/i

/**
 * Two accounts of one owner, the maker buying: what a transfer books is what a trade without fees books. Balances are plain figures
 * or {free, locked}, under the names that the input uses.
 */
function transferBalances(input: Input): Fields {
  const maker = fieldsOf(input.maker)
  const taker = fieldsOf(input.taker)
  const scratch = new Scratch({ priceScale: scaleOf([input.price]), quantityScale: scaleOf([input.qty, input.makerOrderQty]), users: 2 })
  const makerSide = isGiven(maker.side) ? sideOf(maker.side) : 'buy'
  const before = [0, 1].map((user) => ({ base: scratch.balance(user, 'base'), quote: scratch.balance(user, 'quote') }))
  const price = scratch.ticks(input.price)
  scratch.place(0, { side: makerSide, price, quantity: scratch.lots(input.makerOrderQty ?? input.qty) })
  scratch.place(1, { side: makerSide === 'buy' ? 'sell' : 'buy', price, quantity: scratch.lots(input.qty) })
  const viewOfUser = (user: number, start: Fields): Fields => {
    const result: Record<string, unknown> = {}
    for (const asset of ['base', 'quote'] as const) {
      const text = asset === 'base' ? scratch.quantityText : scratch.moneyText
      const now = scratch.balance(user, asset)
      const was = before[user]?.[asset] ?? now
      const names = Object.keys(start).filter(
        (name) => FIRST_WORD.test(name) === (asset === 'base') && tryBalance(start[name]) !== undefined,
      )
      const locked = text(now.held)
      for (const name of [...names, asset]) {
        const free = tryBalance(start[name] ?? start[names[0] ?? '']) ?? '0'
        const left = format(subtract(exact(free), subtract(exact(text(was.available)), exact(text(now.available)))))
        result[name] = typeof start[name] === 'object' ? { free: left, locked } : left
        for (const suffix of ['Free', '_free']) result[name + suffix] = left
        for (const suffix of ['Locked', '_locked']) result[name + suffix] = locked
      }
    }
    return result
  }
  return { maker: viewOfUser(0, maker), taker: viewOfUser(1, taker) }
}

/** Free part of a balance in either form. */
function tryBalance(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const free = typeof value === 'object' && value !== null ? (value as Fields).free : undefined
  return free === undefined ? undefined : String(free)
}

export const bookOperations = {
  'spot.stp': (input: Input): Fields => runBook(input, true),
  'spot.stp.transferBalances': transferBalances,
  'spot.tif': (input: Input): Fields => runBook(input, false),
  'spot.market.insufficientLiquidity': (input: Input): Fields => runBook(input, false),
  'spot.market.byQuote': marketByQuote,
  'spot.amend.priority': amendPriority,
}
