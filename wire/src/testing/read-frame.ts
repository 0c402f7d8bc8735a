/** Reads what a server says on its socket as the API has it, to the field: tests fail on what is missing and on what nobody named. */
import type * as z from 'zod/mini'
import { CO_CHANNELS, readCoChannelName } from '../futures/channels.ts'
import { pushSchema, pushSchemaOf, readChannelName } from '../socket/channels.ts'
import { answerSchema } from '../socket/socket.ts'

/** Paths at which two JSON values differ. */
function differences(one: unknown, other: unknown, path = ''): string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other ? [] : [path]
  const [left, right] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
    Object.hasOwn(left, key) && Object.hasOwn(right, key) ? differences(left[key], right[key], `${path}.${key}`) : [`${path}.${key}`],
  )
}

type Host = 'gateway' | 'futures'

/** Of a channel of a host; undefined for what is none. */
function schemaOf(host: Host, name: string): z.ZodMiniType | undefined {
  if (host === 'gateway') {
    const channel = readChannelName(name)
    return channel && pushSchema(channel.kind)
  }
  const channel = readCoChannelName(name)
  return channel && pushSchemaOf(CO_CHANNELS[channel.kind])
}

/** @throws Error that names channel or op and the fields at fault */
export function checkFrame(frame: unknown, host: Host = 'gateway'): void {
  const { ch, op } = frame as { readonly ch?: string; readonly op?: string }
  const schema = ch === undefined ? answerSchema : schemaOf(host, ch)
  if (schema === undefined) throw new Error(`${ch} is no channel`)
  const said = `on the socket, ${ch ?? op}:`
  const read = schema.safeParse(frame)
  if (!read.success) throw new Error(`${said} ${JSON.stringify(read.error.issues)}`)
  const unnamed = differences(frame, read.data)
  if (unnamed.length > 0) throw new Error(`${said} the API does not name ${unnamed.join(', ')}`)
}

let checked: string | undefined

/** A frame's text, parsed and checked; the type is what the test expects of it. A text that many readers get is checked once. */
export function readFrameText<Frame>(text: string, host?: Host): Frame {
  const frame: unknown = JSON.parse(text)
  if (text !== checked) checkFrame(frame, host)
  checked = text
  return frame as Frame
}
