/** What an operator may do to the running exchange. */
import type { Command } from '@agio/engine/command.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { instrumentsOf, userByAccountKey, userOf } from '@agio/engine/read.ts'
import type { LiveExchange } from '../sequencer/open-exchange.ts'
import type { OperatorAnswer, OperatorRequest } from './control-socket.ts'

export interface OperatorTenant {
  readonly tenantId: string
  readonly exchange: Pick<LiveExchange, 'state' | 'submit' | 'snapshot'>
  /** Blind index of an e-mail account; the engine knows accounts by nothing else. */
  accountKeyOf(email: string): string
  /** Ends the sessions of a user whose status changed. */
  endSessions(userId: UserId): void
}

function findUser(tenant: OperatorTenant, target: string): UserId | undefined {
  if (/^\d+$/.test(target)) {
    const userId = asUserId(Number(target))
    return userOf(tenant.exchange.state, userId) === undefined ? undefined : userId
  }
  return userByAccountKey(tenant.exchange.state, tenant.accountKeyOf(target))
}

function commandOf(tenant: OperatorTenant, request: OperatorRequest): Command | string {
  const { action, target, actor, why } = request
  if (action === 'freeze' || action === 'unfreeze') {
    const userId = findUser(tenant, target)
    if (userId === undefined) return `no user ${target} at ${tenant.tenantId}`
    return { kind: 'setUserStatus', userId, status: action === 'freeze' ? 'frozen' : 'active', actor, why }
  }
  const symbol = target.replace('_', '/').toUpperCase()
  const instrument = instrumentsOf(tenant.exchange.state).find((entry) => entry.terms.symbol === symbol)
  if (instrument === undefined) return `no pair ${symbol} at ${tenant.tenantId}`
  return { kind: 'setInstrumentStatus', instrumentId: instrument.instrumentId, status: action === 'halt' ? 'halt' : 'trading', actor, why }
}

/** Makes the next start quick, before an upgrade for instance; the exchange trades on meanwhile. */
async function snapshotNow(tenant: OperatorTenant): Promise<OperatorAnswer> {
  const { seq, byteLength } = await tenant.exchange.snapshot()
  return { ok: true, text: `snapshot of entry ${seq}: ${byteLength} bytes` }
}

/** Runs one action; the answer says what became durable, or why nothing did. */
export async function runOperatorAction(tenants: readonly OperatorTenant[], request: OperatorRequest): Promise<OperatorAnswer> {
  const tenant = tenants.find((entry) => entry.tenantId === request.tenantId)
  if (tenant === undefined)
    return { ok: false, text: `no tenant ${request.tenantId}; there are ${tenants.map((entry) => entry.tenantId).join(', ')}` }
  if (request.action === 'snapshot') return snapshotNow(tenant)
  const command = commandOf(tenant, request)
  if (typeof command === 'string') return { ok: false, text: command }
  const outcome = await tenant.exchange.submit(command)
  if (outcome.reason !== 'none') return { ok: false, text: `refused: ${outcome.reason}` }
  if (command.kind === 'setUserStatus' && command.status !== 'active') tenant.endSessions(command.userId)
  return { ok: true, text: `${request.action} ${request.target}: done, entry ${outcome.seq}` }
}
