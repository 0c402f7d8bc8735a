/** Terms of contracts as JSON, which knows no int64: amounts are decimal strings there. */
import type { ContractTerms, JsonObject, JsonValue, MarginTier } from '../command.ts'

const plainTier = ({ upTo, ...tier }: MarginTier): JsonValue => ({ ...tier, upTo: upTo === null ? null : String(upTo) })

/** Contract terms as JSON. */
export const plainContractTerms = (terms: ContractTerms): JsonValue => ({
  ...terms,
  impactValue: String(terms.impactValue),
  tiers: terms.tiers.map(plainTier),
})

/** Contract terms from JSON that `plainContractTerms` made. */
export function contractTermsOf(value: JsonObject): ContractTerms {
  const terms = value as unknown as ContractTerms
  return {
    ...terms,
    impactValue: BigInt(String(terms.impactValue)),
    tiers: terms.tiers.map((tier) => ({ ...tier, upTo: tier.upTo === null ? null : BigInt(String(tier.upTo)) })),
  }
}
