/** Terms of pairs and fee levels as JSON, which knows no int64: their amounts are decimal strings there. */
import type { FeeLevelTerms, InstrumentTerms, JsonObject, JsonValue } from '../command.ts'

/** Instrument terms as JSON. */
export function plainTerms(terms: InstrumentTerms): Record<string, JsonValue> {
  return {
    ...terms,
    notionalMin: terms.notionalMin.toString(),
    notionalMax: terms.notionalMax.toString(),
    marketNotionalCap: terms.marketNotionalCap.toString(),
  }
}

/** Instrument terms from JSON that `plainTerms` made. */
export function termsOf(value: JsonObject): InstrumentTerms {
  const terms = value as unknown as InstrumentTerms
  return {
    ...terms,
    notionalMin: BigInt(String(terms.notionalMin)),
    notionalMax: BigInt(String(terms.notionalMax)),
    marketNotionalCap: BigInt(String(terms.marketNotionalCap)),
  }
}

export const plainLevels = (levels: readonly FeeLevelTerms[]): JsonValue =>
  levels.map((level) => ({ ...level, volumeMin: level.volumeMin.toString() }))

export const levelsOf = (value: JsonValue): readonly FeeLevelTerms[] =>
  (value as unknown as readonly FeeLevelTerms[]).map((level) => ({ ...level, volumeMin: BigInt(String(level.volumeMin)) }))
