/** Withdrawals that were asked for: codes for them, their confirmation, and taking them back. */
import type { UserStatus } from '@agio/engine/command.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { asWithdrawalId, type UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { outcomeOfKey } from '@agio/engine/read.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { withdrawableOf, withdrawalsOf } from '@agio/engine/wallet/read-wallet.ts'
import type { CodeSent, Codes } from '@agio/wire/account/auth.ts'
import { wireNameOf } from '@agio/wire/reasons.ts'
import { type WalletTxStatus, walletTxNameOf } from '@agio/wire/wallet/view.ts'
import type { Account } from '../../auth/account/account-record.ts'
import { Failure } from '../../core/failure.ts'
import type { WalletTxRow } from '../../projections/rows/wallet-rows.ts'
import type { CheckParts } from './check-parts.ts'
import { mustBeListed, mustBeWithin, mustBeWithinAt } from './checks.ts'
import { refuseContract } from './destination.ts'
import { limitOf, type WithdrawLimit } from './limits.ts'
import { mustStand } from './listing-place.ts'
import { mustNotRest } from './locks.ts'
import { type OwnWithdrawal, ownWithdrawal, stateFailure, waitsUnsigned } from './own-rows.ts'
import type { Asker } from './parts.ts'
import { Proofs } from './proofs.ts'
import { riskOf } from './reviewer.ts'
import { reviewsOf } from './risk.ts'

const UNSIGNED: ReadonlySet<WalletTxStatus> = new Set(['created', 'awaitsFactor', 'verified', 'review', 'approved', 'queued'])
const STATUS_CHANGED = new Set(['userStatusChanged'] as const)
/** The engine keeps none that came to nothing. */
const isGone = (reason: Reason): boolean => reason === 'withdrawalState' || reason === 'withdrawalNotFound'
const notFound = (): Failure => new Failure('WITHDRAW_NOT_FOUND')

/** What a withdrawal is called: by its id, or by the key that its caller gave it. */
export interface NamedWithdrawal {
  readonly id?: string | null | undefined
  readonly clientId?: string | null | undefined
}

export class Confirmation {
  readonly #parts: CheckParts
  readonly #proofs: Proofs
  readonly #stopListening: () => void

  constructor(parts: CheckParts) {
    this.#parts = parts
    this.#proofs = new Proofs(parts.factors)
    this.#stopListening = parts.exchange.onDurable(({ events, hasDocuments }) => {
      if (!hasDocuments) return
      for (const { event } of readEvents(events, STATUS_CHANGED))
        if (event.kind === 'userStatusChanged') this.#standingChanged(event.userId, event.status)
    })
  }

  stop(): void {
    this.#stopListening()
  }

  /** @throws Failure WITHDRAW_NOT_FOUND, WITHDRAW_STATE, CODE_RESEND_TOO_SOON, CODE_CHANNEL_UNAVAILABLE */
  async sendCode({ session, lang }: Asker, id: string, channel: 'email' | 'phone'): Promise<CodeSent> {
    const { row, document } = await this.#waiting(session.userId, id)
    const account = await this.#parts.accounts.get(session.userId)
    if (!document.methods.includes(channel)) throw new Failure('CODE_CHANNEL_UNAVAILABLE', { channel })
    const coin = this.#parts.feeds.listings.assetFacts(row.assetId)
    const network = this.#parts.book.network(row.networkId)
    const tagName = network?.document.tag?.name ?? ''
    const words = {
      amount: `${formatDecimal(row.amount, coin.scale)} ${coin.symbol}`,
      network: network?.document.name ?? '',
      address: document.memo === null ? document.address : `${document.address}\n${tagName}: ${document.memo}`,
    }
    return this.#proofs.send(account, id, channel, words, lang)
  }

  /** Durable when it resolves. @throws Failure in the API's order */
  async check(asker: Asker, id: string, codes: Codes): Promise<WalletTxRow> {
    const { session } = asker
    const { userId } = session
    const own = await this.#waiting(userId, id)
    const { row, document } = own
    const account = await this.#parts.accounts.get(userId)
    const proof = this.#proofs.check(account, id, document.methods, codes, session)
    if (proof === 'tooMany') {
      await this.#expire(userId, row)
      throw new Failure('CODE_TOO_MANY_TRIES')
    }
    const limit = await this.#judgeAgain(asker, own, account)
    const reviews = await this.#reviews(asker, own, { account, limit })
    await proof.spend()
    const withdrawalId = asWithdrawalId(row.txId)
    const { reason } = await this.#parts.exchange.submit({
      kind: 'verifyWithdrawal',
      ...{ userId, withdrawalId, reviews },
      limit: limit.ofAccount,
      windowMs: limit.windowMs,
    })
    if (reason !== 'none') await this.#refused(userId, row, reason)
    return this.#row(userId, row.txId)
  }

  /** As often as it is asked for, once. Durable when it resolves. @throws Failure WITHDRAW_NOT_FOUND, WITHDRAW_STATE */
  async undo({ session }: Asker, named: NamedWithdrawal): Promise<WalletTxRow> {
    const { userId, caller = 0 } = session
    const row = named.id == null ? await this.#byKey(userId, caller, named.clientId ?? '') : (await this.#own(userId, named.id)).row
    if (row.status === 'canceled') return row
    if (!UNSIGNED.has(row.status) && !(await waitsUnsigned(this.#parts, row))) throw stateFailure(row.status)
    const withdrawalId = asWithdrawalId(row.txId)
    const { reason } = await this.#parts.exchange.submit({ kind: 'cancelWithdrawal', userId, withdrawalId, actor: 'user' })
    const now = await this.#row(userId, row.txId)
    // Another one took it back at the same time.
    if (reason === 'none' || now.status === 'canceled') return now
    throw isGone(reason) ? stateFailure(now.status) : new Failure(wireNameOf(reason))
  }

  /**
   * As things are now, which may be otherwise than when it was asked for: contracts, locks, whitelist, limits, sanctions.
   * @throws Failure in the API's order
   */
  async #judgeAgain(asker: Asker, { row, document }: OwnWithdrawal, account: Account): Promise<WithdrawLimit> {
    const parts = this.#parts
    const { userId } = asker.session
    const { address, memo } = document
    mustStand(parts.exchange.state, userId)
    const network = parts.book.network(row.networkId)
    if (network !== undefined) refuseContract(parts.book, network, address)
    mustNotRest(account, parts.exchange.now())
    const entry = await parts.addresses.of(userId, { assetId: row.assetId, networkId: row.networkId, address, memo })
    mustBeListed(asker, account, entry, parts.exchange.now())
    const limit = await limitOf(parts, userId)
    // It counts itself already: what is asked is whether all of it is still within a limit that may be another one now.
    mustBeWithin(limit, 0n)
    await mustBeWithinAt(parts, limit, { address, memo }, row.value, row.txId)
    if (parts.sanctions.has(address)) throw new Failure('ADDRESS_SANCTIONED')
    return limit
  }

  async #reviews(
    asker: Asker,
    { row, document }: OwnWithdrawal,
    known: Pick<Parameters<typeof riskOf>[2], 'account' | 'limit'>,
  ): Promise<readonly string[]> {
    const { exchange } = this.#parts
    const { userId } = asker.session
    const { amount, value, assetId } = row
    const destination = { address: document.address, memo: document.memo }
    // What could leave before it was set aside.
    const withdrawable = withdrawableOf(exchange.state, userId, assetId) + amount
    const facts = await riskOf(this.#parts, asker, { amount, assetId, withdrawable, value, destination, ...known }, row.txId)
    return reviewsOf(facts, this.#parts.policy(), exchange.now())
  }

  async #expire(userId: UserId, { txId }: WalletTxRow): Promise<void> {
    const command = { kind: 'cancelWithdrawal', userId, withdrawalId: asWithdrawalId(txId), actor: 'system', isExpired: true } as const
    await this.#parts.exchange.submit(command)
  }

  async #refused(userId: UserId, row: WalletTxRow, reason: Parameters<typeof wireNameOf>[0]): Promise<never> {
    throw isGone(reason) ? stateFailure((await this.#row(userId, row.txId)).status) : new Failure(wireNameOf(reason))
  }

  /** One that waits for its codes. @throws Failure WITHDRAW_NOT_FOUND, WITHDRAW_STATE */
  async #waiting(userId: UserId, id: string): Promise<OwnWithdrawal> {
    const own = await this.#own(userId, id)
    const { status } = own.row
    if (status !== 'awaitsFactor' && status !== 'created') throw stateFailure(status)
    return own
  }

  /** @throws Failure WITHDRAW_NOT_FOUND */
  async #own(userId: UserId, id: string): Promise<OwnWithdrawal> {
    const name = walletTxNameOf(id)
    const own = name?.kind === 'withdrawal' ? await ownWithdrawal(this.#parts, userId, name.txId) : undefined
    if (own === undefined) throw notFound()
    return own
  }

  async #row(userId: UserId, txId: number): Promise<WalletTxRow> {
    const own = await ownWithdrawal(this.#parts, userId, txId)
    if (own === undefined) throw notFound()
    return own.row
  }

  /** Of the caller's own keys: the engine's as long as it remembers them, then history's. @throws Failure WITHDRAW_NOT_FOUND */
  async #byKey(userId: UserId, caller: number, key: string): Promise<WalletTxRow> {
    const first = outcomeOfKey(this.#parts.exchange.state, userId, caller, key)
    const fresh = first?.reason === 'none' ? await ownWithdrawal(this.#parts, userId, first.seq) : undefined
    if (fresh !== undefined) return fresh.row
    const { rows } = await this.#parts.models.walletTxs({ userId, kinds: ['withdrawal'], clientId: key, pageNo: 1, pageSize: 100 })
    const found = rows.find(({ document }) => (document?.caller ?? 0) === caller)
    if (found === undefined) throw notFound()
    return found
  }

  /** What a stopped account asked for and nobody signed yet comes back: whoever broke in does not get it (item 50 of the attack list). */
  #standingChanged(userId: UserId, status: UserStatus): void {
    if (status === 'active') return
    const { exchange, addresses } = this.#parts
    // Nothing of a closed account stays in memory.
    if (status === 'disabled') addresses.forget(userId)
    for (const { withdrawalId, status: now } of withdrawalsOf(exchange.state, userId)) {
      if (!UNSIGNED.has(now)) continue
      // One that a payment just took is refused by the engine, and goes its way.
      exchange.submit({ kind: 'cancelWithdrawal', userId, withdrawalId, actor: 'system' }).catch(() => undefined)
    }
  }
}
