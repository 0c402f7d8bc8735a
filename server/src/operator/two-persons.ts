/**
 * How a second operator confirms commands of the engine whose descriptions ask for two. Without a confirming command the second operator
 * gives the same command again within a day. The first time everything is checked and nothing is done; the second time it is done once.
 */
import { createHash } from 'node:crypto'
import type { JsonObject } from '@agio/engine/command.ts'
import { type KindOfTwo, takesTwo } from '@agio/engine/schema/commands.ts'
import { COLLECTIONS } from '@agio/engine/schema/documents.ts'
import { identityOf, isVoid, requestOf, samePerson } from './four-eyes.ts'
import {
  type OperatorCall,
  type OperatorCommand,
  type OperatorTenant,
  Refusal,
  refuse,
  savedDocument,
  TENANT_OWNER,
} from './operator-command.ts'
import { inTurn } from './versions.ts'

const APPROVALS = 'approvals'

export interface TwoPersons {
  /** Command by which another operator confirms; `again` = the same one, once more. */
  readonly confirmedBy: string
  /** Only where an argument has one of these values. */
  readonly where?: { readonly argument: string; readonly isIn: readonly string[] }
}

const AGAIN = { confirmedBy: 'again' } as const
const LIMITS = { ...AGAIN, where: { argument: 'key', isIn: COLLECTIONS.kv.takesTwo } } as const

/** Words by which operators give a command of the engine that takes two, for each kind with such commands. */
const GIVEN_BY: { readonly [Kind in KindOfTwo]: Readonly<Record<string, TwoPersons>> } = {
  setUserStatus: { unfreeze: { confirmedBy: 'unfreeze' } },
  defineContract: { 'contracts define': AGAIN },
  changeContract: { 'contracts terms': { confirmedBy: 'contracts approve' }, 'contracts tiers': { confirmedBy: 'contracts approve' } },
  settleContract: { 'contracts settle': { confirmedBy: 'contracts settle-approve' } },
  fundInsurance: { 'insurance withdraw': AGAIN },
  beginPayment: { 'treasury move': AGAIN },
  judgeDeposit: { 'deposits credit': AGAIN },
  saveDocument: { 'withdrawals set-policy': AGAIN, 'kv set': LIMITS, 'kv unset': LIMITS, 'kv rollback': LIMITS },
}

/** By the name of the operator's command. */
export const TWO_PERSONS: Readonly<Record<string, TwoPersons>> = Object.fromEntries(
  Object.values(GIVEN_BY).flatMap((commands) => Object.entries(commands)),
)

const CONFIRMING: ReadonlySet<string> = new Set(Object.values(TWO_PERSONS).map(({ confirmedBy }) => confirmedBy))

type Given = Readonly<Record<string, string>>
type Call = OperatorCall<Readonly<Record<string, string>>, Readonly<Record<string, string>>>

/** Does what was typed wait for a second operator who types it too? */
export function isAskedTwice(name: string, given: Given): boolean {
  const found = Object.hasOwn(TWO_PERSONS, name) ? TWO_PERSONS[name] : undefined
  if (found?.confirmedBy !== 'again') return false
  return found.where === undefined || found.where.isIn.includes(given[found.where.argument] ?? '')
}

/** For the help of a command; undefined where one operator is enough. */
export function twoPersonsText(name: string): string | undefined {
  const found = Object.hasOwn(TWO_PERSONS, name) ? TWO_PERSONS[name] : undefined
  if (found === undefined) return undefined
  const { confirmedBy, where } = found
  const how = confirmedBy === 'again' || confirmedBy === name ? 'gives the same command' : `gives ${confirmedBy}`
  const when = where === undefined ? '' : ` where ${where.argument} is ${where.isIn.join(' or ')}`
  return `takes two operators${when}: another one ${how} within 24 hours`
}

/** What was typed, named by a digest: an option may name a customer. */
function targetOf(name: string, given: Given): { readonly collection: typeof APPROVALS; readonly id: string } {
  const sorted = Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1))
  const digest = createHash('sha256')
    .update(JSON.stringify([name, sorted]))
    .digest('base64url')
  return { collection: APPROVALS, id: digest.slice(0, 22) }
}

/** What waits; undefined for nothing, what is a day old, and what was confirmed. @throws Refusal */
async function waitingUnder({ tenant }: Call, id: string): Promise<JsonObject | undefined> {
  const { models, exchange } = tenant
  await models.reached(exchange.durableSeq).catch(() => refuse('history is not complete yet; nothing was done, try again in a moment'))
  const document = (await models.documents(TENANT_OWNER, APPROVALS)).find((each) => each.id === id)?.document
  return document === undefined || document.state !== 'asked' || isVoid(document, exchange.now()) ? undefined : document
}

/** Ends a trial where the command would have done something. */
class Tried extends Error {}

/** An object with some of its properties in other hands. */
function standIn<Of extends object>(of: Of, other: Readonly<Record<string, unknown>>): Of {
  // A frozen object would bind its proxy to its own properties.
  return new Proxy({} as Of, {
    get(_, name) {
      if (typeof name === 'string' && Object.hasOwn(other, name)) return other[name]
      const value: unknown = Reflect.get(of, name, of)
      return typeof value === 'function' ? (value as () => unknown).bind(of) : value
    },
    has: (_, name) => Reflect.has(of, name),
  })
}

/** A tenant of which everything can be read and nothing changed. */
function trialOf(tenant: OperatorTenant): OperatorTenant {
  const stop = (): Promise<never> => Promise.reject(new Tried())
  const { wallet, exchange } = tenant
  const { treasurer } = wallet.treasury
  const treasury = standIn(wallet.treasury, { treasurer: treasurer && standIn(treasurer, { shift: stop }) })
  return { ...tenant, exchange: standIn(exchange, { submit: stop }), wallet: standIn(wallet, { treasury }) }
}

/** A tenant at which one operator alone gives no command that takes two, as descriptions of commands say. */
export function forOne(tenant: OperatorTenant): OperatorTenant {
  const { exchange } = tenant
  const shift = async (): Promise<never> => refuse('a move takes two operators')
  const submit: typeof exchange.submit = async (command, ...rest) =>
    takesTwo(command) ? refuse(`${command.kind} takes two operators`) : exchange.submit(command, ...rest)
  return {
    ...tenant,
    exchange: standIn(exchange, { submit }),
    // Looked up by the commands that move coins alone.
    get wallet() {
      const { wallet } = tenant
      const { treasurer } = wallet.treasury
      return standIn(wallet, { treasury: standIn(wallet.treasury, { treasurer: treasurer && standIn(treasurer, { shift }) }) })
    },
  }
}

/** Runs a command that no second operator has to give as well. @throws Refusal */
export const runOnce = (command: OperatorCommand, call: Call): Promise<string> =>
  command.run(CONFIRMING.has(command.name) ? call : { ...call, tenant: forOne(call.tenant) })

/** What a command would refuse is refused before a second operator is asked. @throws Refusal */
async function tryOut(command: OperatorCommand, call: Call): Promise<void> {
  try {
    await command.run({ ...call, tenant: trialOf(call.tenant) })
  } catch (error) {
    if (!(error instanceof Tried)) throw error
  }
}

/** Asks for a command, or does what another operator asked for. @throws Refusal */
export function runTwice(command: OperatorCommand, call: Call): Promise<string> {
  const { name } = command
  const target = targetOf(name, call.given as Given)
  return inTurn(call, target, async () => {
    const waiting = await waitingUnder(call, target.id)
    if (waiting === undefined) {
      await tryOut(command, call)
      const { seq } = await savedDocument(call, target, { ...requestOf(call), state: 'asked', command: name })
      return `${name}: asked for, entry ${seq}; another operator has to give the same command within 24 hours`
    }
    const same = samePerson(waiting, call)
    if (same !== undefined) refuse(`${name}: selfApproval: ${same}; another operator has to give the same command`)
    const { claimed, account } = call
    const second = { by: claimed, account, at: call.tenant.exchange.now(), identity: identityOf(waiting, call) }
    // Used up before anything is done: what a stop interrupts is asked for anew, and never done twice.
    await savedDocument(call, target, { ...waiting, state: 'confirmed', askedWhy: waiting.why ?? '', second })
    try {
      return await command.run(call)
    } catch (error) {
      if (error instanceof Refusal) await savedDocument({ ...call, why: String(waiting.why ?? '') }, target, waiting)
      throw error
    }
  })
}
