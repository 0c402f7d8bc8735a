/** The form of one operator command: its words, what it takes, whether it changes anything, and what it does. */
import type { FeeDirection, JsonObject } from '@agio/engine/command.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { contractOf } from '@agio/engine/perp/read-contract.ts'
import { type Instrument, instrumentsOf, userByAccountKey, userOf } from '@agio/engine/read.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { CommandGivenBy } from '@agio/engine/schema/commands.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import { FEE_DIRECTIONS } from '../content/key-values.ts'
import { KEY_VALUES } from '../content/seed-content.ts'
import type { ClockGuard } from '../core/clock-guard.ts'
import type { Profile } from '../core/tenant-config.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { LiveExchange } from '../sequencer/open-exchange.ts'
import type { OpenedTenant } from '../tenant/open-tenant.ts'

/** A tenant as its operator reaches it: with the exchange that was opened, which can do more than the one that customers' calls see. */
export type OperatorTenant = Omit<OpenedTenant, 'exchange'> & {
  readonly exchange: Exchange<'customer' | 'operator'> & Pick<LiveExchange, 'snapshot'> & Partial<Pick<LiveExchange, 'due'>>
}

/** Names with a sentence each. */
type Described = Readonly<Record<string, string>>

/** What `run` gets: every argument, the options that were given, and who asks why. */
export interface OperatorCall<Arguments extends Described, Options extends Described> {
  readonly tenant: OperatorTenant
  readonly given: Readonly<Record<keyof Arguments, string>> & Readonly<Partial<Record<keyof Options, string>>>
  /** As the journal keeps it. */
  readonly actor: string
  /** What the operator called himself. */
  readonly claimed: string
  /** The account of the machine that the command was given from; '' = not told. */
  readonly account: string
  readonly profile: Profile
  /** Of the process, for all tenants together; undefined where none is watched. */
  readonly clock: ClockGuard | undefined
  /** '' for commands that need no reason. */
  readonly why: string
}

export interface OperatorCommand<Arguments extends Described = Described, Options extends Described = Described> {
  /** One or two words as they are typed: `kv set`. */
  readonly name: string
  /** One sentence for the list of commands. */
  readonly summary: string
  /** Taken by place, in this order, all required. */
  readonly arguments: Arguments
  /** Taken by name, each optional: `--from 3`. `tenant`, `actor` and `why` are everybody's and stand nowhere here. */
  readonly options: Options
  /** True for all that changes something or shows personal data: `--why` is required, and who and why go into the journal. */
  readonly needsReason: boolean
  /** Resolves with what became durable, in a sentence or as a table. @throws Refusal when nothing was done */
  run(call: OperatorCall<Arguments, Options>): Promise<string>
}

/** Nothing was done; the message says why. */
export class Refusal extends Error {}

export function refuse(text: string): never {
  throw new Refusal(text)
}

/** Keeps the names of arguments and options in the types that `run` sees. */
export function operatorCommand<const Arguments extends Described, const Options extends Described>(
  command: OperatorCommand<Arguments, Options>,
): OperatorCommand {
  return command as unknown as OperatorCommand
}

type Asked = Pick<OperatorCall<Described, Described>, 'tenant' | 'actor' | 'why'>

/**
 * Journals a command and waits until reads see it.
 *
 * @param words of reasons that mean one thing here; others are named as the engine does
 * @throws Refusal
 */
export async function submitted(
  { tenant }: Pick<Asked, 'tenant'>,
  command: CommandGivenBy<'operator'>,
  words: Readonly<Partial<Record<Reason, string>>> = {},
): Promise<Outcome> {
  const outcome = await tenant.exchange.submit(command)
  if (outcome.reason !== 'none') refuse(words[outcome.reason] ?? `refused: ${outcome.reason}`)
  // What is durable is done; a slow projection only makes the next read late.
  await tenant.models.reached(outcome.seq).catch(() => undefined)
  return outcome
}

/** The pair of a symbol, in any case, with `/` or `_` between its coins. @throws Refusal */
export function pairOf({ exchange, tenantId }: OperatorTenant, name: string): Instrument {
  const symbol = name.replace('_', '/').toUpperCase()
  const pairs = instrumentsOf(exchange.state).filter(({ instrumentId }) => contractOf(exchange.state, instrumentId) === undefined)
  return pairs.find(({ terms }) => terms.symbol === symbol) ?? refuse(`no pair ${symbol} at ${tenantId}`)
}

/** The owner of the tenant's own documents: menus, key-values, announcements. */
export const TENANT_OWNER = asUserId(0)

/** Saves a document of the tenant with who and why; null removes it. */
export function savedDocument(
  call: Asked,
  target: { readonly collection: Collection; readonly id: string },
  document: JsonObject | null,
): Promise<Outcome> {
  const { collection, id } = target
  const signed = document === null ? null : { ...document, why: call.why }
  const direction = collection === KEY_VALUES && id === 'fee_direction' ? feeDirectionIn(signed) : undefined
  // The one key that the engine decides by: rule and document change in one entry.
  return direction === undefined
    ? submitted(call, { kind: 'saveDocument', userId: TENANT_OWNER, collection, id, document: signed, actor: call.actor })
    : submitted(call, { kind: 'setFeeDirection', direction, actor: call.actor, why: call.why, note: { collection, id, document: signed } })
}

/** A value that was removed, or none, is the default. */
const feeDirectionIn = (document: JsonObject | null): FeeDirection => FEE_DIRECTIONS[Number(document?.value ?? 1) - 1] ?? 'received'

/** What `customerOf` takes. */
export const ACCOUNT_WORDS = 'UID, e-mail address, or telephone number with its area code'

/** The account of an e-mail address, a UID, or a telephone number with its area code, in any spelling. @throws Refusal */
export function customerOf(tenant: Pick<OperatorTenant, 'tenantId' | 'exchange' | 'accountKeysMeant'>, target: string): UserId {
  const { state } = tenant.exchange
  const userId = asUserId(/^\d+$/.test(target) ? Number(target) : 0)
  if (userOf(state, userId) !== undefined) return userId
  const found = new Set(tenant.accountKeysMeant(target).flatMap((key) => userByAccountKey(state, key) ?? []))
  const [one] = found
  if (one === undefined) return refuse(`no user ${target} at ${tenant.tenantId}`)
  return found.size === 1 ? one : refuse(`${target} may be ${[...found].join(' or ')}: name the UID`)
}
