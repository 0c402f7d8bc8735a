/** Accounts of customers. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { userStatusOf } from '@agio/engine/read.ts'
import { confirmedWhy, isVoid, requestOf, samePerson } from '../four-eyes.ts'
import {
  ACCOUNT_WORDS,
  customerOf,
  type OperatorCall,
  operatorCommand,
  refuse,
  savedDocument,
  submitted,
  TENANT_OWNER,
} from '../operator-command.ts'

const account = ACCOUNT_WORDS

/** A closed account has no owner's key any more: whatever its status became, nobody could read or leave it again. @throws Refusal */
function refuseClosed(
  name: string,
  { tenant, given }: Pick<OperatorCall<{ readonly account: string }, Readonly<Record<never, string>>>, 'tenant' | 'given'>,
  userId: UserId,
): void {
  if (userStatusOf(tenant.exchange.state, userId) === 'disabled') refuse(`${name} ${given.account}: the account is closed`)
}

export const freeze = operatorCommand({
  name: 'freeze',
  summary: 'Stops an account: its open orders are cancelled and its sessions end.',
  arguments: { account },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const userId = customerOf(tenant, given.account)
    refuseClosed('freeze', call, userId)
    const { seq } = await submitted(call, { kind: 'setUserStatus', userId, status: 'frozen', actor, why })
    tenant.endSessions(userId)
    return `freeze ${given.account}: done, entry ${seq}`
  },
})

const REQUESTS = 'unfreeze'

/**
 * Takes two operators: the first one asks, another one confirms by the same command. The request is used up in the entry that lets the
 * account go, and what its owner's freeze was to do is done before.
 */
export const unfreeze = operatorCommand({
  name: 'unfreeze',
  summary: 'Lifts the freeze of an account; takes two operators, who both give this command. Its owner logs in again.',
  arguments: { account },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given, actor } = call
    const { exchange, models } = tenant
    const userId = customerOf(tenant, given.account)
    refuseClosed('unfreeze', call, userId)
    if (userStatusOf(exchange.state, userId) === 'active') refuse(`unfreeze ${given.account}: the account is not frozen`)
    await models.reached(exchange.durableSeq)
    const place = { collection: REQUESTS, id: String(userId) } as const
    const request = (await models.documents(TENANT_OWNER, REQUESTS)).find(({ id }) => id === place.id)
    if (request === undefined || isVoid(request.document, exchange.now())) {
      const { seq } = await savedDocument(call, place, requestOf(call))
      return `unfreeze ${given.account}: asked for, entry ${seq}; another operator has to confirm within 24 hours`
    }
    const same = samePerson(request.document, call)
    if (same !== undefined) refuse(`unfreeze ${given.account}: ${same}; another operator has to confirm`)
    await tenant.freezes.finish(userId)
    // A stop behind the freeze may have left them: whoever logged in before it logs in again.
    tenant.endSessions(userId)
    // Nothing opens what was closed meanwhile.
    refuseClosed('unfreeze', call, userId)
    const { seq } = await submitted(call, {
      kind: 'setUserStatus',
      userId,
      status: 'active',
      actor,
      why: confirmedWhy(request.document, call),
      note: { ...place, document: null },
    })
    return `unfreeze ${given.account}: done, entry ${seq}`
  },
})
