/** `due skip` where no exchange runs: a start ends before anybody could ask it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { skipOnStopped } from '../sequencer/skip-on-stopped.ts'
import { faultOf, type OperatorRequest } from './command-line.ts'
import { dueSkip } from './commands/due.ts'
import { type OperatorAnswer, signature } from './run-command.ts'

export async function skipStopped(dataDir: string, request: OperatorRequest): Promise<OperatorAnswer> {
  const { tenantId, actor, account = '', why } = request
  const fault = faultOf(dueSkip, request)
  if (fault !== undefined) return { ok: false, text: fault }
  const dir = join(dataDir, tenantId, 'journal')
  if (!existsSync(dir)) return { ok: false, text: `no tenant ${tenantId} in ${dataDir}` }
  const { what, error, next } = await skipOnStopped({ tenantId, dir }, signature(actor, account), why)
  if (what === undefined) return { ok: false, text: 'nothing is poisoned: what is due was done' }
  const more = next === undefined ? '' : `\n${next} breaks it now: skip that too`
  return { ok: true, text: `${what} is left out; it said: ${error}${more}` }
}
