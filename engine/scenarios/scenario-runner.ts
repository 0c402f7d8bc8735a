/** Runs a scenario against an exchange of its own and tells every difference. */
import type { Command, InstrumentTerms, OrderTerms, OrderType, SelfTradeMode, Side, TimeInForce } from '../src/command.ts'
import type { Outcome } from '../src/event.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, asUserId, type OrderId, type UserId } from '../src/ids/id.ts'
import { formatDecimal } from '../src/money/decimal.ts'
import { PLAIN_PAIR, PLAIN_TERMS } from '../src/plain-terms.ts'
import { balanceOf, debtOf, depthOf, instrumentOf, openOrdersOf } from '../src/read.ts'
import type { Reason } from '../src/reason.ts'
import { PLACEMENT_KINDS } from '../src/schema/commands.ts'
import { decimal, durationOf, fields, lots, pairOf, price, rate, show, words } from './cells.ts'
import { ExchangeDriver, SPOT_FIXTURE } from './exchange-driver.ts'
import { PERP_FACTS } from './perp-facts.ts'
import { perpFaults } from './perp-faults.ts'
import { PERP_LINES } from './perp-opening.ts'
import { makeQuote, PRODUCT_FACTS } from './product-facts.ts'
import type { Scenario } from './scenario-parser.ts'
import { type Quote, VERBS } from './verbs.ts'
import { isSame, WALLET_FACTS } from './wallet-facts.ts'

const ASSETS = ['BTC', 'USDT', 'GIO']
const SCALE = 8
const PAIR = asInstrumentId(1)
const NO_USER = asUserId(0)
/** For rows whose user must not exist. */
const STRANGER = asUserId(100_999)

/** What came of a scenario. */
export interface ScenarioResult {
  /** Differences found, with line numbers, then faults of the exchange; empty when all is as written. */
  readonly differences: readonly string[]
  /** Every reason the engine answered with. */
  readonly reasons: ReadonlySet<Reason>
}

/** Runs a scenario up to its first difference; a scenario without one must also leave a sound exchange. */
export function runScenario(scenario: Scenario): ScenarioResult {
  const run = new ScenarioRun()
  for (const line of scenario.lines) {
    try {
      run.line(line.text)
      run.differences.push(...run.exchange.bookFaults(), ...perpFaults(run.exchange))
    } catch (error) {
      run.differences.push(error instanceof Error ? error.message : String(error))
    }
    if (run.differences.length > 0)
      return { differences: run.differences.map((text) => `line ${line.number}: ${text}`), reasons: run.exchange.reasons }
  }
  return { differences: run.exchange.faults(), reasons: run.exchange.reasons }
}

class ScenarioRun {
  exchange = new ExchangeDriver()
  readonly differences: string[] = []
  readonly users = new Map<string, UserId>()
  /** Sequence of the entry of a label. */
  readonly labels = new Map<string, number>()
  /** Id of the first order that it placed. */
  readonly placed = new Map<string, OrderId>()
  readonly quotes = new Map<string, Quote>()
  pair: Partial<InstrumentTerms> = {}
  columns: string[] = []
  isOpen = false

  line(text: string): void {
    if (text.includes('|')) this.row(text.split('|').map((cell) => cell.trim()))
    else if (text.startsWith('pair ')) this.settings(words(text))
    else if (text === 'fixture spot') this.pair = SPOT_FIXTURE
    else if (text.startsWith('second pair ')) this.secondPair(words(text))
    else if (text.startsWith('trade ')) this.trade(words(text))
    else if (text.startsWith('user ')) this.join(words(text))
    else if (text.startsWith('levels ')) this.levels(words(text))
    else if (text.startsWith('quote ')) this.quote(words(text))
    else if (PERP_LINES[words(text)[0] ?? ''] !== undefined) this.perpLine(words(text))
    else if (text.startsWith('expect ')) this.expect(words(text))
    else throw new Error(`not understood: ${text}`)
  }

  settings(cells: readonly string[]): void {
    const changes = pairOf(cells)
    if (!this.isOpen) {
      this.pair = { ...this.pair, ...changes }
      return
    }
    const known = instrumentOf(this.exchange.state, PAIR)
    if (known === undefined) throw new Error('no pair')
    this.exchange.must({ kind: 'changeInstrument', instrumentId: PAIR, terms: { ...known.terms, ...changes }, actor: 'ops', why: '' })
  }

  open(): void {
    if (this.isOpen) return
    this.isOpen = true
    this.exchange.open(this.pair)
    this.exchange.must({ kind: 'defineAsset', symbol: 'GIO', scale: SCALE, document: {} })
  }

  /** second pair GIO/USDT 2: a pair of the fee asset with a reference price. */
  secondPair([, , symbol = '', reference = '']: readonly string[]): void {
    this.open()
    const [base = '', quote = ''] = symbol.split('/')
    const baseAssetId = asAssetId(ASSETS.indexOf(base) + 1)
    const quoteAssetId = asAssetId(ASSETS.indexOf(quote) + 1)
    this.exchange.must({
      kind: 'defineInstrument',
      terms: { ...PLAIN_PAIR, symbol, baseAssetId, quoteAssetId, referencePrice: price(reference) },
    })
  }

  /** trade 61000 0.01: two strangers trade at a price; nothing better may rest. */
  trade([, at = '', quantity = '']: readonly string[]): void {
    for (const name of ['seller of trades', 'buyer of trades'])
      if (!this.users.has(name)) this.users.set(name, this.exchange.join(name, { 1: 10n ** 15n, 2: 10n ** 17n }))
    const cells = new Map([
      ['price', at],
      ['quantity', quantity],
    ])
    for (const [name, side, expected] of [
      ['seller of trades', 'sell', 'new'],
      ['buyer of trades', 'buy', 'filled'],
    ] as const) {
      const cell = (column: string): string => (column === 'side' ? side : (cells.get(column) ?? ''))
      const outcome = this.place(this.users.get(name) ?? NO_USER, '', cell)
      const status = outcome.orders[0]?.status ?? outcome.reason
      if (status !== expected) this.differences.push(`trade: ${side} is ${status}`)
    }
  }

  join([, name = '', ...grants]: readonly string[]): void {
    this.open()
    const balances: Record<number, bigint> = {}
    for (const grant of grants) {
      const [symbol = '', amount = ''] = grant.split('=')
      balances[ASSETS.indexOf(symbol) + 1] = decimal(amount, SCALE)
    }
    this.users.set(name, this.exchange.join(name, balances))
  }

  /** How contracts open and time passes: see `perp-opening.ts`. */
  perpLine([act = '', ...rest]: readonly string[]): void {
    this.open()
    PERP_LINES[act]?.({ exchange: this.exchange, users: this.users }, rest)
  }

  /** levels 0:0.001/0.002 1000:…: volume:maker/taker. `asset=GIO discount=0.25` may follow. */
  levels([, ...cells]: readonly string[]): void {
    this.open()
    const levels = cells
      .filter((cell) => cell.includes(':'))
      .map((cell) => {
        const [volume = '', rates = ''] = cell.split(':')
        const [maker = '', taker = ''] = rates.split('/')
        return { volumeMin: decimal(volume, SCALE), makerFeeE8: rate(maker), takerFeeE8: rate(taker) }
      })
    const options = fields(cells)
    const feeAssetId = asAssetId(ASSETS.indexOf(options.get('asset') ?? '') + 1)
    this.exchange.must({ kind: 'setFeeSchedule', levels, feeAssetId, feeAssetDiscountE8: rate(options.get('discount') ?? '0') })
  }

  row(cells: readonly string[]): void {
    if (cells[0] === 'who' || cells[0] === 'after') {
      this.columns = [...cells]
      return
    }
    this.open()
    const row = new Map(this.columns.map((column, index) => [column, cells[index] ?? '']))
    this.exchange.now += durationOf(row.get('after') ?? '')
    const expected = row.get('outcome') ?? ''
    const outcome = this.command(row)
    const actual = outcome.reason !== 'none' ? outcome.reason : outcome.orders.map((order) => order.status).join(' ') || 'done'
    const shown = outcome.replayed ? `replayed ${actual}` : actual
    if (shown !== expected) this.differences.push(`expected ${expected}, got ${shown}`)
  }

  command(row: ReadonlyMap<string, string>): Outcome {
    const cell = (column: string): string => row.get(column) ?? ''
    const userId = this.users.get(cell('who')) ?? STRANGER
    const label = cell('label')
    const act = cell('do')
    const admin = this.adminCommand(act, userId, cell)
    if (admin !== undefined) {
      const outcome = this.exchange.run(admin)
      const isReplaced = (outcome.orders[0]?.replacedOrderId ?? 0) !== 0
      // Labels name entries that made orders, or a withdrawal or payment with the entry's number as id.
      const isMade = outcome.reason === 'none' && (PLACEMENT_KINDS.has(admin.kind) || outcome.value === outcome.seq)
      if (isMade || isReplaced) this.name(label, outcome)
      return outcome
    }
    if (act === 'place') return this.place(userId, label, cell)
    const address = act === 'cancelKey' ? { orderId: asOrderId(0), clientOrderId: label, ...callerOf(cell) } : this.address(label)
    if (act === 'cancel' || act === 'cancelKey')
      return this.exchange.run({ kind: 'cancelOrder', userId, clientOrderId: '', orderListId: asOrderListId(0), ...address })
    if (act === 'amend') {
      const outcome = this.exchange.run({
        kind: 'amendOrder',
        userId,
        clientOrderId: '',
        ...address,
        price: price(cell('price')),
        quantity: lots(cell('quantity')),
        triggerPrice: price(cell('trigger')),
      })
      if (outcome.orders[0]?.replacedOrderId !== undefined && outcome.orders[0].replacedOrderId !== 0) this.name(label, outcome)
      return outcome
    }
    throw new Error(`unknown command ${act}`)
  }

  adminCommand(act: string, userId: UserId, cell: (column: string) => string): Command | undefined {
    const inviterId = this.users.get(cell('inviter')) ?? STRANGER
    const { now, startedAt: start } = this.exchange
    const { seqOf, orderNamed, userNamed } = this
    const quote = (label: string): Quote => this.quoteOf(label)
    return VERBS.get(act)?.({ state: this.exchange.state, userId, inviterId, cell, now, start, quote, seqOf, orderNamed, userNamed })
  }

  readonly userNamed = (name: string): UserId => this.users.get(name) ?? STRANGER
  readonly seqOf = (label: string): number => this.labels.get(label) ?? 999_999_999

  /** The order that label or label#leg stands for; the legs of an entry have ids that follow each other. */
  readonly orderNamed = (label: string): OrderId => {
    const [name = '', leg = '0'] = label.split('#')
    const first = this.placed.get(name)
    return asOrderId(first === undefined ? 999_999_999 : first + Number(leg))
  }

  address(label: string): { readonly orderId: OrderId } {
    return { orderId: this.orderNamed(label) }
  }

  name(label: string, { orders: [first] }: Outcome): void {
    this.labels.set(label, this.exchange.seq)
    if (first !== undefined) this.placed.set(label, first.orderId)
  }

  place(userId: UserId, label: string, cell: (column: string) => string): Outcome {
    const child = cell('child')
    const command: Command = {
      kind: 'placeOrder',
      userId,
      instrumentId: asInstrumentId(Number(cell('pair') || PAIR)),
      terms: this.terms(cell),
      selfTrade: (cell('stp') || 'expireTaker') as SelfTradeMode,
      source: 'api',
      child: child === '' ? null : this.terms((column) => fields(child.split(' ')).get(column) ?? ''),
      ...callerOf(cell),
    }
    const outcome = this.exchange.run(command, cell('key') || label)
    if (!outcome.replayed && label !== '' && !this.labels.has(label)) this.name(label, outcome)
    return outcome
  }

  terms(cell: (column: string) => string): OrderTerms {
    const type = (cell('type') || 'limit') as OrderType
    const amount = cell('amount')
    return {
      ...PLAIN_TERMS,
      side: cell('side') as Side,
      type,
      timeInForce: (cell('tif') || 'gtc') as TimeInForce,
      price: price(cell('price')),
      quantity: lots(cell('quantity')),
      quoteAmount: amount === '' ? 0n : decimal(amount, SCALE),
      triggerPrice: price(cell('trigger')),
      triggerLimitPrice: price(cell('triggerLimit')),
      activationPrice: price(cell('activation')),
      trailingBps: Number(cell('bps') || '0'),
      visibleQuantity: lots(cell('visible')),
      expireAt: cell('life') === '' ? 0 : this.exchange.now + Number(cell('life')),
    }
  }

  expect(cells: readonly string[]): void {
    const [, what, ...rest] = cells
    const expected = rest.join(' ')
    const actual = this.actual(what ?? '', rest)
    if (actual !== expected) this.differences.push(`expected ${what} ${expected}, got ${actual}`)
  }

  actual(what: string, rest: readonly string[]): string {
    const [first = '', second = ''] = rest
    switch (what) {
      case 'balance': {
        const userId = this.users.get(first) ?? STRANGER
        const { available, held } = balanceOf(this.exchange.state, userId, asAssetId(ASSETS.indexOf(second) + 1))
        return `${first} ${second} ${formatDecimal(available, SCALE)} held ${formatDecimal(held, SCALE)}`
      }
      case 'financial':
        return this.financial(first, second)
      case 'debt': {
        const userId = this.users.get(first) ?? STRANGER
        return `${first} ${second} ${formatDecimal(debtOf(this.exchange.state, userId, asAssetId(ASSETS.indexOf(second) + 1)), SCALE)}`
      }
      case 'order':
        return `${first} ${this.orderFacts(first, rest.slice(1))}`
      case 'placementHold':
        return `${first} ${this.placementHold(first)}`
      case 'trades':
        return this.trades()
      case 'depth':
        return `${first} ${depthOf(this.exchange.state, PAIR, first as Side, 50)
          .map((level) => `${show(level.price, 2)}x${show(level.quantity, 5)}`)
          .join(' ')}`.trim()
      case 'open':
        return `${first} ${openOrdersOf(this.exchange.state, this.users.get(first) ?? STRANGER).length}`
      case 'last':
        return show(instrumentOf(this.exchange.state, PAIR)?.lastPrice ?? 0, 2)
      case 'status':
        return instrumentOf(this.exchange.state, PAIR)?.status ?? ''
      default:
        return this.productFact(what, rest)
    }
  }

  quote(cells: readonly string[]): void {
    this.open()
    const names = { users: this.users, assets: ASSETS }
    this.quotes.set(cells[1] ?? '', makeQuote(this.exchange, names, this.quotes.size + 1, cells.slice(1)))
  }

  quoteOf(label: string): Quote {
    const quote = this.quotes.get(label)
    if (quote === undefined) throw new Error(`no quote ${label}`)
    return quote
  }

  productFact(what: string, rest: readonly string[]): string {
    if (what === 'quote') {
      const { sendAmount, receiveAmount } = this.quoteOf(rest[0] ?? '')
      return `${rest[0]} ${formatDecimal(sendAmount, SCALE)} for ${formatDecimal(receiveAmount, SCALE)}`
    }
    const wallet = WALLET_FACTS[what]
    if (wallet !== undefined) {
      const { seqOf, userNamed } = this
      const found = wallet(
        { state: this.exchange.state, events: this.exchange.events, seqOf, userNamed, assetOf: (symbol) => ASSETS.indexOf(symbol) + 1 },
        rest,
      )
      const said = rest.at(-1) ?? ''
      return [...rest.slice(0, -1), isSame(found, said) ? said : found].join(' ')
    }
    const perp = PERP_FACTS[what]
    if (perp !== undefined)
      return perp({ exchange: this.exchange, assets: ASSETS, orderNamed: this.orderNamed, userNamed: this.userNamed }, rest)
    const fact = PRODUCT_FACTS[what]
    if (fact === undefined) throw new Error(`unknown expectation ${what}`)
    return fact(this.exchange, { users: this.users, assets: ASSETS }, rest)
  }

  financial(user: string, symbol: string): string {
    const asset = asAssetId(ASSETS.indexOf(symbol) + 1)
    return `${user} ${symbol} ${formatDecimal(balanceOf(this.exchange.state, this.users.get(user) ?? STRANGER, asset, 'financial').available, SCALE)}`
  }

  /** What the order's first hold took, whatever it released since. */
  placementHold(label: string): string {
    const { orderId } = this.address(label)
    const found = this.exchange.events.find(
      (event) => event.kind === 'balanceChanged' && event.cause === 'hold' && event.reference === orderId,
    )
    return found?.kind === 'balanceChanged' ? formatDecimal(found.heldDelta, SCALE) : 'none'
  }

  trades(): string {
    const trades = this.exchange.events.flatMap((event) => (event.kind === 'traded' ? [event] : []))
    return trades.length === 0 ? 'none' : trades.map((trade) => `${show(trade.price, 2)}x${show(trade.quantity, 5)}`).join(' ')
  }

  /** The facts asked for, as `name=value`, in the order asked. */
  orderFacts(label: string, asked: readonly string[]): string {
    const order = this.exchange.orders.get(this.address(label).orderId)
    if (order === undefined) return 'unknown'
    const facts = new Map<string, string>([
      ['status', order.status],
      ['reason', order.closeReason],
      ['price', show(order.price, 2)],
      ['quantity', show(order.quantity, 5)],
      ['executed', show(order.executedQuantity, 5)],
      ['value', formatDecimal(order.executedQuote, SCALE)],
      ['prevented', show(order.preventedQuantity, 5)],
      ['fee', formatDecimal(order.fee, SCALE)],
      ['held', formatDecimal(order.held, SCALE)],
      ['triggered', String(order.triggered)],
      ['replaced', String(order.replacedOrderId !== 0)],
    ])
    return asked.map((fact) => `${fact.split('=')[0]}=${facts.get(fact.split('=')[0] ?? '')}`).join(' ')
  }
}

/** Number of the API key that gives the command of a row; without one a session does. */
const callerOf = (cell: (column: string) => string): { readonly caller?: number } =>
  cell('caller') === '' ? {} : { caller: Number(cell('caller')) }
