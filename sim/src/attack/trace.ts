/** The last commands before something broke, in a form that can be read. */
import type { Command } from '@agio/engine/command.ts'
import { show } from '../facts.ts'
import type { Happened } from './drive.ts'
import type { Episode } from './episode.ts'
import type { Break } from './watch.ts'

/** What an order does not say when it says nothing: left out of a trace. */
const QUIET = new Set<unknown>([0, 0n, '', undefined])
const LEFT_OUT = new Set(['kind', 'userId', 'source', 'direction', 'takeProfitBy', 'stopLossBy', 'clientOrderId'])

/** Only what the accounts involved did, what the index did, and what came of it. */
export function traceOf({ drive }: Episode, { seq, users, what }: Break, most: number): string[] {
  const isMeant = ({ command, fills, liquidated }: Happened): boolean =>
    command.kind === 'reportPrices' || (command.kind === 'tick' ? fills.length + liquidated.length > 0 : isOf(command, users))
  const before = drive.told.filter((happened) => happened.seq <= seq && isMeant(happened))
  return [...before.slice(-most).map(told), `! ${what}`]
}

const isOf = (command: Command, users: readonly number[]): boolean =>
  users.length === 0 || ('userId' in command && users.includes(command.userId))

function told({ seq, at, command, reason, orderId, fills, liquidated, isFunded, insurance }: Happened): string {
  const who = 'userId' in command ? `${command.userId} ` : ''
  const parts = [`${seq} ${new Date(at).toISOString().slice(5, 23)} ${who}${command.kind} ${textOf(command)}`]
  if (reason !== 'none') parts.push(`→ ${reason}`)
  if (orderId !== 0) parts.push(`→ order ${orderId}`)
  for (const { userId, side, price, quantity, fee, realised } of fills)
    parts.push(`\n      ${userId === 0 ? 'the house' : userId} ${side}s ${quantity} at ${price}, fee ${fee}, realised ${realised}`)
  for (const one of liquidated) {
    const done = one.isDone ? `done, insurance ${one.insurance}, shared ${one.share}` : `margin ${one.margin}, equity ${one.equity}`
    parts.push(
      `\n      ${one.step} of ${one.userId}: ${one.quantity} ${one.isShort ? 'short' : 'long'} in ${one.instrumentId} at mark ${one.mark}, ${done}`,
    )
  }
  for (const { amount, cause, balance } of insurance) parts.push(`\n      fund ${amount} by ${cause}, has ${balance}`)
  if (isFunded) parts.push('\n      funding was settled')
  return parts.join(' ')
}

function textOf(command: Command): string {
  if (command.kind === 'reportPrices') {
    const [item] = command.items
    return item === undefined ? '' : `asset ${item.assetId} ${item.state} ${item.price}`
  }
  return Object.entries(command)
    .filter(([name, value]) => !LEFT_OUT.has(name) && !QUIET.has(value))
    .map(([name, value]) => `${name} ${typeof value === 'object' ? show(value) : value}`)
    .join(', ')
}
