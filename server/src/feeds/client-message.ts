/** What a client writes on its socket: read as the API has it, or what is wrong with it. */
import type { Issue } from '@agio/wire/envelope.ts'
import { type ClientMessage, type ClientOp, clientMessageSchema } from '@agio/wire/socket/socket.ts'
import { issuesOf } from '../core/issues.ts'

/** Readable, but not to be done: whoever sent it is answered under its `id`. */
export interface Faulty {
  readonly op: ClientOp
  readonly id: string
  readonly issues: readonly Issue[]
}

const OPS: ReadonlySet<unknown> = new Set<ClientOp>(['auth', 'sub', 'unsub', 'ping'])
const isOp = (value: unknown): value is ClientOp => OPS.has(value)

/** Undefined for what cannot be answered by name: no JSON object, no known `op`, or a fault in a message without a usable `id`. */
export function readClientMessage(text: string): ClientMessage | Faulty | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || !('op' in value) || !isOp(value.op)) return undefined
  const read = clientMessageSchema.safeParse(value)
  if (read.success) return read.data
  const id = 'id' in value ? value.id : undefined
  if (typeof id !== 'string' || id === '' || id.length > 64) return undefined
  return { op: value.op, id, issues: issuesOf(read.error, value) }
}
