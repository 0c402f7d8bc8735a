/** What takes two operators: whether a request and its confirmation are two people's, and how long a request waits. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { OperatorCall } from './operator-command.ts'

/** A request that nobody confirms is void after a day. */
export const REQUEST_MS = 86_400_000

type Asking = Pick<
  OperatorCall<Readonly<Record<never, string>>, Readonly<Record<never, string>>>,
  'tenant' | 'claimed' | 'account' | 'profile'
>

/** Who asks, and when: what a confirmation is held against. */
export const requestOf = ({ tenant, claimed, account }: Asking): JsonObject => ({ by: claimed, account, at: tenant.exchange.now() })

export const isVoid = (request: JsonObject, now: number): boolean => now - Number(request.at) >= REQUEST_MS

const personOf = (actor: unknown): string =>
  typeof actor === 'string'
    ? actor
        .normalize('NFKC')
        .replace(/[^\p{L}\p{N}._@\\-]/gu, '')
        .toLowerCase()
    : ''

/**
 * How it is known that who confirms is another one than who asked: by the account of the machine, or by the name alone that he gave. Kept in
 * the journal with what was confirmed.
 */
export const identityOf = (request: JsonObject, { account }: Pick<Asking, 'account'>): 'account' | 'claimed' =>
  account !== '' && personOf(request.account) !== '' && personOf(request.account) !== personOf(account) ? 'account' : 'claimed'

/** The reason of whoever confirms, with who asked and how the two are told apart, as the journal keeps it. */
export function confirmedWhy(request: JsonObject, { why, account }: Pick<Asking, 'account'> & { readonly why: string }): string {
  const asked = typeof request.why === 'string' && request.why !== '' ? `: ${request.why}` : ''
  const how = identityOf(request, { account }) === 'account' ? 'told apart by account' : 'told apart by name alone'
  return `${why} (asked for by ${String(request.by)}${asked}; ${how})`
}

/**
 * Why a request and its confirmation are one person's; undefined when nothing says so. The demo has one account of the machine for
 * everybody, so that there the names alone count.
 */
export function samePerson(request: JsonObject, { claimed, account, profile }: Omit<Asking, 'tenant'>): string | undefined {
  if (personOf(request.by) === personOf(claimed)) return `${claimed} asked for it`
  if (profile !== 'production') return undefined
  if (account === '' || personOf(request.account) === '') return 'the account of the machine is not told'
  return personOf(request.account) === personOf(account) ? `it was asked for from the same account of the machine, ${account}` : undefined
}
