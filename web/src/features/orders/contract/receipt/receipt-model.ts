/**
 * Makes the figures of a liquidation receipt again from its other fields, by the published rules, so that nobody has to believe them. Pure;
 * decimal strings in and out, integers of 1e-18 inside.
 */
import type { LiquidationReceipt } from '@agio/wire/futures/position-types.ts'
import type { ContractInfo } from '@agio/wire/futures/types.ts'
import { decimalOf, units } from '../../../../data/amounts.ts'
import { indexOf } from '../../../../data/index-rule.ts'

const ONE = 10n ** 18n
/** How far from the median a source of the index may pull, 1e-8. */
const INDEX_CAP = 1_000_000n
/** A ratio is told with so many parts of one. */
const RATIO_UNIT = 10n ** 10n

export type CheckKey = 'index' | 'maintenance' | 'ratio' | 'due' | 'fills' | 'fee' | 'insurance'

export interface Check {
  readonly key: CheckKey
  /** What the receipt says; absent where the figure stands in no field of it. */
  readonly told?: string
  /** What its other fields come to. */
  readonly made: string
  readonly holds: boolean
}

type Terms = Pick<ContractInfo, 'multiplier' | 'liqFee' | 'quote' | 'coinResultVo'>

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

/** Value of so many contracts at a price, 1e-18 of the margin coin, cut: what is cut is less than any coin's unit. */
const worthOf = (price: string, volume: string, multiplier: string): bigint =>
  (((units(price) * units(volume)) / ONE) * units(multiplier)) / ONE

interface Figures {
  /** +1 of a long, −1 of a short. */
  readonly sign: bigint
  /** At the mark, and at the bankruptcy price. */
  readonly value: bigint
  readonly bankrupt: bigint
  /** What rounding of the bankruptcy price to a tick may make of its value. */
  readonly tick: bigint
  readonly maintenance: bigint
  readonly filled: bigint
  readonly filledVolume: bigint
}

function figuresOf(receipt: LiquidationReceipt, terms: Terms): Figures {
  const { multiplier, coinResultVo } = terms
  // What a step leaves of the position was behind it, too: the margins are those of the whole.
  const value = worthOf(receipt.tagPrice, receipt.positionVolume, multiplier)
  return {
    sign: receipt.side === 'BUY' ? 1n : -1n,
    value,
    bankrupt: worthOf(receipt.bankruptcyPrice, receipt.positionVolume, multiplier),
    tick: worthOf(coinResultVo.priceTick, receipt.positionVolume, multiplier),
    maintenance: (value * units(receipt.keepRate)) / ONE - units(receipt.deduction),
    filled: receipt.fills.reduce((sum, { price, volume }) => sum + worthOf(price, volume, multiplier), 0n),
    filledVolume: receipt.fills.reduce((sum, { volume }) => sum + units(volume), 0n),
  }
}

/** In which sources speak: of a contract that is priced in another coin, the index of that one has its part in it. */
const INDEX_UNIT = 'USDT'
/** The index is made in 1e-12. */
const fineOf = (price: string): bigint => units(price) / 10n ** 6n

function checkIndex({ indexInputs, indexPrice }: LiquidationReceipt, { quote }: Terms): readonly Check[] {
  const counted = indexInputs
    .map(({ price, weight }) => ({ price: fineOf(price), weight: BigInt(weight) }))
    .filter(({ weight }) => weight > 0n)
  const made = quote === INDEX_UNIT ? indexOf(counted, fineOf(indexPrice), INDEX_CAP) : undefined
  if (made === undefined) return []
  return [{ key: 'index', told: indexPrice, made: decimalOf(made * 10n ** 6n), holds: made === fineOf(indexPrice) }]
}

/** What stands behind the position at the mark is what is left of it until bankruptcy: the distance of both values. */
function checkRatio(receipt: LiquidationReceipt, { sign, value, bankrupt, tick, maintenance }: Figures): readonly Check[] {
  const equity = sign * (value - bankrupt)
  const told = units(receipt.marginRate)
  const due: Check = { key: 'due', made: receipt.marginRate, holds: told >= ONE }
  // With nothing left behind it there is no ratio; that it was due is all that can be said.
  if (equity <= tick) return [due]
  const ratio = (behind: bigint): bigint => (maintenance * ONE) / behind
  const holds = told >= ratio(equity + tick) - RATIO_UNIT && told <= ratio(equity - tick) + RATIO_UNIT
  const made = ratio(equity)
  return [{ key: 'ratio', told: receipt.marginRate, made: decimalOf(made - (made % RATIO_UNIT)), holds }, due]
}

function checkFills(receipt: LiquidationReceipt, terms: Terms, figures: Figures): readonly Check[] {
  const { sign, filled, filledVolume, tick } = figures
  const made = decimalOf(filledVolume)
  const checks: Check[] = [{ key: 'fills', told: receipt.volume, made, holds: filledVolume <= units(receipt.volume) }]
  const most = receipt.kind === 'partial' ? (filled * units(terms.liqFee)) / ONE : 0n
  // Rounded up to the coin's unit.
  const step = 10n ** BigInt(18 - terms.coinResultVo.marginCoinPrecision)
  checks.push({ key: 'fee', told: receipt.fee, made: decimalOf(most), holds: units(receipt.fee) <= most + step })
  if (receipt.kind !== 'full' || filledVolume === 0n) return checks
  const atBankruptcy = (units(receipt.bankruptcyPrice) * ((filledVolume * units(terms.multiplier)) / ONE)) / ONE
  const surplus = sign * (filled - atBankruptcy) + absolute(units(receipt.shareAmount))
  const holds = absolute(units(receipt.insuranceChange) - surplus) <= tick
  return [...checks, { key: 'insurance', told: receipt.insuranceChange, made: decimalOf(surplus), holds }]
}

/** Every figure that follows from others, in the order in which the rules use them. */
export function checksOf(receipt: LiquidationReceipt, terms: Terms): readonly Check[] {
  const figures = figuresOf(receipt, terms)
  const { maintenance } = figures
  return [
    ...checkIndex(receipt, terms),
    { key: 'maintenance', made: decimalOf(maintenance), holds: maintenance > 0n },
    ...(receipt.kind === 'adl' ? [] : checkRatio(receipt, figures)),
    ...checkFills(receipt, terms, figures),
  ]
}
