/** Accounts of customers. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { userStatusOf } from '@agio/engine/read.ts'
import { customerOf, type OperatorCall, operatorCommand, refuse, savedDocument, submitted, TENANT_OWNER } from '../operator-command.ts'

const account = 'e-mail address or UID'

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

/** A request that nobody confirms is void after a day. */
const REQUEST_MS = 86_400_000
const REQUESTS = 'unfreeze'

const personOf = (actor: unknown): string =>
  typeof actor === 'string'
    ? actor
        .normalize('NFKC')
        .replace(/[^\p{L}\p{N}._@\\-]/gu, '')
        .toLowerCase()
    : ''

type Confirming = Pick<OperatorCall<Readonly<Record<never, string>>, Readonly<Record<never, string>>>, 'claimed' | 'account' | 'profile'>

/**
 * Why a request and its confirmation are one person's; undefined when nothing says so. The demo has one account of the machine for
 * everybody, so that there the names alone count.
 */
function samePerson(request: JsonObject, { claimed, account, profile }: Confirming): string | undefined {
  if (personOf(request.by) === personOf(claimed)) return `${claimed} asked for it`
  if (profile !== 'production') return undefined
  if (account === '' || personOf(request.account) === '') return 'the account of the machine is not told'
  return personOf(request.account) === personOf(account) ? `it was asked for from the same account of the machine, ${account}` : undefined
}

/**
 * Takes two operators: the first one asks, another one confirms by the same command. The request is used up in the entry that lets the
 * account go, and what its owner's freeze was to do is done before.
 */
export const unfreeze = operatorCommand({
  name: 'unfreeze',
  summary: 'Lets an account go; takes two operators, who both give this command. Its owner logs in again.',
  arguments: { account },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, claimed, account: from, why } = call
    const { exchange, models } = tenant
    const userId = customerOf(tenant, given.account)
    refuseClosed('unfreeze', call, userId)
    if (userStatusOf(exchange.state, userId) === 'active') refuse(`unfreeze ${given.account}: the account is not frozen`)
    await models.reached(exchange.durableSeq)
    const place = { collection: REQUESTS, id: String(userId) } as const
    const request = (await models.documents(TENANT_OWNER, REQUESTS)).find(({ id }) => id === place.id)
    if (request === undefined || exchange.now() - Number(request.document.at) >= REQUEST_MS) {
      const { seq } = await savedDocument(call, place, { by: claimed, account: from, at: exchange.now() })
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
      why,
      note: { ...place, document: null },
    })
    return `unfreeze ${given.account}: done, entry ${seq}`
  },
})
