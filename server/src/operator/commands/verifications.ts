/** Verifications of identity: what waits, what was sent, and the decision. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { visible } from '@agio/wire/visible-text.ts'
import { Failure } from '../../core/failure.ts'
import { staffLink } from '../../files/staff-link.ts'
import { BadTransition, type Level } from '../../identity/identities.ts'
import { ACCOUNT_WORDS, customerOf, type OperatorTenant, operatorCommand, refuse } from '../operator-command.ts'

const account = ACCOUNT_WORDS
const level = '1 or 2; without it the one that is in question'

const time = (at: number | null): string => (at === null ? '-' : new Date(at).toISOString().slice(0, 16).replace('T', ' '))

async function levelOf(tenant: OperatorTenant, userId: UserId, asked: string | undefined): Promise<Level> {
  if (asked === undefined) return tenant.identities.asked(userId)
  return asked === '1' ? 1 : asked === '2' ? 2 : refuse('level: 1 or 2')
}

const STATES = ['none', 'submitted', 'approved', 'rejected', 'revoked'] as const

export const kycList = operatorCommand({
  name: 'kyc list',
  summary: 'Lists the verifications that wait for a decision, oldest first.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const waiting = await tenant.identities.waiting()
    const lines = waiting.map(({ userId, level: asked, submittedAt }) => `${userId}  level ${asked}  sent ${time(submittedAt)}`)
    return lines.length === 0 ? 'nothing waits' : lines.join('\n')
  },
})

export const kycShow = operatorCommand({
  name: 'kyc show',
  summary: 'Shows what a customer sent, with links to the pictures that work for five minutes; every opening is recorded.',
  arguments: { account },
  options: { level },
  needsReason: true,
  async run({ tenant, given, actor, why }) {
    const userId = customerOf(tenant, given.account)
    const asked = await levelOf(tenant, userId, given.level)
    const found = (await tenant.identities.detail(userId, asked)) ?? refuse(`${given.account} has sent no verification of level ${asked}`)
    await tenant.identities.opened(userId, 'data', `${actor}: ${why}`)
    const { verification, personal } = found
    const [origin = 'localhost'] = tenant.config.hosts
    const facts = Object.entries(personal ?? {}).map(([name, value]) => `${name.padEnd(12)} ${value ?? '-'}`)
    const links = Object.entries(verification.images).map(
      ([field, key]) => `${field.padEnd(12)} http(s)://${origin}${staffLink(tenant, userId, key, actor)}`,
    )
    return [
      `${userId}  level ${asked}  ${STATES[verification.status]}  sent ${time(verification.submittedAt)}  decided ${time(verification.decidedAt)}`,
      ...(verification.reason === null ? [] : [`reason       ${verification.reason}`]),
      ...facts,
      ...links,
    ].join('\n')
  },
})

interface Decided {
  readonly tenant: OperatorTenant
  readonly given: { readonly account: string; readonly level?: string }
  readonly actor: string
  readonly why: string
}

async function decide({ tenant, given, actor, why }: Decided, status: 2 | 3 | 4, reason: string | null): Promise<string> {
  const userId = customerOf(tenant, given.account)
  const asked = await levelOf(tenant, userId, given.level)
  try {
    await tenant.identities.decide(userId, asked, { status, actor, why, reason })
  } catch (error) {
    if (error instanceof BadTransition) refuse(`${error.message}: the verification is ${STATES[error.from]}`)
    if (error instanceof Failure && error.errorName === 'KYC_ID_IN_USE')
      refuse('identityInUse: this document is approved for another account')
    throw error
  }
  return `${given.account}, level ${asked}: ${STATES[status]}, entry ${tenant.exchange.durableSeq}`
}

/** @throws Refusal for a reason that shows nothing */
function readable(given: string | undefined): string {
  return given !== undefined && visible(given) !== '' ? given : refuse('--reason is needed: the customer reads it')
}

const reason = 'what the customer reads; no personal data'

export const kycApprove = operatorCommand({
  name: 'kyc approve',
  summary: 'Approves a verification: the limits of its level hold at once.',
  arguments: { account },
  options: { level },
  needsReason: true,
  run: (call) => decide(call, 2, null),
})

export const kycReject = operatorCommand({
  name: 'kyc reject',
  summary: 'Sends a verification back: what was entered stays, the pictures are deleted.',
  arguments: { account },
  options: { level, reason },
  needsReason: true,
  run: (call) => decide(call, 3, readable(call.given.reason)),
})

export const kycRevoke = operatorCommand({
  name: 'kyc revoke',
  summary: 'Revokes an approval, when a document has expired for instance; the customer sends a new one.',
  arguments: { account },
  options: { level, reason },
  needsReason: true,
  run: (call) => decide(call, 4, readable(call.given.reason)),
})
