/** Every event, described once. */
import type { JsonObject, UserStatus } from '../command.ts'
import type { Order } from '../event.ts'
import { CHAIN_EVENTS } from './chain-events.ts'
import { type JsonFields, type JsonShape, json, jsonId, text } from './command-field.ts'
import { PAIR_TERMS } from './commands/house.ts'
import type { Collection } from './documents.ts'
import { kindsIn } from './handlers.ts'
import { PERP_EVENTS } from './perp-events.ts'
import { CONVERT_EVENTS, EARN_EVENTS, INDEX_EVENTS } from './product-events.ts'
import type { RECORD_HEAD, RecordDescription } from './record.ts'
import { BALANCE_RECORD, LEVEL_RECORD, ORDER_RECORD, STATUS_RECORD, TRADE_RECORD, TRANSFER_RECORD } from './records.ts'
import type { Flat, ValueOf } from './value.ts'

/** Who may be told. `user`: those whom it names. */
export type Audience = 'public' | 'user' | 'operator'

/** Collections that events carry. `documents.ts` has all others. */
export type KeptCollection = 'products' | 'networks' | 'listings'

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
  /** Collection of the house's document in the event, and the field with the document's id. */
  readonly keeps?: { readonly collection: KeptCollection; readonly id: string & keyof F }
  readonly fields: F
}

export type EventDescription = RecordEventDescription | OrderEventDescription | DocumentEventDescription

const ofOrder = (change: number, about: string) => ({ form: 'order', record: ORDER_RECORD, change, about, audience: ['user'] }) as const

export const EVENTS = {
  orderPlaced: ofOrder(0, 'First event of an order, also of the new order of an atomic replace.'),
  orderUpdated: ofOrder(1, 'Anything about a live order changed: partial fill, trigger, decrement; iceberg refill is silent.'),
  orderClosed: ofOrder(2, 'Last event of an order.'),
  orderLowered: ofOrder(3, 'An amend lowered the quantity of a live order, which keeps its place.'),
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
  ...INDEX_EVENTS,
  ...CONVERT_EVENTS,
  ...EARN_EVENTS,
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

export const EVENT_KINDS: readonly EventKind[] = kindsIn(EVENTS)

/** Events with a whole order. */
export type OrderEvent = EventByKind[KindsThat<OrderEventDescription>]
export const isOrderEvent = (event: EventByKind[EventKind]): event is OrderEvent => EVENTS[event.kind].form === 'order'

type Keeping<Name extends KeptCollection> = KindsThat<{ readonly keeps: { readonly collection: Name } }>
/** Events with a document of these collections. */
export type KeepingEvent<Name extends KeptCollection = KeptCollection> = EventByKind[Keeping<Name>]

interface Kept extends Pick<KeepingEvent, 'document'> {
  readonly collection: KeptCollection
  readonly id: number
}

/** The document in an event. */
export function keptBy(event: KeepingEvent): Kept {
  const { collection, id } = EVENTS[event.kind].keeps
  return { collection, id: Number((event as unknown as Readonly<Record<string, unknown>>)[id]), document: event.document }
}

/** Kinds of events with documents of these collections. */
export const kindsKeeping = <Name extends KeptCollection>(...collections: readonly Name[]): ReadonlySet<Keeping<Name>> =>
  new Set(
    EVENT_KINDS.filter((kind): kind is Keeping<Name> => {
      const described: EventDescription = EVENTS[kind]
      return described.form === 'document' && collections.some((name) => name === described.keeps?.collection)
    }),
  )

type Having<Name extends string> = {
  [Kind in EventKind]: EventByKind[Kind] extends { readonly [Field in Name]: unknown } ? Kind : never
}[EventKind]

/** Kinds of events with a document that has this field. */
export const kindsHaving = <Name extends string>(field: Name): ReadonlySet<Having<Name>> =>
  new Set(
    EVENT_KINDS.filter((kind): kind is Having<Name> => {
      const described: EventDescription = EVENTS[kind]
      return described.form === 'document' && Object.hasOwn(described.fields, field)
    }),
  )
