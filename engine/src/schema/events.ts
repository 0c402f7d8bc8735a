/** Every event, described once. */
import type { JsonObject, ProductStatus, SourceWeights, UserStatus } from '../command.ts'
import type { Order } from '../event.ts'
import { CHAIN_EVENTS } from './chain-events.ts'
import { type JsonFields, type JsonShape, json, jsonAmount, jsonId, optional, text } from './command-field.ts'
import { type ConvertRuleTexts, STOCK_TERMS } from './commands/convert.ts'
import { PRODUCT_TERMS, TIERS } from './commands/earn.ts'
import { PAIR_TERMS } from './commands/house.ts'
import type { Collection } from './documents.ts'
import { PERP_EVENTS } from './perp-events.ts'
import type { RECORD_HEAD, RecordDescription } from './record.ts'
import {
  BALANCE_RECORD,
  CONVERSION_RECORD,
  CONVERT_VALUE_RECORD,
  EARN_RECORD,
  INDEX_RECORD,
  INVENTORY_RECORD,
  LEVEL_RECORD,
  ORDER_RECORD,
  PRODUCT_STATUS_RECORD,
  SOURCE_PRICE_RECORD,
  STATUS_RECORD,
  STOCK_CLOSED_RECORD,
  TRADE_RECORD,
  TRANSFER_RECORD,
} from './records.ts'
import type { Flat, ValueOf } from './value.ts'

/** Who may be told. `user`: those whom it names. */
export type Audience = 'public' | 'user' | 'operator'

interface Common {
  readonly about: string
  readonly audience: readonly Audience[]
}

/** An event whose record has a field for each of its values. */
interface RecordEventDescription<R extends RecordDescription = RecordDescription> extends Common {
  readonly form: 'record'
  readonly record: R
}

/** An event about an order: what happened to it stands in the record's `change`. */
interface OrderEventDescription extends Common {
  readonly form: 'order'
  readonly record: RecordDescription
  readonly change: number
}

/** An event that is rare enough to travel as JSON. */
interface DocumentEventDescription<F extends JsonFields = JsonFields> extends Common {
  readonly form: 'document'
  readonly fields: F
}

export type EventDescription = RecordEventDescription | OrderEventDescription | DocumentEventDescription

const ofOrder = (change: number, about: string) => ({ form: 'order', record: ORDER_RECORD, change, about, audience: ['user'] }) as const

export const EVENTS = {
  orderPlaced: ofOrder(0, 'First event of an order, also of the new order of an atomic replace.'),
  orderUpdated: ofOrder(1, 'Anything about a live order changed: partial fill, amend, trigger, decrement; iceberg refill is silent.'),
  orderClosed: ofOrder(2, 'Last event of an order.'),
  traded: { form: 'record', record: TRADE_RECORD, about: 'Two orders met.', audience: ['public', 'user'] },
  balanceChanged: {
    form: 'record',
    record: BALANCE_RECORD,
    about: 'One posting of a user account: the change and what it left.',
    audience: ['user'],
  },
  transferred: { form: 'record', record: TRANSFER_RECORD, about: 'A user moved coins between his accounts.', audience: ['user'] },
  levelChanged: {
    form: 'record',
    record: LEVEL_RECORD,
    about: 'Visible quantity of a price level after the entry; 0 = the level is gone. At most one per level and entry.',
    audience: ['public'],
  },
  instrumentStatusChanged: { form: 'record', record: STATUS_RECORD, about: 'A pair stops or goes on.', audience: ['public'] },
  instrumentDefined: {
    form: 'document',
    about: 'A new pair.',
    audience: ['public'],
    fields: { instrumentId: jsonId('InstrumentId'), terms: PAIR_TERMS },
  },
  instrumentChanged: {
    form: 'document',
    about: 'A pair has other terms.',
    audience: ['public'],
    fields: { instrumentId: jsonId('InstrumentId'), terms: PAIR_TERMS },
  },
  assetDefined: {
    form: 'document',
    about: 'A new asset.',
    audience: ['public'],
    fields: { assetId: jsonId('AssetId'), symbol: text(), scale: json<number>('count'), document: json<JsonObject>('json') },
  },
  userRegistered: {
    form: 'document',
    about: 'A new customer or maker.',
    audience: ['operator'],
    fields: { userId: jsonId('UserId'), accountKey: text(), role: json<'customer' | 'maker'>('code'), document: json<JsonObject>('json') },
  },
  userStatusChanged: {
    form: 'document',
    about: 'An account was frozen, disabled or freed.',
    audience: ['user', 'operator'],
    fields: { userId: jsonId('UserId'), status: json<UserStatus>('code'), actor: text(), why: text() },
  },
  userTermsChanged: {
    form: 'document',
    about: 'What a user pays or may do changed.',
    audience: ['user', 'operator'],
    fields: {
      userId: jsonId('UserId'),
      feeLevel: json<number>('count'),
      payFeeInFeeAsset: json<boolean>('flag'),
      tradingEnabled: json<boolean>('flag'),
    },
  },
  feeScheduleChanged: { form: 'document', about: 'There are other fee levels.', audience: ['public'], fields: {} },
  documentSaved: {
    form: 'document',
    about: 'A document was saved or (null) removed: who may see it stands with its collection in `documents.ts`.',
    audience: ['user', 'operator'],
    fields: {
      userId: jsonId('UserId'),
      collection: json<Collection>('text'),
      id: text(),
      document: json<JsonObject | null>('json'),
      actor: text(),
    },
  },
  cancelAllTimerSet: {
    form: 'document',
    about: 'All orders will end at `triggerAt` unless the timer is renewed; 0 = it is off.',
    audience: ['user'],
    fields: { userId: jsonId('UserId'), instrumentId: jsonId('InstrumentId'), triggerAt: json<number>('ms') },
  },
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
    fields: { productId: jsonId('ProductId'), terms: PRODUCT_TERMS, document: json<JsonObject>('json'), actor: text(), why: text() },
  },
  productChanged: {
    form: 'document',
    about: 'A savings product has other terms.',
    audience: ['public'],
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
  ...CHAIN_EVENTS,
  ...PERP_EVENTS,
} as const satisfies Readonly<Record<string, EventDescription>>

type Events = typeof EVENTS
export type EventKind = keyof Events

type ShapeOf<Described> = Described extends { readonly form: 'order' }
  ? { readonly order: Order }
  : Described extends RecordEventDescription<RecordDescription<infer F>>
    ? { readonly [Name in Exclude<keyof F, keyof typeof RECORD_HEAD>]: ValueOf<F[Name]> }
    : Described extends DocumentEventDescription<infer F>
      ? JsonShape<F>
      : never

/** By kind. */
export type EventByKind = { readonly [Kind in EventKind]: Flat<{ readonly kind: Kind } & ShapeOf<Events[Kind]>> }

type KindsThat<Asked> = { [Kind in EventKind]: Events[Kind] extends Asked ? Kind : never }[EventKind]
/** Events that are read by their fields. */
export type RecordEvent = EventByKind[KindsThat<RecordEventDescription>]

/** Kinds of the events that an audience may be told. */
export type KindFor<A extends Audience> = { [Kind in EventKind]: A extends Events[Kind]['audience'][number] ? Kind : never }[EventKind]
