/** Lines of scenarios about contracts that are no commands of customers: how they open, what the index is, how time passes. */
import { asAssetId, asInstrumentId, asPositionId, type InstrumentId, type UserId } from '../src/ids/id.ts'
import { contractOf } from '../src/perp/read-contract.ts'
import { contractSettingsOf } from '../src/perp/read-positions.ts'
import type { CommandByKind } from '../src/schema/commands.ts'
import { INDEX_SCALE } from '../src/schema/index-price.ts'
import { durationOf, fields } from './cells.ts'
import type { ExchangeDriver } from './exchange-driver.ts'
import { CONTRACT, CONTRACT_FIXTURE, contractWith, ticksOf, unitsOf } from './perp-fixture.ts'

export interface Opening {
  readonly exchange: ExchangeDriver
  readonly users: Map<string, UserId>
}

const ADMIN = { actor: 'ops', why: 'test' } as const
const COIN = asAssetId(1)
const UNIT = asAssetId(2)
const SOURCES = ['a', 'b', 'c']
const SAMPLE_MS = 5_000
const SECOND_MS = 1_000

/** `contract takerFee=0.001 index=50000`: the first time makes it, and index terms of three sources; later ones change it. */
function contract({ exchange }: Opening, rest: readonly string[]): void {
  const words = fields(rest)
  const known = contractOf(exchange.state, CONTRACT)
  const settings = new Map([...words].filter(([name]) => name !== 'index'))
  const made = contractWith(known === undefined ? CONTRACT_FIXTURE : known, settings)
  if (known !== undefined) {
    exchange.must({ kind: 'changeContract', instrumentId: CONTRACT, terms: made.terms, contract: made.contract, ...ADMIN })
    return
  }
  exchange.must({ kind: 'setIndexTerms', unitAssetId: UNIT, sources: SOURCES, freshMs: 30_000, capE8: 1_000_000, weights: [], ...ADMIN })
  exchange.must({ kind: 'defineContract', ...made, ...ADMIN })
  setIndex(exchange, words.get('index') ?? '60000')
}

/** `second 0.3`: the contract E-GIO-USDT, the third instrument, and its index. */
function second({ exchange }: Opening, [index = '60000']: readonly string[]): void {
  const { terms, contract: ofContract } = CONTRACT_FIXTURE
  const named = { ...terms, symbol: 'E-GIO-USDT', baseAssetId: asAssetId(3) }
  exchange.must({ kind: 'defineContract', terms: named, contract: ofContract, ...ADMIN })
  setIndex(exchange, index, 3)
}

/** The first source says it for good, the others nothing; then what is due because of it happens. */
function setIndex(exchange: ExchangeDriver, price: string, asset = 1): void {
  const said = price === 'none' ? 0n : unitsOf(price, INDEX_SCALE)
  const assetId = asset === 1 ? COIN : asAssetId(asset)
  const items = SOURCES.map((_, source) => {
    const isSaid = source === 0 && said !== 0n
    return { assetId, source, state: isSaid ? ('pinned' as const) : ('silent' as const), price: isSaid ? said : 0n, at: exchange.now }
  })
  exchange.must({ kind: 'reportPrices', items })
  exchange.must({ kind: 'tick' })
}

/** `trader ann 1000 leverage=20 mode=isolated hedge=on`: a customer with so much USDT in his contract account. */
function trader({ exchange, users }: Opening, [name = '', amount = '', ...rest]: readonly string[]): void {
  const words = fields(rest)
  const minor = unitsOf(amount)
  const userId = exchange.join(name, { 2: minor })
  users.set(name, userId)
  exchange.must({ kind: 'openContractAccount', userId })
  if (minor > 0n) exchange.must({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: UNIT, amount: minor })
  if (words.get('hedge') === 'on') exchange.must({ kind: 'setPositionMode', userId, isHedged: 1 })
  if (words.get('mode') === 'isolated') exchange.must({ kind: 'setMarginMode', userId, mode: 'isolated', instrumentId: CONTRACT })
  const leverage = Number(words.get('leverage') ?? '20')
  if (leverage !== 20) exchange.must({ kind: 'setLeverage', userId, instrumentId: CONTRACT, leverage })
}

const MAKER_TERMS = {
  kind: 'placeContractOrder',
  action: 'open',
  type: 'limit',
  timeInForce: 'gtc',
  selfTrade: 'expireTaker',
  source: 'api',
  marginMode: 'cross',
  triggerBy: 'mark',
  direction: 'auto',
  takeProfitBy: 'mark',
  stopLossBy: 'mark',
  checksLiquidation: 0,
  triggerPrice: 0,
  callbackRate: 0n,
  callback: 0,
  expireAt: 0,
  takeProfit: 0,
  takeProfitLimit: 0,
  stopLoss: 0,
  stopLossLimit: 0,
  positionId: asPositionId(0),
} as const satisfies Partial<CommandByKind['placeContractOrder']>

/**
 * `makers 40000 80000 quantity=1 contract=2`: somebody quotes both sides, far from where anybody trades; five seconds later the basis is
 * sampled, and as long as the middle is the index, so is the mark.
 */
function makers({ exchange, users }: Opening, [bid = '', ask = '', ...rest]: readonly string[]): void {
  const words = fields(rest)
  if (!users.has('maker')) trader({ exchange, users }, ['maker', '1000000'])
  const instrumentId: InstrumentId = asInstrumentId(Number(words.get('contract') ?? CONTRACT))
  const userId = users.get('maker') as UserId
  for (const [side, price] of [
    ['buy', bid],
    ['sell', ask],
  ] as const) {
    const quantity = Number(words.get('quantity') ?? '1')
    const leverage = contractSettingsOf(exchange.state, userId, instrumentId)?.leverage ?? 0
    const { reason, orders } = exchange.run({ ...MAKER_TERMS, leverage, userId, instrumentId, side, price: ticksOf(price), quantity })
    if (reason !== 'none' || orders[0]?.status !== 'new') throw new Error(`makers: ${side} is ${orders[0]?.status ?? reason}`)
  }
  exchange.now += 5 * SECOND_MS
  exchange.must({ kind: 'tick' })
}

/** `pass 8h`: sample by sample; less than a minute second by second. */
function pass({ exchange }: Opening, [duration = '']: readonly string[]): void {
  const end = exchange.now + durationOf(duration)
  const step = durationOf(duration) < 12 * SAMPLE_MS ? SECOND_MS : SAMPLE_MS
  while (exchange.now < end) {
    exchange.now = Math.min(end, (Math.floor(exchange.now / step) + 1) * step)
    exchange.must({ kind: 'tick' })
  }
}

/** `until 8h`: as pass, to a time since the start of the scenario. */
const until = (opening: Opening, [duration = '']: readonly string[]): void =>
  pass(opening, [`${opening.exchange.startedAt + durationOf(duration) - opening.exchange.now}ms`])

/** By their first words. */
export const PERP_LINES: Readonly<Record<string, (opening: Opening, rest: readonly string[]) => void>> = {
  contract,
  second,
  /** `index 57000`, `index none`, `index 60000 3` of another coin. */
  index: ({ exchange }, [price = '', asset = '1']) => setIndex(exchange, price, Number(asset)),
  trader,
  makers,
  pass,
  until,
}
