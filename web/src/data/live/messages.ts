/** Reads frames of the socket. Hot path: shape checks only as deep as the handlers rely on. */
import type { ChangePush, ChannelKind, SnapshotPush } from '@agio/wire/socket/channels.ts'
import type { Answer } from '@agio/wire/socket/socket.ts'

/** Its shape is the API's word; whoever reads the data looks at each field before using it. */
export type Push<Kind extends ChannelKind = ChannelKind> = SnapshotPush<Kind> | ChangePush<Kind>

type FieldsOf<Row> = Row extends unknown ? keyof Row : never
/** What any frame of the API may have; `trip` is added by the tab that holds a shared socket: how long the server's answer travelled, ms. */
type FrameFields = { readonly [Field in 'ch' | 'trip' | FieldsOf<Push> | FieldsOf<Answer>]?: unknown }
type Op = Answer['op']

export interface Reply {
  readonly op: Op
  readonly id: string | undefined
  readonly code: string
  readonly message: string
  readonly data: unknown
}

export type Frame =
  | { readonly kind: 'push'; readonly channel: string; readonly push: Push }
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'pong'; readonly id: string | undefined; readonly time: number | undefined; readonly trip: number | undefined }
  | { readonly kind: 'notice'; readonly notice: string; readonly code: string; readonly message: string }
  | { readonly kind: 'error'; readonly code: string; readonly name: string }

const record = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : undefined
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** A frame, or undefined when it is none that this client knows. */
export function readFrame(data: string): Frame | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(data)
  } catch {
    return undefined
  }
  const fields: FrameFields | undefined = record(parsed)
  if (fields === undefined) return undefined
  if (typeof fields.ch === 'string') return readPush(fields)
  const id = typeof fields.id === 'string' ? fields.id : undefined
  if (typeof fields.op !== 'string') return undefined
  const op = fields.op as Op
  if (op === 'pong') return { kind: 'pong', id, time: number(fields.time), trip: number(fields.trip) }
  if (op === 'notice') return { kind: 'notice', notice: text(fields.kind), code: text(fields.code), message: text(fields.message) }
  if (op === 'error') return { kind: 'error', code: text(fields.code), name: text(fields.name) }
  return { kind: 'reply', reply: { op, id, code: text(fields.code), message: text(fields.message), data: fields.data } }
}

function readPush(fields: FrameFields): Frame | undefined {
  const { ch, type, seq, prevSeq, time, data } = fields
  if (type !== 'snapshot' && type !== 'delta' && type !== 'event') return undefined
  if (typeof seq !== 'number' || (prevSeq !== null && prevSeq !== undefined && typeof prevSeq !== 'number')) return undefined
  const push = { type, seq, prevSeq: prevSeq ?? null, time: typeof time === 'number' ? time : 0, data } as Push
  return { kind: 'push', channel: text(ch), push }
}

/** Channels that a sub reply refused, with the reason's name. */
export function refusedChannels(reply: Reply): readonly { readonly channel: string; readonly name: string }[] {
  const failed = record(reply.data)?.failed
  if (!Array.isArray(failed)) return []
  return failed.flatMap((item: unknown) => {
    const fields = record(item)
    return fields === undefined ? [] : [{ channel: text(fields.ch), name: text(fields.name) }]
  })
}
