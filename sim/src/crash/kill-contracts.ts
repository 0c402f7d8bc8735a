/**
 * The kill rounds of contracts: prices that gap from block to block of commands, hundreds who have a twentieth behind their positions, and so
 * many who hold a little that a settlement of funding takes many slices.
 */
import type { Command, ContractTerms, PlaceContractOrder, Side, SourcePrice } from '@agio/engine/command.ts'
import * as layout from '@agio/engine/generated/layout.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { contractsOf } from '@agio/engine/perp/read-contract.ts'
import { PLAIN_PAIR } from '@agio/engine/plain-terms.ts'
import { userByAccountKey } from '@agio/engine/read.ts'
import { instrumentAt, type State } from '@agio/engine/state.ts'
import { contractOrder, MARKET_STANCE } from '@agio/server/demo/contracts/contract-orders.ts'
import type { LiveExchange } from '@agio/server/sequencer/open-exchange.ts'
import { type Cut, type KillWorld, keyOf, spread } from './kill-world.ts'

const CONTRACTS_COUNT = 4
/** The coin in which all of it is priced, behind the traded ones. */
const UNIT = asAssetId(CONTRACTS_COUNT + 1)
const ONE = 10n ** 8n
const HOUR_MS = 3_600_000
/** Commands at one level of the price. */
const BLOCK = 2_048
/** In ticks of a tenth; a lot is worth one at a thousand. Steps of 6 % leave something of 5 %, those of more do not. */
const LEVELS = [10_000, 9_400, 8_600, 9_900, 11_900, 11_150, 9_600, 10_500]
const FINE_TICK = 10n ** 11n
const SIGNED = { actor: 'sim', why: 'kill round' } as const

/** How many there are of each, what they have, and how many lots they begin with in a contract. */
const WHALES = { name: 'whale', count: 3, funds: 10n ** 7n * ONE } as const
const HOLDERS = { name: 'holder', count: 1_200, funds: 1_000n * ONE } as const
const TRADERS = { name: 'trader', count: 960, funds: 100n * ONE, lots: 1_500 } as const
type Group = typeof WHALES | typeof HOLDERS | typeof TRADERS
const GROUPS: readonly Group[] = [WHALES, HOLDERS, TRADERS]
type People = Readonly<Record<Group['name'], readonly UserId[]>>

const TERMS: ContractTerms = {
  multiplier: 1,
  minLeverage: 1,
  maxLeverage: 100,
  tiers: [
    { upTo: 1_000n * ONE, rateE8: 500_000, maxLeverage: 100 },
    { upTo: 10_000n * ONE, rateE8: 1_000_000, maxLeverage: 50 },
    { upTo: 100_000n * ONE, rateE8: 2_500_000, maxLeverage: 20 },
    { upTo: null, rateE8: 5_000_000, maxLeverage: 10 },
  ],
  liquidationFeeE8: 400_000,
  priceRangeE8: 90_000_000,
  fundingHours: 1,
  fundingStartHour: 0,
  interestE12: 100_000_000,
  fundingCapE12: 3_750_000_000,
  fundingFloorE12: -3_750_000_000,
  impactValue: 500n * ONE,
}

const instrumentOf = (place: number) => asInstrumentId(1 + (place % CONTRACTS_COUNT))
const levelOf = (block: number, place: number): number => LEVELS[(block + place) % LEVELS.length] ?? 0

function prices(block: number): Command {
  const items = Array.from({ length: CONTRACTS_COUNT }, (_, place): SourcePrice => {
    const price = BigInt(levelOf(block, place)) * FINE_TICK
    return { assetId: asAssetId(place + 1), source: 0, state: 'pinned', price, at: 0 }
  })
  return { kind: 'reportPrices', items }
}

type Terms = Parameters<typeof contractOrder>[2]
const order = (userId: UserId, place: number, terms: Terms): PlaceContractOrder =>
  contractOrder(userId, instrumentOf(place), { source: 'api', ...terms })
const atMarket = (side: Side, quantity: number) => ({ side, quantity, type: 'market', timeInForce: 'ioc' }) as const
/** At a price or not at all: at market a worse one would be reserved, too. */
const atMost = (side: Side, quantity: number, price: number) => ({ side, quantity, price, timeInForce: 'ioc' }) as const

// ---- the opening ----

function listing(): Command[] {
  const commands: Command[] = []
  for (let asset = 1; asset <= UNIT; asset += 1) commands.push({ kind: 'defineAsset', symbol: `A${asset}`, scale: 8, document: {} })
  commands.push({ kind: 'setIndexTerms', unitAssetId: UNIT, sources: ['kill'], freshMs: 30_000, capE8: 1_000_000, ...SIGNED })
  for (let place = 0; place < CONTRACTS_COUNT; place += 1) {
    const pair = { ...PLAIN_PAIR, symbol: `E-${place}`, baseAssetId: asAssetId(place + 1), quoteAssetId: UNIT }
    const fees = { makerFeeE8: 20_000, takerFeeE8: 50_000, slippageCapE8: 1_000_000 }
    const terms = { ...pair, ...fees, priceScale: 1, quantityScale: 3, quantityMin: 1 }
    commands.push({ kind: 'defineContract', terms, contract: TERMS, ...SIGNED })
  }
  // little, so that what liquidations cost has to be borne by others
  commands.push({ kind: 'fundInsurance', assetId: UNIT, amount: 100n * ONE, ...SIGNED }, prices(0))
  for (const { name, count } of GROUPS)
    for (let index = 0; index < count; index += 1)
      commands.push({ kind: 'registerUser', accountKey: `${name}-${index}`, document: {}, role: 'customer' })
  return commands
}

function peopleOf({ state }: LiveExchange): People {
  const found = GROUPS.map(({ name, count }) => {
    const users = Array.from({ length: count }, (_, index) => userByAccountKey(state, `${name}-${index}`) ?? asUserId(0))
    return [name, users] as const
  })
  return Object.fromEntries(found) as unknown as People
}

/** Funds, settings and first positions: whales have the other side of all of them. */
function opening(people: People): Command[] {
  const commands: Command[] = []
  for (const { name, funds } of GROUPS)
    for (const userId of people[name]) {
      commands.push({ kind: 'creditUser', userId, assetId: UNIT, amount: 100n * funds, cause: 'airdrop', reference: '' })
      commands.push({ kind: 'openContractAccount', userId })
      commands.push({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: UNIT, amount: funds })
    }
  people.trader.forEach((userId, index) => {
    if (index % 3 === 0) commands.push({ kind: 'setMarginMode', userId, mode: 'isolated', instrumentId: instrumentOf(index) })
  })
  for (let place = 0; place < CONTRACTS_COUNT; place += 1) {
    for (const userId of people.whale)
      commands.push({ kind: 'setLeverage', userId, instrumentId: instrumentOf(place), leverage: MARKET_STANCE.leverage })
    const price = levelOf(0, place)
    const [seller = asUserId(0), buyer = asUserId(0)] = people.whale
    commands.push(order(seller, place, { side: 'sell', price, quantity: 1_000_000, ...MARKET_STANCE }))
    people.holder.forEach((userId, index) => {
      commands.push(order(userId, place, atMarket('buy', 5 + ((index + place) % 11))))
    })
    people.trader.forEach((userId, index) => {
      if (index % CONTRACTS_COUNT === place && index % 2 === 0) commands.push(order(userId, place, opened(index, 'buy', price)))
    })
    commands.push({ kind: 'cancelAllOrders', userId: seller, instrumentId: asInstrumentId(-1) })
    commands.push(order(buyer, place, { side: 'buy', price, quantity: 1_000_000, ...MARKET_STANCE }))
    people.trader.forEach((userId, index) => {
      if (index % CONTRACTS_COUNT === place && index % 2 === 1) commands.push(order(userId, place, opened(index, 'sell', price)))
    })
    commands.push({ kind: 'cancelAllOrders', userId: buyer, instrumentId: asInstrumentId(-1) })
  }
  return commands
}

const modeOf = (index: number) => (index % 3 === 0 ? 'isolated' : 'cross')
const opened = (index: number, side: Side, price: number) => ({ ...atMost(side, TRADERS.lots, price), marginMode: modeOf(index) }) as const

async function prepare(exchange: LiveExchange): Promise<(number: number) => Command> {
  const send = async (commands: readonly Command[]): Promise<void> => {
    const outcomes = await exchange.submitMany(commands.map((command) => ({ at: exchange.now(), key: '', command })))
    const refused = outcomes.findIndex(({ reason }) => reason !== 'none')
    if (refused !== -1) throw new Error(`${commands[refused]?.kind}: ${outcomes[refused]?.reason}`)
  }
  if (contractsOf(exchange.state).length === 0) {
    await send(listing())
    await send(opening(peopleOf(exchange)))
  }
  const people = peopleOf(exchange)
  return (number) => commandOf(number, people)
}

// ---- commands by number ----

const pick = (users: readonly UserId[], bits: number): UserId => users[bits % users.length] ?? asUserId(0)

function commandOf(number: number, people: People): Command {
  const block = Math.floor(number / BLOCK)
  if (number % BLOCK === 0) return prices(block)
  const bits = spread(number)
  const more = spread(bits)
  const place = bits % CONTRACTS_COUNT
  const side: Side = (bits >>> 2) & 1 ? 'buy' : 'sell'
  const kind = (bits >>> 3) % 32
  if (kind < 8) return quote(pick(people.whale, more), place, side, levelOf(block, place), more)
  if (kind < 11) return order(pick(people.holder, more), place, held(side, 1 + (bits >>> 30)))
  return tradersCommand(kind, number, { place, side, bits, more, level: levelOf(block, place) }, people)
}

interface Facts {
  readonly place: number
  readonly side: Side
  readonly bits: number
  readonly more: number
  readonly level: number
}

/** Who holds buys a little more, or closes a part: what a settlement that is under way must not miss. */
const held = (side: Side, quantity: number) => ({ ...atMarket(side, quantity), action: side === 'buy' ? 'open' : 'close' }) as const

function quote(userId: UserId, place: number, side: Side, level: number, more: number): Command {
  const away = ((more >>> 2) % 40) - 4
  const price = side === 'buy' ? level - away : level + away
  return order(userId, place, { side, price, quantity: 200 + ((more >>> 8) % 2_000), selfTrade: 'expireMaker', ...MARKET_STANCE })
}

function tradersCommand(kind: number, number: number, { place, side, bits, more, level }: Facts, people: People): Command {
  const index = more % TRADERS.count
  const userId = pick(people.trader, index)
  // in its own contract it may have margin of its own
  const own = { marginMode: index % CONTRACTS_COUNT === place ? modeOf(index) : 'cross' } as const
  if (kind < 22) return order(userId, place, { ...atMost(side, 100 + (bits >>> 21), level + (side === 'buy' ? 20 : -20)), ...own })
  if (kind < 24) return order(userId, place, { ...atMarket(side, 100 + (bits >>> 20)), action: 'close', ...own })
  if (kind < 26) {
    const triggerPrice = level + ((bits >>> 24) - 128) * 4
    return order(userId, place, { ...atMarket(side, 300), triggerPrice, triggerBy: 'mark', ...own })
  }
  if (kind < 30) {
    const [from, to] = kind === 29 ? (['contract', 'spot'] as const) : (['spot', 'contract'] as const)
    return { kind: 'transferBetweenAccounts', userId, from, to, assetId: UNIT, amount: BigInt(10 + (bits >>> 25)) * ONE }
  }
  const earlier = number - 1 - (more % 128)
  const owner = pick(people.whale, spread(spread(earlier)))
  return { kind: 'cancelOrder', userId: owner, orderId: asOrderId(0), clientOrderId: keyOf(earlier), orderListId: asOrderListId(0) }
}

// ---- what may be found between two slices ----

/** Has the mark come to anybody who was not looked at yet? */
function isAnyReached({ contracts, positions }: State): boolean {
  const { view, rowBytes, used } = positions
  for (let row = rowBytes; row < used; row += rowBytes) {
    if (view.getFloat64(row + layout.POSITION_ID, true) === 0 || view.getUint32(row + layout.POSITION_SEAT, true) === 0) continue
    const threshold = view.getFloat64(row + layout.POSITION_THRESHOLD, true)
    if (threshold === 0) continue
    const mark = contracts.view.getFloat64(view.getUint32(row + layout.POSITION_CONTRACT, true) + layout.CONTRACT_MARK, true)
    if (view.getUint8(row + layout.POSITION_IS_SHORT) === 1 ? mark >= threshold : mark <= threshold) return true
  }
  return false
}

const hasStock = (state: State): boolean =>
  contractsOf(state).some(({ instrumentId }) => {
    const row = instrumentAt(state, instrumentId)?.contractRow ?? 0
    const { view } = state.contracts
    return view.getUint32(row + layout.CONTRACT_HOUSE_LONG, true) + view.getUint32(row + layout.CONTRACT_HOUSE_SHORT, true) !== 0
  })

function cutsOf(state: State): Cut[] {
  const cuts: Cut[] = state.memory.getUint32(layout.S_FUNDING_HAND, true) === 0 ? [] : ['funding']
  if (isAnyReached(state)) cuts.push('reached')
  if (hasStock(state)) cuts.push('disposal')
  return cuts
}

export const CONTRACTS: KillWorld = {
  speed: 30,
  prepare,
  cutsOf,
  /** In turn the next gap of the price, of which it is one wave of liquidations or the other half, and the next settlement of funding. */
  strike(life, now, next) {
    if (life % 2 === 1) return { byMs: (Math.floor(now / HOUR_MS) + 1) * HOUR_MS - now, next, forgets: false, cut: 'funding' }
    const cut = life % 4 === 0 ? 'reached' : 'disposal'
    return { byMs: 0, next: Math.ceil(next / BLOCK) * BLOCK, forgets: false, cut }
  },
}
