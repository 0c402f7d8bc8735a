/** Events of index prices, of conversion and of savings. */
import type { JsonObject, ProductStatus, SourceWeights } from '../command.ts'
import { json, jsonAmount, jsonId, optional, text } from './command-field.ts'
import { type ConvertRuleTexts, STOCK_TERMS } from './commands/convert.ts'
import { PRODUCT_TERMS, TIERS } from './commands/earn.ts'
import {
  CONVERSION_RECORD,
  CONVERT_VALUE_RECORD,
  EARN_RECORD,
  INDEX_RECORD,
  INVENTORY_RECORD,
  PRODUCT_STATUS_RECORD,
  SOURCE_PRICE_RECORD,
  STOCK_CLOSED_RECORD,
} from './records.ts'

export const INDEX_EVENTS = {
  sourcePriced: { form: 'record', record: SOURCE_PRICE_RECORD, about: 'A source of prices said something.', audience: ['public'] },
  indexChanged: {
    form: 'record',
    record: INDEX_RECORD,
    about: 'An asset has another index price, or of another number of sources.',
    audience: ['public'],
  },
  indexTermsSet: {
    form: 'document',
    about: 'There are other sources, or other rules for them.',
    audience: ['public'],
    fields: {
      unitAssetId: jsonId('AssetId'),
      sources: json<readonly string[]>('json'),
      freshMs: json<number>('ms'),
      capE8: json<number>('rate'),
      weights: json<readonly SourceWeights[]>('json'),
      actor: text(),
      why: text(),
    },
  },
} as const

export const CONVERT_EVENTS = {
  converted: { form: 'record', record: CONVERSION_RECORD, about: 'A customer turned one asset into another.', audience: ['user'] },
  inventoryMoved: {
    form: 'record',
    record: INVENTORY_RECORD,
    about: 'The house’s stock grew or shrank without a conversion.',
    audience: ['operator'],
  },
  convertValued: { form: 'record', record: CONVERT_VALUE_RECORD, about: 'What the house’s stock is worth.', audience: ['operator'] },
  stockClosed: {
    form: 'record',
    record: STOCK_CLOSED_RECORD,
    about: 'Conversion of one coin was closed by a loss, or opened.',
    audience: ['operator'],
  },
  convertTermsSet: {
    form: 'document',
    about: 'Conversion has other limits, was closed or opened.',
    audience: ['operator'],
    fields: {
      dailyLimit: jsonAmount(),
      lossBound: jsonAmount(),
      deskUserId: jsonId('UserId'),
      isClosed: json<boolean>('flag'),
      opensLoss: optional(json<boolean>('flag', 'What a loss closed was opened too.')),
      rules: optional(json<ConvertRuleTexts>('json', 'What else was set, decimals as texts.')),
      actor: text(),
      why: text(),
    },
  },
  stockTermsSet: {
    form: 'document',
    about: 'There should be another amount of a coin in stock.',
    audience: ['operator'],
    fields: { ...STOCK_TERMS, actor: text(), why: text() },
  },
} as const

export const EARN_EVENTS = {
  earnChanged: { form: 'record', record: EARN_RECORD, about: 'Something happened to a savings order.', audience: ['user'] },
  productStatusChanged: {
    form: 'record',
    record: PRODUCT_STATUS_RECORD,
    about: 'A product goes on sale, is suspended, sold out, over or off the shelf.',
    audience: ['public'],
  },
  productDefined: {
    form: 'document',
    about: 'A new savings product.',
    audience: ['public'],
    keeps: { collection: 'products', id: 'productId' },
    fields: { productId: jsonId('ProductId'), terms: PRODUCT_TERMS, document: json<JsonObject>('json'), actor: text(), why: text() },
  },
  productChanged: {
    form: 'document',
    about: 'A savings product has other terms.',
    audience: ['public'],
    keeps: { collection: 'products', id: 'productId' },
    fields: { productId: jsonId('ProductId'), terms: PRODUCT_TERMS, document: json<JsonObject>('json'), actor: text(), why: text() },
  },
  productStatusSet: {
    form: 'document',
    about: 'An operator moved a product to another status.',
    audience: ['operator'],
    fields: { productId: jsonId('ProductId'), status: json<ProductStatus>('code'), actor: text(), why: text() },
  },
  productRateSet: {
    form: 'document',
    about: 'A product earns something else from a day on.',
    audience: ['public'],
    fields: { productId: jsonId('ProductId'), fromDay: json<number>('count'), tiers: TIERS, actor: text(), why: text() },
  },
} as const
