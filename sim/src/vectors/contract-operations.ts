/** This product's own rules about contracts, asked of the kernel: the figures it keeps, rounded as it rounds them. */
import type { Handle } from '@agio/engine/memory/handle.ts'
import { tierRows } from '@agio/engine/perp/tiers.ts'
import { openOrdersOf } from '@agio/engine/read.ts'
import { ANN, BOB, ContractEngine, type Settings, type Tier } from './contract-engine.ts'
import { compare, decimalsOf, type Exact, exact, format, multiply, subtract, Unfit, unitsAt, whole } from './exact.ts'
import { listOf, rowsOf } from './foreign/sides.ts'
import { frac, meanOf, over, shown } from './fraction.ts'

type Input = Readonly<Record<string, unknown>>
type Side = 'LONG' | 'SHORT'

const SCALE = 8
const said = (amount: bigint, scale = SCALE): string => format(whole(amount, scale))
const countOf = (value: unknown): number => Number(unitsAt(exact(value), 0))
const ticksSaid = (engine: ContractEngine, ticks: number): string => said(BigInt(ticks), engine.settings.priceScale)
const FINE: Pick<Settings, 'priceScale' | 'quantityScale'> = { priceScale: 3, quantityScale: 4 }

/** With as many decimals of the price as the quantity leaves, both together eight. */
const scalesFor = (quantity: unknown): Pick<Settings, 'priceScale' | 'quantityScale'> => {
  const quantityScale = decimalsOf(exact(quantity))
  if (quantityScale > SCALE) throw new Unfit(`${String(quantity)} has more than ${SCALE} decimals`)
  return { quantityScale, priceScale: SCALE - quantityScale }
}

function averageEntry({ fills }: Input): Input {
  const all = rowsOf(fills)
  const engine = new ContractEngine({ ...FINE, index: all[0]?.price })
  for (const { qty, price } of all) engine.fill('LONG', price, qty)
  const { entry, quantity } = engine.position
  const size = said(BigInt(quantity), FINE.quantityScale)
  return { qty: size, value: said(entry), avgEntry: shown(over(frac(said(entry)), frac(size))) }
}

function unrealised({ side, qty, entry, price }: Input): Input {
  const engine = new ContractEngine({ ...FINE, index: entry })
  engine.fill(side as Side, entry, qty)
  engine.setIndex(price)
  return { pnl: said(engine.engine.state.kernel.profitAt(rowOf(engine), engine.ticks(price))) }
}

/** Row of the only position of the one who is asked about: the second that was made, behind whom he traded with. */
function rowOf({ engine, position }: ContractEngine): Handle<'position'> {
  const { positions } = engine.state
  for (const row of positions.live()) if (positions.at(row).id === position.positionId) return row
  throw new Unfit('no position')
}

/** Parts of the reserve, told apart by leaving the others out: without fees it is the initial margin. */
function orderCost({ side, qty, price, leverage, takerFee }: Input): Input {
  const settings = { ...FINE, index: price, leverage: countOf(leverage) }
  const cost = (fee: unknown): bigint => {
    const engine = new ContractEngine({ ...settings, takerFee: fee })
    engine.order(ANN, side === 'LONG' ? 'buy' : 'sell', price, qty)
    return engine.reserved
  }
  const initialMargin = cost('0')
  const orderedAt = cost(takerFee)
  const engine = new ContractEngine({ ...settings, takerFee, isIsolated: true })
  engine.fill(side as Side, price, qty)
  const { fees, bankruptcyPrice } = engine.position
  return {
    initialMargin: said(initialMargin),
    openFee: said(fees),
    bankruptcyPrice: ticksSaid(engine, bankruptcyPrice),
    closeFee: said(orderedAt - initialMargin - fees),
    orderCost: said(orderedAt),
  }
}

function bankruptcy({ side, entry, leverage }: Input): Input {
  const engine = new ContractEngine({ ...FINE, index: entry, leverage: countOf(leverage), isIsolated: true })
  engine.fill(side as Side, entry, '1')
  return { bankruptcyPrice: ticksSaid(engine, engine.position.bankruptcyPrice) }
}

/** A position whose bankruptcy price would be the one given, in a contract of that tick: the tick is one, prices are in ticks. */
function bankruptcyRounded({ side, price, tick }: Input): Input {
  const inTicks = over(frac(price), frac(tick))
  const engine = new ContractEngine({ priceScale: 0, quantityScale: 2, index: '20000', leverage: 5, isIsolated: true })
  engine.fill(side as Side, '20000', '1')
  const wanted = { over: inTicks.over * 10n ** 8n, under: inTicks.under }
  const value = wanted.over / wanted.under
  const margin = side === 'LONG' ? 20_000n * 10n ** 8n - value : value - 20_000n * 10n ** 8n
  const { positionId, margin: has } = engine.position
  if (margin !== has) engine.must({ kind: 'changePositionMargin', userId: ANN, positionId, amount: margin - has })
  return { rounded: format(multiply(whole(engine.position.bankruptcyPrice), exact(tick))) }
}

const tiersIn = (value: unknown): Tier[] => rowsOf(value).map(({ to, mmr }) => ({ to, mmr }))

/** A value that a position comes to at a price of one. */
function maintenanceAt(tiers: readonly Tier[], value: unknown): bigint {
  const engine = new ContractEngine({ priceScale: 0, quantityScale: scalesFor(value).quantityScale, index: '1', tiers, leverage: 1 })
  engine.fill('LONG', '1', value)
  return engine.position.maintenance
}

const maintenance = ({ tiers, positionValue }: Input): Input => {
  const all = tiersIn(tiers)
  const last = all[all.length - 1]
  // whatever the last bracket ends with, it has no end here
  return { mm: said(maintenanceAt(last === undefined ? [] : [...all.slice(0, -1), { mmr: last.mmr }], positionValue)) }
}

/** End of a bracket below, whose rate is so much lower that it makes the deduction; what is cut off it is less than a minor unit. */
const endFor = (deduction: unknown, step: Exact): string => {
  const { over: top, under } = over(frac(deduction), frac(format(step)))
  return said((top * 10n ** BigInt(SCALE)) / under)
}
const FLAT_BELOW = '0.01'

function maintenanceFlat({ positionValue, mmr, deduction }: Input): Input {
  const to = endFor(deduction, subtract(exact(mmr), exact(FLAT_BELOW)))
  return { mm: said(maintenanceAt([{ to, mmr: FLAT_BELOW }, { mmr }], positionValue)) }
}

function isolatedState({ side, qty, entry, leverage, mmr, price }: Input): Input {
  const engine = new ContractEngine({ ...FINE, index: entry, leverage: countOf(leverage), isIsolated: true, tiers: [{ mmr }] })
  engine.fill(side as Side, entry, qty)
  const { margin, initialMargin, maintenance: mm } = engine.position
  const profit = engine.engine.state.kernel.profitAt(rowOf(engine), engine.ticks(price))
  const ended = new ContractEngine({ ...FINE, index: entry, leverage: countOf(leverage), isIsolated: true, tiers: [{ mmr }] })
  ended.fill(side as Side, entry, qty)
  ended.setIndex(price)
  let isThere = true
  try {
    isThere = ended.position.quantity > 0
  } catch {
    isThere = false
  }
  return { initialMargin: said(initialMargin), mm: said(mm), remaining: said(margin + profit), liquidate: !isThere }
}

/** The lowest at which initial margin is no more than what stands behind. */
const leverageFor = (value: Exact, behind: Exact): number => {
  if (compare(behind, whole(0)) <= 0) throw new Unfit('nothing stands behind it')
  const { over: top, under } = over(frac(format(value)), frac(format(behind)))
  return Math.max(1, Number((top + under - 1n) / under))
}

/** What stands behind the position is its margin; of a crossed one what the others leave. The bracket below makes the maintenance amount. */
function liquidation({ side, walletBalance, tmmOther, upnlOther, cum, qty, entry, mmr }: Input): Input {
  const behind = subtract(exact(walletBalance), subtract(exact(tmmOther), exact(upnlOther)))
  const half = multiply(exact(mmr), exact('0.5'))
  const tiers = compare(exact(cum), whole(0)) === 0 ? [{ mmr }] : [{ to: endFor(cum, half), mmr: format(half) }, { mmr }]
  const scales = compare(exact(entry), exact('1000')) > 0 ? { priceScale: 4, quantityScale: 4 } : scalesFor(qty)
  const engine = new ContractEngine({
    ...scales,
    index: entry,
    leverage: leverageFor(multiply(exact(qty), exact(entry)), behind),
    isIsolated: true,
    tiers,
  })
  engine.fill(side as Side, entry, qty)
  const { positionId, margin } = engine.position
  const amount = unitsAt(exact(format(behind)), SCALE) - margin
  if (amount !== 0n) engine.must({ kind: 'changePositionMargin', userId: ANN, positionId, amount })
  return { liqPrice: ticksSaid(engine, engine.position.liquidationPrice) }
}

/** A book that makes the premium, for one minute. */
function rate8h({ premium, interest }: Input): Input {
  const index = 100_000
  const above = unitsAt(exact(premium), 5)
  const contract = { interestE12: Number(unitsAt(exact(interest), 12)) }
  const engine = new ContractEngine({ priceScale: 0, quantityScale: 0, index: String(index), contract })
  engine.order(ANN, above >= 0n ? 'buy' : 'sell', String(BigInt(index) + above), '1')
  engine.pass(12)
  return { rate: said(engine.contract.estimate, 12) }
}

/** Of 150 seconds. */
const BASIS_SAMPLES = 30

interface Prices {
  readonly index: unknown
  readonly rate: number
  readonly interval: number
  readonly left: number
  readonly basis: readonly unknown[]
  readonly last: unknown
}

/** The mark of a contract whose funding was settled, whose basis was sampled and that traded; the index is told anew for its instant. */
function markWith({ index, rate, interval, left, basis, last }: Prices): string {
  const engine = new ContractEngine({ priceScale: 1, quantityScale: 0, index, contract: { interestE12: rate, fundingHours: interval } })
  const samples = (2 * interval - left) * 720
  // what is given is the mean's whole length, whatever its own
  const taken = basis.length === 0 ? [] : Array.from({ length: BASIS_SAMPLES }, (_, place) => basis[place % basis.length])
  if (basis.length > 0 && BASIS_SAMPLES % basis.length !== 0) throw new Unfit(`${basis.length} samples`)
  engine.pass(samples - taken.length)
  engine.fill('LONG', last, '1')
  for (const sample of taken) {
    const middle = Number(index) + Number(sample)
    engine.order(ANN, 'buy', String(middle - 1_000), '1')
    engine.order(BOB, 'sell', String(middle + 1_000), '1')
    engine.pass(1)
    for (const userId of [ANN, BOB]) engine.must({ kind: 'cancelAllOrders', userId, instrumentId: engine.contract.instrumentId })
  }
  engine.setIndex(`${index}.000001`)
  engine.setIndex(index)
  return ticksSaid(engine, engine.contract.mark)
}

/** Each of the three is the mark where the other two lie on either side of it. */
function markMedian({ index, lastFundingRate, hoursToFunding, intervalHours, basis, contractPrice }: Input): Input {
  const rate = Number(unitsAt(exact(lastFundingRate), 12))
  const given = { index, rate, interval: countOf(intervalHours), left: countOf(hoursToFunding), basis: listOf(basis) }
  const beyond = (isAbove: boolean): string => String(Number(index) + (isAbove ? 1_000 : -1_000))
  const isBasisAbove = meanOf(given.basis.map(frac)).over > 0n
  return {
    price1: markWith({ ...given, basis: [], last: beyond(rate > 0) }),
    price2: markWith({ ...given, rate: 0, last: beyond(isBasisAbove) }),
    mark: markWith({ ...given, last: contractPrice }),
  }
}

function enginePosition({ events }: Input): Input {
  const all = rowsOf(events)
  const engine = new ContractEngine({ ...FINE, index: all[0]?.mark })
  for (const { mark, take } of all) {
    engine.setIndex(mark)
    if (take !== undefined) engine.fill('LONG', mark, take)
  }
  const { entry, quantity } = engine.position
  const last = engine.ticks(all[all.length - 1]?.mark)
  const size = said(BigInt(quantity), FINE.quantityScale)
  return {
    position: size,
    avgEntry: shown(over(frac(said(entry)), frac(size))),
    unrealised: said(engine.engine.state.kernel.profitAt(rowOf(engine), last)),
  }
}

/** The price at which a trailing order fires, looked for tick by tick from where it does not. */
function trailing(input: Input, condition: { readonly callbackRate?: bigint; readonly callback?: number }): Input {
  const { side, extreme } = input
  const isSell = side === 'SELL'
  const firesAt = (price: number): boolean => {
    const engine = new ContractEngine({ priceScale: 0, quantityScale: 0, index: extreme })
    engine.fill(isSell ? 'LONG' : 'SHORT', extreme, '1')
    const more = { action: 'close', type: 'market', timeInForce: 'ioc', price: 0, triggerBy: 'index', ...condition } as const
    engine.order(ANN, isSell ? 'sell' : 'buy', '0', '1', more)
    engine.setIndex(String(price))
    // one that fired and met nobody rests with a limit
    return [...openOrdersOf(engine.engine.state, ANN)].every(({ status }) => status !== 'pendingTrigger')
  }
  let [quiet, loud] = [Number(extreme), isSell ? 1 : 2 * Number(extreme)]
  while (Math.abs(quiet - loud) > 1) {
    const middle = Math.round((quiet + loud) / 2)
    if (firesAt(middle)) loud = middle
    else quiet = middle
  }
  return { trigger: String(loud) }
}

/** A position of so many contracts of a multiplier, at the mark. */
function maintenanceOfContracts({ contracts, multiplier, mark, mmr }: Input): Input {
  const quantity = format(multiply(exact(contracts), exact(multiplier)))
  const engine = new ContractEngine({ ...scalesFor(quantity), index: mark, tiers: [{ mmr }] })
  engine.fill('LONG', mark, quantity)
  return { positionValue: said(engine.position.entry), mm: said(engine.position.maintenance) }
}

/** What the second of two brackets deducts, beside what the first one did. */
function amountStep({ amountPrev, floor, mmrN, mmrPrev }: Input): Input {
  const [upTo, before, rate] = [unitsAt(exact(floor), SCALE), unitsAt(exact(mmrPrev), SCALE), unitsAt(exact(mmrN), SCALE)]
  const [, second] = tierRows([
    { upTo, rateE8: Number(before), maxLeverage: 1 },
    { upTo: null, rateE8: Number(rate), maxLeverage: 1 },
  ])
  return { amount: said((second?.deduction ?? 0n) + unitsAt(exact(amountPrev), SCALE)) }
}

/** By name, what is asked of the kernel; all of them throw `Unfit` where it does not take the figures. */
export const ASKED_OF_KERNEL = {
  'perp.avgEntry.linear': averageEntry,
  'perp.upnl.linear': unrealised,
  'perp.orderCost.linear': orderCost,
  'perp.bankruptcy.linear': bankruptcy,
  'perp.bankruptcy.round': bankruptcyRounded,
  'perp.mm.tiered': maintenance,
  'perp.mm.flat': maintenanceFlat,
  'perp.mm.contracts': maintenanceOfContracts,
  'perp.mm.amountStep': amountStep,
  'perp.isolated.state': isolatedState,
  'perp.liq.linear.binance': liquidation,
  'perp.funding.rate8h': rate8h,
  'perp.mark.binanceMedian': markMedian,
  'perp.engine.position': enginePosition,
  'perp.trailing.trigger': (input: Input): Input => trailing(input, { callbackRate: unitsAt(exact(input.callbackRate), SCALE) }),
  'perp.trailing.trigger.abs': (input: Input): Input => trailing(input, { callback: countOf(input.callback) }),
}
