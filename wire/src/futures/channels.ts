/** The channels of the futures host's socket, one row each, in the form of the gateway's. Symbols are names of contracts: `E-BTC-USDT`. */
import * as z from 'zod/mini'
import { CHANNELS, type ChannelRow } from '../socket/channels.ts'
import { coAccountSchema, positionSchema } from './position-types.ts'
import { contractMarkSchema, contractTickerSchema, contractTradeSchema, coOrderSchema, coTradeSchema } from './types.ts'

const accountChange = z.extend(coAccountSchema, { accountType: z.int(), cause: z.string(), refId: z.nullable(z.string()) })
const orderEvent = z.object({ event: z.enum(['place', 'update', 'delete']), order: coOrderSchema })
/** A position of volume "0" is gone; `receiptId` of `liquidation` and `adl`. */
const positionEvent = z.object({
  event: z.enum(['open', 'update', 'close', 'warn', 'liquidation', 'adl', 'funding']),
  position: positionSchema,
  receiptId: z.nullable(z.string()),
})

const { depth, kline } = CHANNELS

export const CO_CHANNELS = {
  tickers: {
    parameters: [],
    access: 'visitor',
    snapshot: z.array(contractTickerSchema),
    later: 'delta',
    change: z.array(contractTickerSchema),
    apartMs: 500,
  },
  ticker: {
    parameters: ['symbol'],
    access: 'visitor',
    snapshot: contractTickerSchema,
    later: 'event',
    change: contractTickerSchema,
    apartMs: 100,
  },
  /** As the gateway's; amounts are contracts. */
  depth,
  /** Oldest first. */
  trades: {
    parameters: ['symbol'],
    access: 'visitor',
    snapshot: z.array(contractTradeSchema),
    later: 'event',
    change: z.array(contractTradeSchema),
    apartMs: 0,
  },
  kline,
  mark: {
    parameters: ['symbol'],
    access: 'visitor',
    snapshot: contractMarkSchema,
    later: 'event',
    change: contractMarkSchema,
    apartMs: 1000,
  },
  orders: { parameters: [], access: 'user', snapshot: z.array(coOrderSchema), later: 'event', change: orderEvent, apartMs: 0 },
  fills: { parameters: [], access: 'user', snapshot: null, later: 'event', change: coTradeSchema, apartMs: 0 },
  balances: {
    parameters: [],
    access: 'user',
    snapshot: z.array(coAccountSchema),
    later: 'event',
    change: z.array(accountChange),
    apartMs: 0,
  },
  positions: { parameters: [], access: 'user', snapshot: z.array(positionSchema), later: 'event', change: positionEvent, apartMs: 0 },
} as const satisfies Readonly<Record<string, ChannelRow>>

/** Channels of the gateway alone, which this host names instead of not knowing them. */
export const GATEWAY_CHANNELS: readonly string[] = Object.keys(CHANNELS).filter((kind) => !Object.hasOwn(CO_CHANNELS, kind))

type Rows = typeof CO_CHANNELS
export type CoChannelKind = keyof Rows
type WithAccess<Access> = { [Kind in CoChannelKind]: Rows[Kind]['access'] extends Access ? Kind : never }[CoChannelKind]
export type PublicCoChannel = WithAccess<'visitor'>
export type UserCoChannel = WithAccess<'user'>

type Suffix<Parameters> = Parameters extends readonly [string, ...infer Rest] ? `:${string}${Suffix<Rest>}` : ''
/** A channel as both sides write it: `mark:E-BTC-USDT`. */
export type CoChannelName<Kind extends CoChannelKind = CoChannelKind> = Kind extends CoChannelKind
  ? `${Kind}${Suffix<Rows[Kind]['parameters']>}`
  : never

type Fixed<Data> = Data extends object ? { readonly [Field in keyof Data]: Fixed<Data[Field]> } : Data
type DataOf<Schema> = Schema extends z.ZodMiniType ? Fixed<z.output<Schema>> : never
export type CoSnapshotData<Kind extends CoChannelKind> = DataOf<Rows[Kind]['snapshot']>
export type CoChangeData<Kind extends CoChannelKind> = DataOf<Rows[Kind]['change']>

/** Server clock, ms; `seq` rises within the channel. */
interface Placed {
  readonly seq: number
  readonly time: number
}
export interface CoSnapshotPush<Kind extends CoChannelKind> extends Placed {
  readonly type: 'snapshot'
  readonly prevSeq: null
  readonly data: CoSnapshotData<Kind>
}
/** `prevSeq` is the `seq` of the push before it in the same channel. */
export interface CoChangePush<Kind extends CoChannelKind> extends Placed {
  readonly type: Rows[Kind]['later']
  readonly prevSeq: number
  readonly data: CoChangeData<Kind>
}

export interface CoChannel {
  readonly kind: CoChannelKind
  readonly parameters: readonly string[]
}

const isKind = (text: string): text is CoChannelKind => Object.hasOwn(CO_CHANNELS, text)

/** Reads a channel's name; undefined for what is none. Whether there is such a contract is another question. */
export function readCoChannelName(name: string): CoChannel | undefined {
  const [kind = '', ...parameters] = name.split(':')
  return isKind(kind) && parameters.length === CO_CHANNELS[kind].parameters.length ? { kind, parameters } : undefined
}
