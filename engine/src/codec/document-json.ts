/** Commands as JSON: those of operators, of identity and of documents. Their amounts, which JSON does not know, are decimal strings there. */
import type { Command, CreditUser, InstrumentTerms, JsonObject, JsonValue, SetFeeSchedule } from '../command.ts'

/** Commands that travel as JSON. */
export type DocumentCommand = Exclude<
  Command,
  { kind: 'placeOrder' | 'cancelOrder' | 'amendOrder' | 'cancelAllOrders' | 'setCancelAllTimer' | 'tick' }
>

/** A command as JSON. */
export function documentOf(command: DocumentCommand): unknown {
  switch (command.kind) {
    case 'defineInstrument':
    case 'changeInstrument':
      return { ...command, terms: plainTerms(command.terms) }
    case 'creditUser':
      return { ...command, amount: command.amount.toString() }
    case 'setFeeSchedule':
      return { ...command, levels: command.levels.map((level) => ({ ...level, volumeMin: level.volumeMin.toString() })) }
    default:
      return command
  }
}

/** The command of JSON that `documentOf` made. */
export function commandOfDocument(value: JsonValue): DocumentCommand {
  const command = value as unknown as DocumentCommand
  switch (command.kind) {
    case 'defineInstrument':
    case 'changeInstrument':
      return { ...command, terms: termsOf(command.terms as unknown as JsonObject) }
    case 'creditUser':
      return { ...(command as CreditUser), amount: BigInt(String(command.amount)) }
    case 'setFeeSchedule':
      return {
        ...(command as SetFeeSchedule),
        levels: command.levels.map((level) => ({ ...level, volumeMin: BigInt(String(level.volumeMin)) })),
      }
    default:
      return command
  }
}

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
