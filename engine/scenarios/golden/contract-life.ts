/**
 * What the golden journal of contracts holds: every command of theirs, refused ones too, orders of all kinds with what is attached to them,
 * a settlement of funding and one that a payer lacks, an index that fails, orders cut to what their owners can bear, and each step by which a
 * position is lost: warning, reduction, take-over, disposal in the book, deleveraging, shared loss, the house's two sides, and the legs of one
 * who hedges.
 */
import { createState } from '../../src/create-state.ts'
import { asInstrumentId, asOrderId, asOrderListId, asPositionId, type UserId } from '../../src/ids/id.ts'
import { positionsOf } from '../../src/perp/read-positions.ts'
import type { Reason } from '../../src/reason.ts'
import type { CommandByKind } from '../../src/schema/commands.ts'
import { ExchangeDriver } from '../exchange-driver.ts'
import { CONTRACT, CONTRACT_FIXTURE } from '../perp-fixture.ts'
import { BTC, GIO, HOUR_MS, HOUSE, USDT, whole } from './golden-life.ts'

type Order = CommandByKind['placeContractOrder']
type Tpsl = CommandByKind['placePositionTpsl']

const SECOND = asInstrumentId(3)
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** Prices have one decimal. */
const at = (price: number): number => price * 10
const MARKET = { type: 'market', timeInForce: 'ioc', price: 0 } as const

const PLAIN = {
  action: 'open',
  type: 'limit',
  timeInForce: 'gtc',
  selfTrade: 'expireTaker',
  source: 'api',
  marginMode: 'cross',
  triggerBy: 'mark',
  direction: 'auto',
  takeProfitBy: 'mark',
  stopLossBy: 'last',
  checksLiquidation: 0,
  leverage: 20,
  triggerPrice: 0,
  callbackRate: 0n,
  callback: 0,
  expireAt: 0,
  takeProfit: 0,
  takeProfitLimit: 0,
  stopLoss: 0,
  stopLossLimit: 0,
  positionId: asPositionId(0),
} as const satisfies Partial<Order>

/** Name, balance in whole coins, and what he sets in the first contract. */
const TRADERS = [
  ...[['bob', 100_000], ['cat', 20_000, 'isolated'], ['dan', 5_000], ['eve', 5_000], ['fay', 50_000], ['gus', 20_000], ['max', 500_000]],
  ...[['ann', 20_000, 'isolated'], ['hal', 400, 'hedged'], ['ivy', 700], ['joe', 10_000]],
  ...[['kim', 27], ['lia', 700]],
] as const
/** What he set in the first contract; 20 of who is not there. */
const LEVERAGES: Readonly<Record<string, number>> = { hal: 50, kim: 125 }

class ContractLife {
  readonly exchange = new ExchangeDriver(createState())
  readonly #users = new Map<string, UserId>()

  join(name: string, amount: number): UserId {
    const userId = this.exchange.join(name, { 2: whole(amount) })
    this.#users.set(name, userId)
    return userId
  }

  user(name: string): UserId {
    const found = this.#users.get(name)
    if (found === undefined) throw new Error(`nobody is called ${name}`)
    return found
  }

  /** Journals a command whose answer is known. @returns the id of the first order that it made */
  says(reason: Reason, command: Parameters<ExchangeDriver['run']>[0], key = ''): number {
    const outcome = this.exchange.run(command, key)
    if (outcome.reason !== reason) throw new Error(`${command.kind}: ${outcome.reason}, not ${reason}, at entry ${this.exchange.seq}`)
    return outcome.orders[0]?.orderId ?? 0
  }

  /** A limit order of so many contracts, unless the rest says otherwise. */
  order(name: string, side: 'buy' | 'sell', price: number, quantity: number, over: Partial<Order> = {}, reason: Reason = 'none'): number {
    const settings = { marginMode: name === 'ann' || name === 'cat' ? ('isolated' as const) : ('cross' as const) }
    const terms = { ...PLAIN, ...settings, instrumentId: CONTRACT, price: at(price), quantity, leverage: LEVERAGES[name] ?? 20 }
    return this.says(reason, { kind: 'placeContractOrder', userId: this.user(name), side, ...terms, ...over })
  }

  /** Two customers trade with each other. */
  deal(buyer: string, seller: string, price: number, quantity: number, over: Partial<Order> = {}): void {
    this.order(seller, 'sell', price, quantity, over)
    this.order(buyer, 'buy', price, quantity, over)
  }

  tpsl(name: string, over: Partial<Tpsl>, reason: Reason = 'none'): void {
    const none = { takeProfit: 0, takeProfitLimit: 0, takeProfitQuantity: 0, stopLoss: 0, stopLossLimit: 0, stopLossQuantity: 0 }
    const terms = { takeProfitBy: 'mark', stopLossBy: 'mark', source: 'api', positionId: this.positionOf(name), ...none } as const
    this.says(reason, { kind: 'placePositionTpsl', userId: this.user(name), ...terms, ...over })
  }

  margin(name: string, amount: bigint, reason: Reason = 'none'): void {
    this.says(reason, { kind: 'changePositionMargin', userId: this.user(name), positionId: this.positionOf(name), amount })
  }

  leverage(name: string, leverage: number): void {
    this.says('none', { kind: 'setLeverage', userId: this.user(name), instrumentId: CONTRACT, leverage })
  }

  positionOf(name: string, instrumentId = CONTRACT): ReturnType<typeof asPositionId> {
    const found = positionsOf(this.exchange.state, this.user(name)).findLast((position) => position.instrumentId === instrumentId)
    return found?.positionId ?? asPositionId(999_999)
  }

  cancelAll(name: string): void {
    this.says('none', { kind: 'cancelAllOrders', userId: this.user(name), instrumentId: asInstrumentId(-1) })
  }

  /** What the one source says that speaks, for good; nothing = all are silent. */
  index(price: number | undefined, assetId = BTC): void {
    const items = [0, 1, 2].map((source) => {
      const isSaid = source === 0 && price !== undefined
      const said = isSaid ? BigInt(price) * 10n ** 12n : 0n
      return { assetId, source, state: isSaid ? ('pinned' as const) : ('silent' as const), price: said, at: this.exchange.now }
    })
    this.says('none', { kind: 'reportPrices', items })
    this.tick()
  }

  tick(): void {
    this.says('none', { kind: 'tick' })
  }

  /** Second by second, unless the rest says otherwise. */
  pass(times: number, step = SECOND_MS): void {
    for (let left = times; left > 0; left -= 1) {
      this.exchange.now += step
      this.tick()
    }
  }

  /** Every twenty minutes, until so long before the next settlement. */
  awaitFunding(before: number): void {
    const next = Math.ceil(this.exchange.now / (8 * HOUR_MS)) * 8 * HOUR_MS - before
    while (this.exchange.now < next) {
      this.exchange.now = Math.min(next, this.exchange.now + 20 * MINUTE_MS)
      this.tick()
    }
  }

  fund(amount: number, reason: Reason = 'none'): void {
    this.says(reason, { kind: 'fundInsurance', assetId: USDT, amount: whole(amount), ...HOUSE })
  }
}

function open(life: ContractLife): void {
  const { exchange } = life
  exchange.open()
  exchange.must({ kind: 'defineAsset', symbol: 'GIO', scale: 6, document: {} })
  const rules = { unitAssetId: USDT, sources: ['a', 'b', 'c'], freshMs: 30_000, capE8: 1_000_000, weights: [] }
  life.says('none', { kind: 'setIndexTerms', ...rules, ...HOUSE })
  const { terms, contract } = CONTRACT_FIXTURE
  life.says('none', { kind: 'defineContract', terms, contract, ...HOUSE })
  life.says('none', { kind: 'defineContract', terms: { ...terms, symbol: 'E-GIO-USDT', baseAssetId: GIO }, contract, ...HOUSE })
  life.says('badParameter', { kind: 'defineContract', terms, contract: { ...contract, maxLeverage: 0 }, ...HOUSE })
  life.says('none', { kind: 'changeContract', instrumentId: SECOND, terms: { ...terms, symbol: 'E-GIO-USDT', baseAssetId: GIO }, contract, ...HOUSE })
  life.says('instrumentNotFound', { kind: 'changeContract', instrumentId: asInstrumentId(9), terms, contract, ...HOUSE })
  life.index(60_000)
  life.index(60_000, GIO)
  for (const [name, amount, setting] of TRADERS) {
    const userId = life.join(name, amount)
    if (name === 'ann') life.order('ann', 'buy', 60_000, 1, {}, 'contractNotOpened')
    life.says('none', { kind: 'openContractAccount', userId })
    life.says('none', { kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: USDT, amount: whole(amount) })
    if (setting === 'isolated') life.says('none', { kind: 'setMarginMode', userId, mode: 'isolated', instrumentId: CONTRACT })
    if (setting === 'hedged') life.says('none', { kind: 'setPositionMode', userId, isHedged: 1 })
  }
  life.says('leverageRange', { kind: 'setLeverage', userId: life.user('hal'), instrumentId: CONTRACT, leverage: 200 })
  for (const [name, leverage] of Object.entries(LEVERAGES)) life.leverage(name, leverage)
  life.fund(0, 'badNumber')
  life.fund(-1, 'insufficientBalance')
  life.fund(100_000)
}

/** Orders of every kind, and what is attached to them; prices at which some of them fire. */
function trade(life: ContractLife): void {
  const { exchange } = life
  life.order('max', 'buy', 59_500, 20, { timeInForce: 'postOnly' })
  life.order('max', 'sell', 60_390, 20)
  life.order('joe', 'buy', 61_000, 30, { timeInForce: 'fok' })
  life.order('joe', 'buy', 61_000, 4, { timeInForce: 'ioc', takeProfit: at(63_000), takeProfitLimit: at(62_900), stopLoss: at(57_000) })
  life.order('joe', 'buy', 60_500, 3, { ...MARKET, leverage: 7 }, 'leverageMismatch')
  life.order('joe', 'sell', 0, 2, MARKET)
  const resting = life.order('joe', 'buy', 58_000, 5)
  const names = { userId: life.user('joe'), clientOrderId: '' }
  const amended = life.says('none', { kind: 'amendOrder', ...names, orderId: asOrderId(resting), price: at(58_500), quantity: 6, triggerPrice: 0 })
  life.says('none', { kind: 'cancelOrder', ...names, orderId: asOrderId(amended), orderListId: asOrderListId(0) })
  const soon = { expireAt: exchange.now + 7 * 24 * HOUR_MS }
  life.order('joe', 'buy', 0, 3, { ...MARKET, ...soon, triggerPrice: at(60_300), triggerBy: 'index' })
  life.order('joe', 'sell', 0, 3, { ...MARKET, ...soon, callbackRate: 1_000_000n, triggerBy: 'mark' })
  life.order('joe', 'sell', 60_700, 1, { ...soon, triggerPrice: at(59_000), direction: 'up' }, 'wouldTriggerImmediately')
  life.tpsl('joe', { takeProfit: at(60_400), takeProfitQuantity: 1, stopLoss: at(55_000) })
  life.tpsl('joe', { takeProfit: at(70_000), takeProfitQuantity: 1 })
  life.tpsl('dan', { takeProfit: at(60_400) }, 'positionNotFound')
  exchange.now += 5 * SECOND_MS
  life.index(60_300)
  life.index(60_500)
  life.index(59_800)
  life.order('joe', 'sell', 0, 0, { ...MARKET, action: 'closeWhole', positionId: life.positionOf('joe') })
  life.deal('joe', 'max', 60_000, 5)
  life.order('joe', 'sell', 0, 0, { ...MARKET, action: 'reverse', positionId: life.positionOf('joe') })
  life.deal('ann', 'bob', 60_000, 10)
  life.margin('ann', whole(20))
  life.margin('ann', -whole(10))
  life.margin('ann', -whole(1_000), 'marginRange')
  life.margin('bob', whole(1), 'marginModeMismatch')
  life.says('marginModeLocked', { kind: 'setMarginMode', userId: life.user('ann'), mode: 'cross', instrumentId: CONTRACT })
  life.says('positionModeLocked', { kind: 'setPositionMode', userId: life.user('ann'), isHedged: 1 })
  life.leverage('bob', 25)
  life.leverage('bob', 20)
  for (const status of ['reduceOnly', 'halt', 'trading'] as const) {
    life.says('none', { kind: 'setInstrumentStatus', instrumentId: CONTRACT, status, ...HOUSE })
    if (status !== 'trading') life.order('bob', 'sell', 60_000, 1, {}, 'pairHalted')
  }
}

/** Until behind the next settlement, with a book that says more than the index. */
function payFunding(life: ContractLife): void {
  life.index(60_000)
  life.order('max', 'buy', 60_050, 2_000)
  life.order('max', 'sell', 60_500, 10)
  life.awaitFunding(0)
  life.cancelAll('max')
  life.deal('max', 'joe', 60_000, 4)
  life.pass(40, 5 * SECOND_MS)
}

/** Who shares a balance loses it in one contract, while the other has no index: there he pays no funding, and those who should get it miss it. */
function lackFunding(life: ContractLife): void {
  const elsewhere = { instrumentId: SECOND }
  life.deal('lia', 'bob', 60_000, 100)
  life.deal('lia', 'fay', 60_000, 100, elsewhere)
  life.deal('eve', 'gus', 60_000, 50, elsewhere)
  life.awaitFunding(HOUR_MS)
  life.index(undefined, GIO)
  life.index(50_000)
  life.pass(40)
  life.awaitFunding(0)
  life.pass(3)
  life.index(60_000, GIO)
  life.pass(33)
}

/** Everybody gives back what he has: the next losses begin alone. */
function closeAll(life: ContractLife): void {
  for (const [name] of TRADERS) life.cancelAll(name)
  life.index(60_000)
  for (const { instrumentId, assetId } of [{ instrumentId: CONTRACT, assetId: BTC }, { instrumentId: SECOND, assetId: GIO }]) {
    life.index(60_000, assetId)
    for (const [name] of TRADERS) {
      if (name === 'max') continue
      for (const { instrumentId: where, isShort, quantity } of positionsOf(life.exchange.state, life.user(name))) {
        if (where !== instrumentId) continue
        life.order('max', isShort ? 'sell' : 'buy', 60_000, quantity, { instrumentId })
        life.order(name, isShort ? 'buy' : 'sell', 60_000, quantity, { instrumentId, action: 'close', ...modeIn(name, instrumentId) })
      }
    }
  }
  life.pass(2)
}

/** Who has margins of their own have them in the first contract alone. */
const modeIn = (name: string, instrumentId: typeof CONTRACT): Partial<Order> =>
  (name === 'ann' || name === 'cat') && instrumentId === CONTRACT ? { marginMode: 'isolated' } : { marginMode: 'cross' }

/** An order at a price that the market left trades as far as its owner can bear it, and ends with the rest. */
function cut(life: ContractLife): void {
  life.order('kim', 'buy', 60_000, 50)
  life.index(59_500)
  life.order('bob', 'sell', 60_000, 50)
  life.order('kim', 'buy', 60_000, 50, {}, 'insufficientBalance')
  closeAll(life)
}

/** A warning, a reduction to the floor of a bracket, a take-over, a disposal along the line and the rest deleveraged, whose orders go. */
function lose(life: ContractLife): void {
  life.deal('ann', 'bob', 60_000, 1_000)
  life.order('gus', 'buy', 57_400, 500)
  life.index(57_370)
  life.index(57_290)
  life.cancelAll('gus')
  life.order('gus', 'buy', 56_975, 200)
  life.order('bob', 'sell', 64_000, 1)
  life.index(57_000)
  life.pass(70)
  closeAll(life)
}

/** The index of what the house has fails and comes back; then nothing filled for too long. */
function failIndex(life: ContractLife): void {
  life.deal('ann', 'dan', 60_000, 100)
  life.index(57_200)
  life.index(undefined)
  life.order('bob', 'buy', 57_000, 1, {}, 'indexFrozen')
  life.says('indexFrozen', { kind: 'setMarginMode', userId: life.user('bob'), mode: 'isolated', instrumentId: CONTRACT })
  life.pass(35)
  life.index(57_200)
  life.pass(33)
  closeAll(life)
}

/** A gap that the fund may not bear: who gained most gives up all of it, and what is left of the loss those share who gained on his side. */
function shareLosses(life: ContractLife): void {
  for (const name of ['dan', 'eve']) life.leverage(name, 1)
  life.order('dan', 'sell', 60_000, 10, { leverage: 1 })
  life.order('eve', 'sell', 60_000, 20, { leverage: 1 })
  life.order('fay', 'sell', 60_000, 70)
  life.order('ann', 'buy', 60_000, 100)
  life.index(57_500)
  life.order('fay', 'buy', 56_700, 70)
  life.order('gus', 'buy', 56_700, 30)
  life.order('bob', 'sell', 56_700, 100)
  life.says('none', { kind: 'fundInsurance', assetId: USDT, amount: whole(400) - fundIn(life), ...HOUSE })
  life.index(50_000)
  life.pass(3)
  life.fund(100_000)
  for (const name of ['dan', 'eve']) life.leverage(name, 20)
  closeAll(life)
}

const fundIn = ({ exchange }: ContractLife): bigint => {
  const last = exchange.events.findLast((event) => event.kind === 'insuranceChanged')
  return last?.kind === 'insuranceChanged' ? last.balance : 0n
}

/** Who hedges has his legs meet; who shares a balance loses all of it at once. */
function loseShared(life: ContractLife): void {
  life.deal('hal', 'bob', 60_000, 100)
  life.order('bob', 'buy', 60_000, 60)
  life.order('hal', 'sell', 60_000, 60)
  life.index(51_250)
  life.index(51_100)
  life.deal('ivy', 'gus', 51_100, 100)
  life.index(51_100, GIO)
  life.deal('ivy', 'gus', 51_100, 100, { instrumentId: SECOND })
  life.order('ivy', 'buy', 42_000, 1)
  life.index(45_000)
  life.index(45_000, GIO)
  life.pass(33)
}

/** An index that stays silent for a day: two operators settle the contract at its last one. */
function settle(life: ContractLife): void {
  const settled = { kind: 'settleContract', instrumentId: CONTRACT, proposedBy: 'another', ...HOUSE } as const
  life.says('badParameter', settled)
  life.index(undefined)
  life.pass(25, HOUR_MS)
  life.says('none', settled)
  life.pass(5)
}

/** @returns the exchange behind all of it */
export function contractLife(): ExchangeDriver {
  const life = new ContractLife()
  open(life)
  trade(life)
  payFunding(life)
  closeAll(life)
  lackFunding(life)
  closeAll(life)
  cut(life)
  lose(life)
  failIndex(life)
  shareLosses(life)
  loseShared(life)
  settle(life)
  return life.exchange
}
