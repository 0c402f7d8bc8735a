/**
 * The owner's own freeze. One entry of the journal stops the account and notes that its owner asked for it, so that a stop behind it is
 * made good at the next start: whoever broke in would otherwise keep the keys that he made, for the day that the account is let go.
 */
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { userStatusOf } from '@agio/engine/read.ts'
import { Failure } from '../../core/failure.ts'
import type { ReadModels } from '../../projections/port.ts'
import { wheneverReached } from '../../projections/thread/whenever-reached.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import type { Accounts } from '../account/accounts.ts'
import type { DeviceParts } from '../device-parts.ts'
import type { SessionStore } from '../login/sessions.ts'
import type { Mailer } from '../mail/mailer.ts'

const TENANT = asUserId(0)
export const FREEZES = 'freeze'
/** Keys that came so shortly before a break-in was noticed may be the stranger's. */
const NEW_KEY_MS = 86_400_000

export interface FreezesOptions {
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly accounts: Accounts
  readonly sessions: SessionStore
  readonly mailer: Mailer
  readonly devices: Pick<DeviceParts, 'passkeys' | 'apiKeys'>
  /** Accounts whose own freeze is on its way: their sessions end by it, not by the operator's code. */
  readonly freezing: Set<UserId>
  /** What did not stop the work and has to be looked at. */
  onFault(error: unknown): void
}

/** Passkeys and API keys that came, or grew, within the day before: whoever broke in would keep a way back by them. @returns how many */
export async function closeNewKeys({ passkeys, apiKeys }: FreezesOptions['devices'], userId: UserId, at: number): Promise<number> {
  const since = at - NEW_KEY_MS
  return (await passkeys.removeSince(userId, since)) + (await apiKeys.closeSince(userId, since))
}

export class Freezes {
  readonly #options: FreezesOptions
  /** What is being finished, by user: a start and an operator may ask for it at the same time. */
  readonly #finishing = new Map<UserId, Promise<void>>()
  #isStopped = false

  constructor(options: FreezesOptions) {
    this.#options = options
  }

  /** Orders are cancelled with it, every session ends, and keys of the last day are closed. Only two operators together lift it. @throws Failure ENGINE_BUSY */
  async freeze(userId: UserId, why: string): Promise<void> {
    const { exchange, sessions, freezing, onFault } = this.#options
    const at = exchange.now()
    freezing.add(userId)
    try {
      const note = { collection: FREEZES, id: String(userId), document: { at } } as const
      const outcome = await exchange.submit({ kind: 'setUserStatus', userId, status: 'frozen', actor: 'user', why, note })
      if (outcome.reason !== 'none') throw new Failure('ENGINE_BUSY')
      sessions.revokeOthers(userId, '', 'accountFrozen')
    } finally {
      freezing.delete(userId)
    }
    // The account stands still already: keys that cannot be read now must not undo that. The note stays until they are closed.
    await this.#finish(userId, at).catch(onFault)
  }

  /** Finishes a freeze that a stop cut off, before the account may be let go. @throws what reading or journaling throws */
  async finish(userId: UserId): Promise<void> {
    await this.#finishing.get(userId)
    const at = (await this.#notes()).get(userId)
    if (at !== undefined) await this.#finish(userId, at)
  }

  /** The same of every account, once every note can be read. */
  async resume(): Promise<void> {
    const { models, exchange, onFault } = this.#options
    if (!(await wheneverReached(models, exchange.durableSeq, () => this.#isStopped))) return
    for (const [userId, at] of await this.#notes()) await this.#finish(userId, at).catch(onFault)
  }

  /** Ends a `resume` that still waits for the projections. */
  stop(): void {
    this.#isStopped = true
  }

  async #notes(): Promise<ReadonlyMap<UserId, number>> {
    const { models, exchange } = this.#options
    await models.reached(exchange.durableSeq)
    const notes = await models.documents(TENANT, FREEZES)
    return new Map(notes.map(({ id, document }) => [asUserId(Number(id)), Number(document.at)]))
  }

  #finish(userId: UserId, at: number): Promise<void> {
    const running = this.#finishing.get(userId)
    if (running !== undefined) return running
    const work = this.#close(userId, at).finally(() => this.#finishing.delete(userId))
    this.#finishing.set(userId, work)
    return work
  }

  /** What a stop cuts off here is told twice, and never not at all. */
  async #close(userId: UserId, at: number): Promise<void> {
    const { accounts, exchange, mailer, devices, sessions } = this.#options
    sessions.revokeOthers(userId, '', 'accountFrozen')
    await sessions.persist()
    // Of a closed account nothing can be read, and nothing is left to close.
    if (userStatusOf(exchange.state, userId) !== 'disabled') {
      await mailer.tell(userId, 'frozen')
      if ((await closeNewKeys(devices, userId, at)) > 0) await mailer.tell(userId, 'newKeysClosed')
      await accounts.change(userId, (account) => account, { message: { kind: 'accountFrozen', params: {} } })
    }
    const place = { userId: TENANT, collection: FREEZES, id: String(userId), document: null } as const
    const { reason } = await exchange.submit({ kind: 'saveDocument', ...place, actor: 'user' })
    if (reason !== 'none') throw new Failure('ENGINE_BUSY')
  }
}
