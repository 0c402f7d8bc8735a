/** Reads what a server says on its socket as the contract has it, to the field: tests fail on what is missing and on what nobody named. */
import { pushSchema, readChannelName } from '../channels.ts'
import { answerSchema } from '../socket.ts'

/** Paths at which two JSON values differ. */
function differences(one: unknown, other: unknown, path = ''): string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other ? [] : [path]
  const [left, right] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
    Object.hasOwn(left, key) && Object.hasOwn(right, key) ? differences(left[key], right[key], `${path}.${key}`) : [`${path}.${key}`],
  )
}

/** @throws Error that names channel or op and the fields at fault */
export function checkFrame(frame: unknown): void {
  const { ch, op } = frame as { readonly ch?: string; readonly op?: string }
  const channel = ch === undefined ? undefined : readChannelName(ch)
  if (ch !== undefined && channel === undefined) throw new Error(`${ch} is no channel`)
  const said = `on the socket, ${ch ?? op}:`
  const read = (channel === undefined ? answerSchema : pushSchema(channel.kind)).safeParse(frame)
  if (!read.success) throw new Error(`${said} ${JSON.stringify(read.error.issues)}`)
  const unnamed = differences(frame, read.data)
  if (unnamed.length > 0) throw new Error(`${said} the contract does not name ${unnamed.join(', ')}`)
}

let checked: string | undefined

/** A frame's text, parsed and checked; the type is what the test expects of it. A text that many readers get is checked once. */
export function readFrameText<Frame>(text: string): Frame {
  const frame: unknown = JSON.parse(text)
  if (text !== checked) checkFrame(frame)
  checked = text
  return frame as Frame
}
