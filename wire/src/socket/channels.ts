/**
 * The channels of the gateway's socket, one row each: the server may offer no other, the browser ask for no other, and both say and read
 * what stands here. A channel that is added makes every side that forgets it fail to compile. Browsers take the types alone.
 */
import * as z from 'zod/mini'
import { balanceSchema } from '../assets/types.ts'
import { bulletinSchema, messageSchema, unreadInfoSchema } from '../content/inform.ts'
import { convertRecordSchema } from '../convert/types.ts'
import { earnOrderSchema } from '../earn/types.ts'
import { decimal, switch01 } from '../fields.ts'
import { klineSchema, tickerSchema, tradeSchema } from '../market/types.ts'
import { spotFillSchema, spotOrderSchema } from '../spot/types.ts'
import { walletTxSchema } from '../wallet/types.ts'

export interface ChannelRow {
  /** What follows the name, each behind a colon. */
  readonly parameters: readonly ('symbol' | 'interval')[]
  readonly access: 'visitor' | 'user'
  /** What a newcomer gets first; null where the channel begins with its next push. */
  readonly snapshot: z.ZodMiniType | null
  /** What every later push is called: a delta changes the snapshot, an event stands for itself. */
  readonly later: 'delta' | 'event'
  readonly change: z.ZodMiniType
  /** Shortest time between two pushes that the API promises, ms; what happens meanwhile comes in one. 0: no promise. */
  readonly apartMs: number
}

const levels = z.array(z.tuple([decimal, decimal]))
/** Absolute amounts of changed levels; "0" removes one. */
const depthDelta = z.object({ bids: levels, asks: levels, checksum: z.int() })
const balanceRow = z.extend(balanceSchema, { accountType: z.int() })
const balanceChange = z.extend(balanceRow, { cause: z.string(), refId: z.nullable(z.string()) })
const orderEvent = z.object({ event: z.enum(['place', 'update', 'delete']), order: spotOrderSchema })
/** `push` 1: the reader wants it shown by the browser. Counts that changed by a mark come without a message. */
const messageEvent = z.object({ message: z.nullable(messageSchema), push: switch01, unread: unreadInfoSchema })
/** Candles as everywhere, and whether the bucket is over. */
const liveKline = z.tuple([...klineSchema._zod.def.items, switch01])

export const CHANNELS = {
  tickers: {
    parameters: [],
    access: 'visitor',
    snapshot: z.array(tickerSchema),
    later: 'delta',
    change: z.array(tickerSchema),
    apartMs: 500,
  },
  ticker: { parameters: ['symbol'], access: 'visitor', snapshot: tickerSchema, later: 'event', change: tickerSchema, apartMs: 100 },
  /** A snapshot holds the best 1,000 levels a side. */
  depth: {
    parameters: ['symbol'],
    access: 'visitor',
    snapshot: z.extend(depthDelta, { symbol: z.string() }),
    later: 'delta',
    change: depthDelta,
    apartMs: 50,
  },
  /** Oldest first. */
  trades: {
    parameters: ['symbol'],
    access: 'visitor',
    snapshot: z.array(tradeSchema),
    later: 'event',
    change: z.array(tradeSchema),
    apartMs: 0,
  },
  kline: {
    parameters: ['symbol', 'interval'],
    access: 'visitor',
    snapshot: z.array(klineSchema),
    later: 'event',
    change: liveKline,
    apartMs: 0,
  },
  announcements: { parameters: [], access: 'visitor', snapshot: null, later: 'event', change: bulletinSchema, apartMs: 0 },
  orders: { parameters: [], access: 'user', snapshot: z.array(spotOrderSchema), later: 'event', change: orderEvent, apartMs: 0 },
  fills: { parameters: [], access: 'user', snapshot: null, later: 'event', change: spotFillSchema, apartMs: 0 },
  balances: {
    parameters: [],
    access: 'user',
    snapshot: z.array(balanceRow),
    later: 'event',
    change: z.array(balanceChange),
    apartMs: 0,
  },
  messages: { parameters: [], access: 'user', snapshot: unreadInfoSchema, later: 'event', change: messageEvent, apartMs: 0 },
  /** A row of the list on every change and every new confirmation; what was missed while away comes from the list. */
  deposits: { parameters: [], access: 'user', snapshot: null, later: 'event', change: walletTxSchema, apartMs: 0 },
  withdrawals: { parameters: [], access: 'user', snapshot: null, later: 'event', change: walletTxSchema, apartMs: 0 },
  converts: { parameters: [], access: 'user', snapshot: null, later: 'event', change: convertRecordSchema, apartMs: 0 },
  /** An order of savings as it is after each change: bought, interest paid, redeemed, matured, renewed. */
  earn: { parameters: [], access: 'user', snapshot: null, later: 'event', change: earnOrderSchema, apartMs: 0 },
} as const satisfies Readonly<Record<string, ChannelRow>>

/** Channels of the futures host, which this one names instead of not knowing them. */
export const FUTURES_CHANNELS: readonly string[] = ['mark', 'positions']

type Rows = typeof CHANNELS
export type ChannelKind = keyof Rows
type WithAccess<Access> = { [Kind in ChannelKind]: Rows[Kind]['access'] extends Access ? Kind : never }[ChannelKind]
export type PublicChannel = WithAccess<'visitor'>
export type UserChannel = WithAccess<'user'>
/** Channels that begin with their next event. */
export type EventChannel = { [Kind in ChannelKind]: Rows[Kind]['snapshot'] extends null ? Kind : never }[ChannelKind]

type Suffix<Parameters> = Parameters extends readonly [string, ...infer Rest] ? `:${string}${Suffix<Rest>}` : ''
/** A channel as both sides write it: `depth:BTC/USDT`. */
export type ChannelName<Kind extends ChannelKind = ChannelKind> = Kind extends ChannelKind
  ? `${Kind}${Suffix<Rows[Kind]['parameters']>}`
  : never
/** The row of a name: `depth` of `depth:BTC/USDT`. */
export type KindOf<Name extends ChannelName> = { [Kind in ChannelKind]: Name extends ChannelName<Kind> ? Kind : never }[ChannelKind]

type Fixed<Data> = Data extends object ? { readonly [Field in keyof Data]: Fixed<Data[Field]> } : Data
type DataOf<Schema> = Schema extends z.ZodMiniType ? Fixed<z.output<Schema>> : never
export type SnapshotData<Kind extends ChannelKind> = DataOf<Rows[Kind]['snapshot']>
export type ChangeData<Kind extends ChannelKind> = DataOf<Rows[Kind]['change']>

/** Server clock, ms; `seq` rises within the channel. */
interface Placed {
  readonly seq: number
  readonly time: number
}
export interface SnapshotPush<Kind extends ChannelKind> extends Placed {
  readonly type: 'snapshot'
  readonly prevSeq: null
  readonly data: SnapshotData<Kind>
}
/** `prevSeq` is the `seq` of the push before it in the same channel. */
export interface ChangePush<Kind extends ChannelKind> extends Placed {
  readonly type: Rows[Kind]['later']
  readonly prevSeq: number
  readonly data: ChangeData<Kind>
}
/** What comes over a channel, without its name. */
export type Push<Kind extends ChannelKind = ChannelKind> = Kind extends ChannelKind ? SnapshotPush<Kind> | ChangePush<Kind> : never

export interface Channel {
  readonly kind: ChannelKind
  readonly parameters: readonly string[]
}

const isKind = (text: string): text is ChannelKind => Object.hasOwn(CHANNELS, text)

/** Reads a channel's name; undefined for what is none. Whether there is such a symbol is another question. */
export function readChannelName(name: string): Channel | undefined {
  const [kind = '', ...parameters] = name.split(':')
  return isKind(kind) && parameters.length === CHANNELS[kind].parameters.length ? { kind, parameters } : undefined
}

/** The schema of a push with its name, as it travels: `{ch, type, seq, prevSeq, time, data}`. */
export const pushSchema = (kind: ChannelKind): z.ZodMiniType => pushSchemaOf(CHANNELS[kind])

/** The same of a row of either host. */
export function pushSchemaOf({ snapshot, later, change }: Pick<ChannelRow, 'snapshot' | 'later' | 'change'>): z.ZodMiniType {
  const placed = { ch: z.string(), seq: z.int(), time: z.int() }
  const changed = z.object({ ...placed, type: z.literal(later), prevSeq: z.int(), data: change })
  if (snapshot === null) return changed
  return z.discriminatedUnion('type', [z.object({ ...placed, type: z.literal('snapshot'), prevSeq: z.null(), data: snapshot }), changed])
}
