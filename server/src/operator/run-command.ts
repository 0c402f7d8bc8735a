/** Runs a request against the live process; the answer says what became durable, or why nothing did. */
import { foreignPicture } from '../content/foreign-pictures.ts'
import type { ClockGuard } from '../core/clock-guard.ts'
import { isOutOfSpace } from '../core/system-error.ts'
import type { Profile } from '../core/tenant-config.ts'
import { type Refusal as RefusalName, Refused, type Trouble } from '../sequencer/exchange.ts'
import { faultOf, type OperatorRequest } from './command-line.ts'
import { OPERATOR_COMMANDS } from './commands.ts'
import { type OperatorTenant, Refusal } from './operator-command.ts'
import { isAskedTwice, runOnce, runTwice } from './two-persons.ts'

export interface OperatorAnswer {
  readonly ok: boolean
  readonly text: string
}

const no = (text: string): OperatorAnswer => ({ ok: false, text })

/** The journal keeps both names where they differ: the one that was claimed, and the account behind it. */
export const signature = (actor: string, account: string): string => (account === '' || account === actor ? actor : `${actor} (${account})`)

/** Documents come as JSON, values of keys also as plain text. */
function pictureIn(given: OperatorRequest['given'], hosts: readonly string[]): string | undefined {
  for (const [name, text] of Object.entries(given)) {
    let value: unknown = text
    try {
      value = JSON.parse(text)
    } catch {
      // A plain text.
    }
    const found = foreignPicture(value, hosts, name === 'value' ? given.key : name)
    if (found !== undefined) return found
  }
  return undefined
}

function wordsOf(refusal: RefusalName, trouble: Trouble | undefined): string {
  if (refusal === 'duePoisoned') return 'scheduled work breaks the engine, so that nothing is taken: see due list'
  if (refusal === 'notLeading') return 'this process does not lead the exchange at present, so that nothing is taken'
  if (refusal === 'readOnly') return `the disk is full, ${mebibytes(trouble?.freeBytes)} are free: only what cancels or stops is taken`
  if (refusal === 'poison') return 'this very command broke the engine less than a day ago'
  if (refusal === 'clock') return 'the clock of the machine jumped: see clock show'
  return refusal === 'busy' ? 'the exchange is busy: try again' : 'the exchange stops'
}

const mebibytes = (bytes = 0): string => `${Math.floor(bytes / 2 ** 20)} MiB`

/** @param profile in production two operators have two accounts of the machine */
export async function runOperatorCommand(
  tenants: readonly OperatorTenant[],
  request: OperatorRequest,
  profile: Profile = 'production',
  clock?: ClockGuard,
): Promise<OperatorAnswer> {
  const tenant = tenants.find(({ tenantId }) => tenantId === request.tenantId)
  if (tenant === undefined) return no(`no tenant ${request.tenantId}; there are ${tenants.map(({ tenantId }) => tenantId).join(', ')}`)
  const command = OPERATOR_COMMANDS.find(({ name }) => name === request.command)
  if (command === undefined) return no(`no command ${request.command}`)
  const fault = faultOf(command, request)
  if (fault !== undefined) return no(fault)
  const { given, actor, account = '', why } = request
  const picture = command.needsReason ? pictureIn(given, tenant.config.pictureHosts ?? []) : undefined
  if (picture !== undefined) return no(`${picture} is a picture of another host, which pages do not load (AGIO_PICTURE_HOSTS)`)
  try {
    const who = { actor: signature(actor, account), claimed: actor, account, why }
    const call = { tenant, given, profile, clock, ...who }
    return { ok: true, text: await (isAskedTwice(command.name, given) ? runTwice(command, call) : runOnce(command, call)) }
  } catch (error) {
    if (error instanceof Refusal) return no(error.message)
    if (error instanceof Refused) return no(wordsOf(error.refusal, tenant.exchange.trouble?.()))
    if (isOutOfSpace(error)) return no(`the disk is full, ${mebibytes(tenant.exchange.trouble?.()?.freeBytes)} are free: nothing was done`)
    throw error
  }
}
