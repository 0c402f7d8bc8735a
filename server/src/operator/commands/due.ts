/** Scheduled work that breaks the engine: what it is, and leaving it out. */
import { describeDueRow } from '@agio/engine/due-row.ts'
import { operatorCommand, refuse } from '../operator-command.ts'

const timeOf = (at: number): string => new Date(at).toISOString()

export const dueList = operatorCommand({
  name: 'due list',
  summary: 'Shows the scheduled work that breaks the engine now, and what was skipped before.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const { poisoned, decisions = [] } = tenant.exchange.due ?? {}
    const lines = decisions.map(({ what, row, actor, why, decidedAt, error }) =>
      [`skipped  ${what}, due ${timeOf(row.at)}`, `         by ${actor} at ${decidedAt}: ${why}`, `         it said: ${error}`].join('\n'),
    )
    if (poisoned !== undefined)
      lines.unshift(`poisoned ${describeDueRow(poisoned.row)}, due ${timeOf(poisoned.row.at)}\n         it says: ${poisoned.error}`)
    return lines.length === 0 ? 'nothing is poisoned, nothing was skipped' : lines.join('\n')
  },
})

export const dueSkip = operatorCommand({
  name: 'due skip',
  summary: 'Skips the scheduled work that breaks the engine; the exchange restarts for it.',
  arguments: {},
  options: {},
  needsReason: true,
  async run({ tenant, actor, why }) {
    const poisoned = tenant.exchange.due?.poisoned
    if (poisoned === undefined) return refuse('nothing is poisoned: see due list')
    tenant.exchange.due?.setAside(actor, why)
    return `${describeDueRow(poisoned.row)} is left out from the next start on; the process ends now for it`
  },
})
