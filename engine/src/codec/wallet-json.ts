/** Values of wallet commands as JSON: amounts are decimal strings there. */
import type { Arrival, JsonValue, ListingTerms, MinedPayment, WaitingArrival } from '../command.ts'

const TERM_AMOUNTS = ['minDeposit', 'minWithdraw', 'maxWithdraw', 'fee'] as const
const ARRIVAL_AMOUNTS = ['amount', 'dust'] as const
const MINED_AMOUNTS = ['gas', 'gasDust'] as const

type Plain = Readonly<Record<string, JsonValue>>

const asText = (value: object, names: readonly string[]): JsonValue =>
  ({ ...value, ...Object.fromEntries(names.map((name) => [name, String((value as Plain)[name])])) }) as JsonValue

const asAmounts = (value: JsonValue, names: readonly string[]): object => ({
  ...(value as Plain),
  ...Object.fromEntries(names.map((name) => [name, BigInt(String((value as Plain)[name]))])),
})

export const plainListingTerms = (terms: ListingTerms): JsonValue => asText(terms, TERM_AMOUNTS)
export const listingTermsOf = (plain: JsonValue): ListingTerms => asAmounts(plain, TERM_AMOUNTS) as ListingTerms

export const plainArrivals = (arrivals: readonly Arrival[]): JsonValue => arrivals.map((arrival) => asText(arrival, ARRIVAL_AMOUNTS))
export const arrivalsOf = (plain: JsonValue): readonly Arrival[] =>
  (plain as readonly JsonValue[]).map((arrival) => asAmounts(arrival, ARRIVAL_AMOUNTS) as Arrival)

export const waitingOf = (plain: JsonValue): readonly WaitingArrival[] => arrivalsOf(plain) as readonly WaitingArrival[]

export const plainMined = (mined: readonly MinedPayment[]): JsonValue => mined.map((payment) => asText(payment, MINED_AMOUNTS))
export const minedOf = (plain: JsonValue): readonly MinedPayment[] =>
  (plain as readonly JsonValue[]).map((payment) => asAmounts(payment, MINED_AMOUNTS) as MinedPayment)
