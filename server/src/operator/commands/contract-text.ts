/** Contracts and their terms in words and decimals, as operators read them. */
import type { ContractTerms, InstrumentTerms, MarginTier } from '@agio/engine/command.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { safetyOf } from '@agio/engine/perp/bounds.ts'
import { type ContractView, contractOf, contractsOf } from '@agio/engine/perp/read-contract.ts'
import { assetsOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import { type OperatorTenant, refuse } from '../operator-command.ts'

export const RATE_SCALE = 8
export const FUNDING_SCALE = 12
const HOUR_MS = 3_600_000

export interface WholeTerms {
  readonly terms: InstrumentTerms
  readonly contract: ContractTerms
}

/** The contract of a name, in any case. @throws Refusal */
export function contractNamed({ exchange, tenantId }: OperatorTenant, name: string): ContractView {
  const symbol = name.toUpperCase()
  return contractsOf(exchange.state).find(({ terms }) => terms.symbol === symbol) ?? refuse(`no contract ${symbol} at ${tenantId}`)
}

/** It as it is now. @throws Refusal */
export const contractNow = ({ exchange: { state } }: OperatorTenant, { instrumentId, terms }: ContractView): ContractView =>
  contractOf(state, instrumentId) ?? refuse(`no contract ${terms.symbol}`)

/** Decimals of what a contract is priced and margined in. */
export const quoteScaleOf = (state: State, { quoteAssetId }: InstrumentTerms): number =>
  assetsOf(state).find(({ assetId }) => assetId === quoteAssetId)?.scale ?? 0

const share = (rateE8: number): string => formatSteps(rateE8, RATE_SCALE)
const funding = (e12: number): string => formatDecimal(BigInt(e12), FUNDING_SCALE)
const bound = (text: string): string => (text === '0' ? 'none' : text)

/** A bracket: `to 50000 at 0.004, 125x`. */
export const tierText = ({ upTo, rateE8, maxLeverage }: MarginTier, scale: number): string =>
  `${upTo === null ? 'above' : `to ${formatDecimal(upTo, scale)}`} at ${share(rateE8)}, ${maxLeverage}x`

/** Every term that an operator may change, by its name on the command line. */
export function termTexts({ terms, contract }: WholeTerms, scale: number): ReadonlyMap<string, string> {
  const money = (amount: bigint): string => formatDecimal(amount, scale)
  const lots = (count: number): string => formatSteps(count, 0)
  const safety = safetyOf(contract)
  return new Map([
    ['open', terms.enabled ? 'yes' : 'no'],
    ['maker-fee', share(terms.makerFeeE8 ?? terms.buyFeeE8)],
    ['taker-fee', share(terms.takerFeeE8 ?? terms.buyFeeE8)],
    ['liquidation-fee', share(contract.liquidationFeeE8)],
    ['min-leverage', String(contract.minLeverage)],
    ['max-leverage', String(contract.maxLeverage)],
    ['funding-cap', funding(contract.fundingCapE12)],
    ['funding-floor', funding(contract.fundingFloorE12)],
    ['interest', funding(contract.interestE12)],
    ['impact-value', money(contract.impactValue)],
    ['price-range', share(contract.priceRangeE8)],
    ['loss-of-one', share(safety.lossOfOneE8)],
    ['loss-of-all', share(safety.lossOfAllE8)],
    ['frozen-move', share(safety.frozenMoveE8)],
    ['settle-after', `${safety.settleAfterMs / HOUR_MS} h`],
    ['slippage', share(terms.slippageCapE8)],
    ['min-volume', lots(terms.quantityMin)],
    ['max-volume', bound(lots(terms.quantityMax))],
    ['min-value', money(terms.notionalMin)],
    ['max-value', bound(money(terms.notionalMax))],
    ['market-value', bound(money(terms.marketNotionalCap))],
    ['tiers', contract.tiers.map((tier) => tierText(tier, scale)).join('; ')],
  ])
}

/** What differs, a line each: old → new. */
export function differenceOf(before: WholeTerms, after: WholeTerms, scale: number): readonly string[] {
  const [old, fresh] = [termTexts(before, scale), termTexts(after, scale)]
  return [...fresh].flatMap(([name, text]) => (old.get(name) === text ? [] : [`${name}: ${old.get(name) ?? '-'} → ${text}`]))
}

const priceText = ({ terms }: ContractView, ticks: number): string => (ticks === 0 ? '-' : formatSteps(ticks, terms.priceScale))

/** One line about a contract. */
export function lineOf(view: ContractView): string {
  const { terms, contract, status, isShut, isSettled, openInterest, fundingRate, estimate, nextFunding } = view
  const names = { trading: 'trading', halt: 'HALTED', cancelOnly: 'CANCEL ONLY', reduceOnly: 'REDUCE ONLY', auction: 'auction' } as const
  const state = [names[status], ...(terms.enabled ? [] : ['CLOSED']), ...(isSettled ? ['SETTLED'] : isShut ? ['WITHOUT INDEX'] : [])].join(
    ', ',
  )
  const at = nextFunding === 0 ? '-' : new Date(nextFunding).toISOString().slice(0, 16)
  return [
    `${terms.symbol}  ${state}  to ${contract.maxLeverage}x`,
    `  mark ${priceText(view, view.mark)}  index ${priceText(view, view.index)}  last ${priceText(view, view.lastPrice)}  open interest ${openInterest}`,
    `  funding ${formatDecimal(fundingRate, FUNDING_SCALE)}, next ${formatDecimal(estimate, FUNDING_SCALE)} at ${at}Z`,
  ].join('\n')
}
