/** Trading stopped as a whole: every pair and contract, and conversion. What was stopped by itself before stays so afterwards. */
import { convertStateOf } from '@agio/engine/convert/read-convert.ts'
import { asInstrumentId } from '@agio/engine/ids/id.ts'
import { type Instrument, instrumentsOf } from '@agio/engine/read.ts'
import { CONTENT } from '../content/seed-content.ts'
import { type StopOfTrading, TRADING } from '../content/stops.ts'
import { shownTime } from './commands/given.ts'
import { changeTerms } from './convert-terms.ts'
import { type OperatorCall, type OperatorTenant, refuse, savedDocument, submitted } from './operator-command.ts'

type Call = Pick<OperatorCall<Readonly<Record<never, string>>, Readonly<Record<never, string>>>, 'tenant' | 'actor' | 'why'>
type Stopped = StopOfTrading['stopped'][number]

export const ALL = 'all'
const TARGET = { collection: CONTENT, id: TRADING } as const

const stopOf = ({ stops }: OperatorTenant): StopOfTrading | undefined => {
  try {
    return stops.trading
  } catch {
    return refuse('history is not complete yet; nothing was done, try again in a moment')
  }
}

/** A breaker's halt ends by itself, and an auction too: both go on to trade. */
const resting = ({ status, statusUntil }: Instrument): boolean => status === 'halt' && statusUntil === 0
const wayBack = ({ instrumentId, status }: Instrument): Stopped => ({
  instrumentId,
  status: status === 'cancelOnly' || status === 'reduceOnly' ? status : 'trading',
})

const setAll = (call: Call, all: readonly (readonly [number, Stopped['status'] | 'halt'])[]) => {
  const { actor, why } = call
  const commands = all.map(
    ([id, status]) => ({ kind: 'setInstrumentStatus', instrumentId: asInstrumentId(id), status, actor, why }) as const,
  )
  return Promise.all(commands.map((command) => submitted(call, command)))
}

/** @throws Refusal where it is so already */
export async function haltTrading(call: Call): Promise<string> {
  const { tenant, actor } = call
  const { state } = tenant.exchange
  const before = stopOf(tenant)
  if (before !== undefined) refuse(`all trading is halted since ${shownTime(before.since)}`)
  const stopped = instrumentsOf(state)
    .filter((instrument) => !resting(instrument))
    .map(wayBack)
  const convert = !convertStateOf(state).isClosedByOperator
  // Said first: what a stop of the server cuts off is let go by `resume all` all the same.
  await savedDocument(call, TARGET, { since: tenant.exchange.now(), stopped, convert, actor })
  await setAll(
    call,
    stopped.map(({ instrumentId }) => [instrumentId, 'halt'] as const),
  )
  if (convert) await changeTerms(call, { isClosed: true })
  return `${stopped.length} pairs and contracts are halted${convert ? ', conversion is closed' : ''}, entry ${tenant.exchange.durableSeq}`
}

/** @throws Refusal where there is no such halt */
export async function resumeTrading(call: Call): Promise<string> {
  const { tenant } = call
  const { stopped, convert } = stopOf(tenant) ?? refuse('there is no halt of all trading')
  const halted = new Set(instrumentsOf(tenant.exchange.state).flatMap((one) => (resting(one) ? [one.instrumentId] : [])))
  const going = stopped.filter(({ instrumentId }) => halted.has(asInstrumentId(instrumentId)))
  await setAll(
    call,
    going.map(({ instrumentId, status }) => [instrumentId, status] as const),
  )
  if (convert) await changeTerms(call, { isClosed: false })
  await savedDocument(call, TARGET, null)
  const left = halted.size - going.length
  return `${going.length} pairs and contracts go on${left === 0 ? '' : `, ${left} stay halted by themselves`}, entry ${tenant.exchange.durableSeq}`
}

/** Before one pair or contract changes its status: while all are halted it can only be left halted when the others go on. @throws Refusal */
export async function leaveToItself(call: Call, instrumentId: number, isHalt: boolean): Promise<void> {
  const stop = stopOf(call.tenant)
  if (stop === undefined) return
  if (!isHalt) refuse('all trading is halted: see resume all')
  const stopped = stop.stopped.filter((one) => one.instrumentId !== instrumentId)
  if (stopped.length < stop.stopped.length) await savedDocument(call, TARGET, { ...stop, stopped, actor: call.actor })
}

/** The same of conversion as a whole. @throws Refusal */
export async function leaveConversion(call: Call, isClosed: boolean): Promise<void> {
  const stop = stopOf(call.tenant)
  if (stop === undefined) return
  if (!isClosed) refuse('all trading is halted: see resume all')
  if (stop.convert) await savedDocument(call, TARGET, { ...stop, convert: false, actor: call.actor })
}
