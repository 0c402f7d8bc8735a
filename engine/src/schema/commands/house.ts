/** Commands about what the house lists and charges, and about the engine itself. */
import { levelsOf, plainLevels, plainTerms, termsOf } from '../../codec/terms-json.ts'
import type { FeeDirection, FeeLevelTerms, InstrumentTerms, JsonObject } from '../../command.ts'
import { document, type JsonField, json, jsonId, optional, text } from '../command-field.ts'
import type { Note } from './people.ts'

const ACTOR = text('Who gives it.')
const WHY = text('What stands in the records of the house.')

export const PAIR_TERMS: JsonField<InstrumentTerms> = {
  unit: 'json',
  about: 'See `InstrumentTerms`.',
  toJson: plainTerms,
  fromJson: (value) => termsOf(value as JsonObject),
}

const FEE_LEVELS: JsonField<readonly FeeLevelTerms[]> = {
  unit: 'json',
  about: 'By 30-day volume, lowest first; the level of a user changes at 00:00 UTC only.',
  toJson: plainLevels,
  fromJson: levelsOf,
}

export const HOUSE_COMMANDS = {
  defineAsset: document({
    about: 'A new asset.',
    code: 3,
    givenBy: ['operator', 'system'],
    reasons: ['badParameter', 'engineFull'],
    fields: {
      symbol: text(),
      scale: json<number>('count', 'Ledger scale: decimals of its minor unit, 0…8.'),
      document: json<JsonObject>('json', 'Name, logo, network facts …: passed to the projections, not read here.'),
    },
  }),
  defineInstrument: document({
    about: 'A new pair.',
    code: 4,
    givenBy: ['operator', 'system'],
    reasons: ['assetNotFound', 'badParameter', 'valueTooLarge', 'engineFull'],
    fields: { terms: PAIR_TERMS },
  }),
  changeInstrument: document({
    about: 'Replaces terms that may change while orders rest: everything but the assets and scales.',
    code: 5,
    givenBy: ['operator'],
    reasons: ['instrumentNotFound', 'badParameter', 'valueTooLarge'],
    fields: { instrumentId: jsonId('InstrumentId'), terms: PAIR_TERMS, actor: ACTOR, why: WHY },
  }),
  setInstrumentStatus: document({
    about: 'Stops a pair, leaves it open for cancels only, or lets it trade again.',
    code: 6,
    givenBy: ['operator'],
    isRelief: true,
    reasons: ['instrumentNotFound', 'badParameter'],
    fields: {
      instrumentId: jsonId('InstrumentId'),
      status: json<'trading' | 'halt' | 'cancelOnly' | 'reduceOnly'>('code', 'reduceOnly: a contract takes what makes positions smaller.'),
      actor: ACTOR,
      why: WHY,
    },
  }),
  setFeeSchedule: document({
    about: 'Fee levels, and the asset in which fees are cheaper.',
    code: 7,
    givenBy: ['operator', 'system'],
    reasons: ['assetNotFound', 'badParameter'],
    fields: { levels: FEE_LEVELS, feeAssetId: jsonId('AssetId'), feeAssetDiscountE8: json<number>('rate') },
  }),
  setCommission: document({
    about: 'Share of the fees of invited customers that their inviters get, from the next trade on.',
    code: 12,
    givenBy: ['operator', 'system'],
    reasons: ['badParameter'],
    fields: { rateE8: json<number>('rate'), actor: ACTOR, why: WHY },
  }),
  setEngineVersion: document({
    about: 'Rules of a later engine from the next entry on: see `rules.ts`. Written by the process that leads the journal.',
    code: 13,
    givenBy: ['system'],
    reasons: ['badParameter'],
    fields: {
      version: json<number>('count'),
      secret: optional(json<string>('hash', '32 hex digits of chance: when contracts are sampled cannot be told without them.')),
    },
  }),
  setFeeDirection: document({
    about:
      'Where fees are taken on every pair, those listed later included: in what each side receives, or both in quote. It holds for orders that are placed after it; open ones keep theirs.',
    code: 14,
    givenBy: ['operator'],
    reasons: ['badParameter'],
    fields: { direction: json<FeeDirection>('code'), actor: ACTOR, why: WHY, note: optional(json<Note>('json')) },
  }),
} as const
