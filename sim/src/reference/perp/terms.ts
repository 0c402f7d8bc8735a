/** Commands of the house about contracts. */
import type { ContractTerms, InstrumentTerms } from '@agio/engine/command.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { type Answer, no, ok } from '../answer.ts'
import { balanceAt } from '../ledger.ts'
import type { World } from '../model.ts'
import { noPrices } from '../price-model.ts'
import { insuranceAccount } from './account.ts'
import { changeFund } from './fund.ts'
import { WINDOW_MS } from './instants.ts'
import { followIndexes } from './mark.ts'
import { BASIS_SAMPLES, MINUTE_SLOTS, scheduleSample } from './sample.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Define = CommandByKind['defineContract']

/** Brackets from 0 up: values and rates rise, leverage falls; the last one has no end. Initial margin is always above maintenance. */
function areSound({ tiers, minLeverage, maxLeverage }: ContractTerms): boolean {
  if (tiers.length === 0 || tiers.length > 16 || tiers[0]?.maxLeverage !== maxLeverage) return false
  return tiers.every((tier, place) => {
    const before = tiers[place - 1]
    if ((tier.upTo === null) !== (place === tiers.length - 1)) return false
    if (tier.rateE8 <= 0 || tier.maxLeverage < minLeverage || tier.rateE8 * tier.maxLeverage >= 100_000_000) return false
    if (tier.upTo !== null && tier.upTo <= (before?.upTo ?? 0n)) return false
    return before === undefined || (tier.rateE8 > before.rateE8 && tier.maxLeverage < before.maxLeverage)
  })
}

/** Nothing that is charged or paid by a rate may bring somebody from a sound ratio to nothing: funding costs three quarters of the lowest need at most. */
function isBounded(terms: InstrumentTerms, { tiers, liquidationFeeE8, fundingCapE12, fundingFloorE12 }: ContractTerms): boolean {
  const lowest = tiers[0]?.rateE8 ?? 0
  const isFunding = [fundingCapE12, fundingFloorE12].every((rate) => Math.abs(rate) <= lowest * 7_500)
  return liquidationFeeE8 < lowest && terms.slippageCapE8 <= 1_000_000 && isFunding
}

/** Shares of the fund and of the mark, and the time that an index has to be silent. */
function isSafe({
  lossOfOneE8 = 2_000_000,
  lossOfAllE8 = 10_000_000,
  frozenMoveE8 = 50_000_000,
  settleAfterMs = DAY_MS,
}: ContractTerms): boolean {
  const isShare = (rate: number): boolean => Number.isInteger(rate) && rate >= 0 && rate <= 100_000_000
  const isTime = Number.isInteger(settleAfterMs) && settleAfterMs >= 60_000 && settleAfterMs <= 30 * DAY_MS
  return isShare(lossOfOneE8) && isShare(lossOfAllE8) && lossOfOneE8 <= lossOfAllE8 && isShare(frozenMoveE8) && isTime
}

function checkTerms(world: World, terms: InstrumentTerms, contract: ContractTerms): Reason {
  const base = world.assets[terms.baseAssetId - 1]
  const quote = world.assets[terms.quoteAssetId - 1]
  if (base === undefined || quote === undefined) return 'assetNotFound'
  const { multiplier, minLeverage, maxLeverage, fundingHours, fundingStartHour } = contract
  const fits = terms.priceScale + terms.quantityScale <= quote.scale && terms.quantityScale <= base.scale && base !== quote
  const isWhole = Number.isInteger(multiplier) && multiplier > 0
  const areLeverages = minLeverage >= 1 && maxLeverage >= minLeverage
  const isInterval = fundingHours > 0 && 24 % fundingHours === 0 && fundingStartHour >= 0 && fundingStartHour < 24
  const isPlain = terms.maxTriggerOrders > 0 && terms.priceBandE8 === 0 && terms.breakerMoveE8 === 0 && terms.positionMax === 0
  return fits && isWhole && areLeverages && isInterval && isPlain && areSound(contract) && isBounded(terms, contract) && isSafe(contract)
    ? 'none'
    : 'badParameter'
}

/** The first instant of settlement behind a time. */
export function nextFundingAfter({ fundingHours, fundingStartHour }: ContractTerms, at: number): number {
  const length = fundingHours * HOUR_MS
  const start = fundingStartHour * HOUR_MS
  return (Math.floor((at - start) / length) + 1) * length + start
}

export function defineContract(world: World, { terms, contract }: Define): Answer {
  const isKnown = world.instruments.some((instrument) => instrument.terms.symbol === terms.symbol)
  const reason = isKnown ? 'badParameter' : checkTerms(world, terms, contract)
  const base = world.assets[terms.baseAssetId - 1]
  const quote = world.assets[terms.quoteAssetId - 1]
  if (reason !== 'none' || base === undefined || quote === undefined) return no(reason)
  const instrumentId = world.instruments.length + 1
  const multiplier = BigInt(contract.multiplier)
  world.instruments.push({
    instrumentId,
    terms,
    status: 'trading',
    statusUntil: 0,
    ...noPrices(),
    bids: [],
    asks: [],
    queue: [],
    work: undefined,
    paused: undefined,
    owners: [],
    openingPrice: 0,
    haltReference: 0,
    endsAt: 0,
    isContract: true,
    quoteFactor: multiplier * 10n ** BigInt(quote.scale - terms.priceScale - terms.quantityScale),
    baseFactor: multiplier * 10n ** BigInt(base.scale - terms.quantityScale),
  })
  world.perp.contracts.set(instrumentId, {
    instrumentId,
    terms: contract,
    isShut: false,
    isSettled: false,
    frozenAfter: 0,
    frozenAt: 0,
    mark: 0,
    index: 0,
    indexFine: 0n,
    basis: Array.from({ length: BASIS_SAMPLES }, () => 0n),
    slots: Array.from({ length: MINUTE_SLOTS }, () => 0n),
    liveSlots: 0,
    traded: [],
    tradedAt: 0,
    premiums: [],
    shutMinutes: 0,
    fundingRate: 0n,
    nextFunding: nextFundingAfter(contract, world.time),
    riskAt: Number.POSITIVE_INFINITY,
    offerAt: 0,
  })
  if (world.perp.nextSample === Number.POSITIVE_INFINITY) scheduleSample(world, Math.floor(world.time / WINDOW_MS) + 1)
  followIndexes(world, world.time)
  return ok(instrumentId)
}

export function changeContract(world: World, command: CommandByKind['changeContract']): Answer {
  const instrument = world.instruments[command.instrumentId - 1]
  const known = world.perp.contracts.get(command.instrumentId)
  if (instrument === undefined || known === undefined) return no('instrumentNotFound')
  if (known.isSettled) return no('badParameter')
  const reason = checkTerms(world, command.terms, command.contract)
  if (reason !== 'none') return no(reason === 'assetNotFound' ? 'badParameter' : reason)
  const fixed = ['baseAssetId', 'quoteAssetId', 'priceScale', 'quantityScale', 'symbol'] as const
  if (fixed.some((name) => command.terms[name] !== instrument.terms[name])) return no('badParameter')
  const fixedOfContract = ['multiplier', 'fundingHours', 'fundingStartHour'] as const
  if (fixedOfContract.some((name) => command.contract[name] !== known.terms[name])) return no('badParameter')
  instrument.terms = command.terms
  known.terms = command.contract
  return ok()
}

/** The house's own money comes and goes against its equity. */
export function fundInsurance(world: World, { assetId, amount }: CommandByKind['fundInsurance']): Answer {
  if (world.assets[assetId - 1] === undefined) return no('assetNotFound')
  if (amount === 0n) return no('badNumber')
  const fund = insuranceAccount(assetId)
  if (balanceAt(world, fund) + amount < 0n) return no('insufficientBalance')
  changeFund(world, assetId, `equity:house:${assetId}`, amount, true)
  return ok()
}
