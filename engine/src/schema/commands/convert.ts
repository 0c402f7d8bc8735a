/** Commands about flash conversion. */
import { document, fixed, json, jsonAmount, jsonId, optional, text } from '../command-field.ts'
import type { CONVERT_RULES } from '../convert.ts'
import { f64, i64 } from '../field.ts'
import { id } from '../value.ts'
import type { Note } from './people.ts'

const ACTOR = text('Who gives it.')
const WHY = text('What stands in the records of the house.')

/** Rules of conversion by their names, each a count of units as text: what is left out stays. */
export type ConvertRuleTexts = { readonly [Rule in keyof typeof CONVERT_RULES]?: string }

export const STOCK_TERMS = {
  assetId: jsonId('AssetId'),
  target: jsonAmount('What there should be; −1 = what the house put in.'),
  least: jsonAmount('Below it the desk buys; −1 = never.'),
  most: jsonAmount('Above it the desk sells; −1 = never.'),
} as const

export const CONVERT_COMMANDS = {
  acceptQuote: fixed('acceptQuote', {
    about:
      'Executes a quote, which the command carries whole, once: what it says, or more where the index went far for the house. The outcome’s value is the id of the conversion.',
    code: 129,
    names: 'user',
    hasCaller: true,
    givenBy: ['customer'],
    isTrade: true,
    reasons: [
      'badParameter',
      'assetNotFound',
      'quoteExpired',
      'quoteUsed',
      'priceMoved',
      'indexFrozen',
      'convertClosed',
      'coinClosed',
      'inventoryShort',
      'sideClosed',
      'stockKept',
      'personLimit',
      'dailyLimit',
      'insufficientBalance',
      'accountDisabled',
      'accountFrozen',
      'engineFull',
    ],
    fields: {
      sendAssetId: id('AssetId'),
      receiveAssetId: id('AssetId', '', 32),
      quoteId: f64('id', '', { at: 40 }),
      sendAmount: i64('amount'),
      receiveAmount: i64('amount'),
      sendIndex: i64('amount', 'Index price at the quote, 1e-12.'),
      receiveIndex: i64('amount'),
      spread: i64('rate', 'What of the middle price the house keeps.'),
      validUntil: f64('ms', 'Last instant at which it can be executed.'),
      value: i64('amount', 'Of what is sent, at the middle price: 1e-8 of the unit asset.'),
    },
  }),
  setConvertTerms: document({
    about: 'Limits of conversion that the engine holds. The note says what the quotes are made by.',
    code: 17,
    givenBy: ['operator', 'system'],
    reasons: ['badParameter', 'userNotFound'],
    fields: {
      dailyLimit: jsonAmount('Value that a person may convert in a UTC day, 1e-8 of the unit asset; 0 = unbounded.'),
      lossBound: jsonAmount('What the house may lose in a UTC day before conversion closes, in the same; 0 = unbounded.'),
      deskUserId: jsonId('UserId', 'Whose account hedges; 0 = nobody’s.'),
      isClosed: json<boolean>('flag', 'By the house. What a loss closed stays so.'),
      opensLoss: optional(json<boolean>('flag', 'Opens again what the loss of today closed.')),
      rules: optional(json<ConvertRuleTexts>('json')),
      actor: ACTOR,
      why: WHY,
      note: optional(json<Note>('json')),
    },
  }),
  fundInventory: document({
    about: 'House money to the stock that conversions are served from; an amount below zero takes it back.',
    code: 18,
    givenBy: ['operator', 'system'],
    reasons: ['badNumber', 'assetNotFound', 'inventoryShort', 'valueTooLarge', 'engineFull'],
    fields: { assetId: jsonId('AssetId'), amount: jsonAmount(), reference: text(), actor: ACTOR, why: WHY },
  }),
  setStockTerms: document({
    about: 'What there should be in stock of a coin, and the limits beyond which it is hedged.',
    code: 60,
    givenBy: ['operator', 'system'],
    reasons: ['assetNotFound', 'badParameter', 'engineFull'],
    fields: { ...STOCK_TERMS, actor: ACTOR, why: WHY, note: optional(json<Note>('json')) },
  }),
} as const
