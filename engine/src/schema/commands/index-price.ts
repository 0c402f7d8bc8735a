/** Commands about the index price of assets. */
import type { SourcePrice, SourceWeights } from '../../command.ts'
import { document, json, jsonId, optional, ownOfNobody, text } from '../command-field.ts'
import { REPORT_PRICES } from '../entry.ts'

interface Report {
  readonly items: readonly SourcePrice[]
}

export const INDEX_COMMANDS = {
  reportPrices: ownOfNobody<Report, 'system'>({
    about: 'What sources of prices say now. The index of each asset follows from what all of them said last.',
    code: 128,
    givenBy: ['system'],
    reasons: ['badParameter', 'assetNotFound', 'badNumber', 'engineFull'],
    entry: REPORT_PRICES,
  }),
  setIndexTerms: document({
    about: 'Which sources there are, how long what they say is fresh, and how far one may be away from the others.',
    code: 16,
    givenBy: ['operator', 'system'],
    reasons: ['badParameter', 'assetNotFound', 'engineFull'],
    fields: {
      unitAssetId: jsonId('AssetId', 'What prices are told in: its own price is always 1.'),
      sources: json<readonly string[]>('json', 'Names by number. Those that are known stay in their places; new ones come behind.'),
      freshMs: json<number>('ms'),
      capE8: json<number>('rate', 'Of three or more sources none counts with more than the median ± this part of it.'),
      weights: optional(json<readonly SourceWeights[]>('json', 'Others than 1.')),
      actor: text('Who gives it.'),
      why: text('What stands in the records of the house.'),
    },
  }),
} as const
