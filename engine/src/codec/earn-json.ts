/** Terms of savings products as JSON: amounts are decimal strings there. */
import type { ProductTerms, RateTier } from '../command.ts'

type Amounts = 'totalQuota' | 'userMin' | 'userMax' | 'step' | 'poolLimit'
export type ProductJson = { readonly [Name in keyof ProductTerms]: Name extends Amounts ? string : ProductTerms[Name] }
export interface TierJson {
  readonly upTo: string | null
  readonly rateE8: number
  readonly [key: string]: string | number | null
}

export const plainProductTerms = (terms: ProductTerms): ProductJson => ({
  ...terms,
  totalQuota: String(terms.totalQuota),
  userMin: String(terms.userMin),
  userMax: String(terms.userMax),
  step: String(terms.step),
  poolLimit: String(terms.poolLimit),
})

export const productTermsOf = (plain: ProductJson): ProductTerms => ({
  ...plain,
  totalQuota: BigInt(plain.totalQuota),
  userMin: BigInt(plain.userMin),
  userMax: BigInt(plain.userMax),
  step: BigInt(plain.step),
  poolLimit: BigInt(plain.poolLimit),
})

export const plainTiers = (tiers: readonly RateTier[]): readonly TierJson[] =>
  tiers.map(({ upTo, rateE8 }) => ({ upTo: upTo === null ? null : String(upTo), rateE8 }))

export const tiersOf = (plain: readonly TierJson[]): readonly RateTier[] =>
  plain.map(({ upTo, rateE8 }) => ({ upTo: upTo === null ? null : BigInt(upTo), rateE8 }))
