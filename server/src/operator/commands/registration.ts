/** Whether accounts can be opened. */
import { CONTENT } from '../../content/seed-content.ts'
import { REGISTRATION } from '../../content/stops.ts'
import { type OperatorCall, operatorCommand, refuse, savedDocument } from '../operator-command.ts'
import { shownTime } from './given.ts'

type Call = OperatorCall<Readonly<Record<never, string>>, Readonly<Record<never, string>>>

/** @throws Refusal where it is so already */
async function turn(call: Call, isClosed: boolean): Promise<string> {
  const { tenant, actor } = call
  const since = tenant.stops.registration
  if (isClosed && since !== undefined) refuse(`registration is closed since ${shownTime(since)}`)
  if (!isClosed && since === undefined) refuse('registration is open')
  const { seq } = await savedDocument(
    call,
    { collection: CONTENT, id: REGISTRATION },
    isClosed ? { since: tenant.exchange.now(), actor } : null,
  )
  return `registration is ${isClosed ? 'closed' : 'open'}, entry ${seq}`
}

export const REGISTRATION_COMMANDS = [
  operatorCommand({
    name: 'registration close',
    summary: 'Closes registration; existing accounts go on.',
    arguments: {},
    options: {},
    needsReason: true,
    run: (call) => turn(call, true),
  }),
  operatorCommand({
    name: 'registration open',
    summary: 'Opens registration again.',
    arguments: {},
    options: {},
    needsReason: true,
    run: (call) => turn(call, false),
  }),
]
