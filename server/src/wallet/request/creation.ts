/** Withdrawals as customers ask for them, once for each key. What is set aside the engine decides. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { KeyOutcome } from '@agio/engine/read.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import type { Method } from '@agio/wire/account/auth.ts'
import { walletStatusOf, walletTxIdOf } from '@agio/wire/wallet/view.ts'
import type { Account } from '../../auth/account/account-record.ts'
import { Failure } from '../../core/failure.ts'
import { TurnsByKey } from '../../core/turns.ts'
import type { WithdrawalDocument } from '../documents.ts'
import { type CheckParts, isKey } from './check-parts.ts'
import { checkRequest, type PassedWithdrawal } from './checks.ts'
import { ownWithdrawal } from './own-rows.ts'
import type { AskedWithdrawal, Asker } from './parts.ts'
import { masksOf } from './proofs.ts'
import { refusalOf } from './refusals.ts'
import { riskOf } from './reviewer.ts'
import { type RiskFacts, reviewsOf } from './risk.ts'

/** How long a withdrawal waits for its codes. */
const FACTOR_MS = 1_800_000

/** The answer to a withdrawal that was asked for. */
export interface CreatedWithdrawal {
  readonly id: string
  readonly status: number
  readonly methods: Method[]
  readonly masks: { email?: string; phone?: string }
  readonly expireTime: number
  readonly amount: string
  readonly fee: string
  readonly arrivedAmount: string
}

/** A withdrawal that was asked for, or the refusal that the engine remembers with the key. */
export type FirstOrAgain = ({ readonly data: CreatedWithdrawal } | { readonly failure: Failure }) & {
  /** The engine had answered the key before. */
  readonly isRepeat: boolean
}

interface Facts {
  readonly withdrawalId: number
  /** When it was asked for. */
  readonly at: number
  readonly scale: number
  readonly amount: bigint
  readonly fee: bigint
  readonly methods: readonly Method[]
  readonly account: Account
}

/** One of an API key begins verified: the key was made with the second factor. */
function createdView(asker: Asker, { withdrawalId, at, scale, amount, fee, methods, account }: Facts): CreatedWithdrawal {
  return {
    id: walletTxIdOf({ kind: 'withdrawal', txId: withdrawalId }),
    status: walletStatusOf('withdrawal', isKey(asker) ? 'verified' : 'awaitsFactor'),
    methods: [...methods],
    masks: masksOf(account, methods),
    expireTime: at + FACTOR_MS,
    amount: formatDecimal(amount, scale),
    fee: formatDecimal(fee, scale),
    arrivedAmount: formatDecimal(amount - fee, scale),
  }
}

export class Creation {
  readonly #parts: CheckParts
  /**
   * What a key asks for is let go by what was before it: asked for at once, none would see the others. Those of sessions are judged when they
   * are confirmed, and see all that wait.
   */
  readonly #ofKeys = new TurnsByKey<UserId>()

  constructor(parts: CheckParts) {
    this.#parts = parts
  }

  /**
   * Durable when it resolves.
   * @param request digest of what is asked, kept with the withdrawal
   * @param first what the engine answered the key before
   * @throws Failure in the API's order; IDEMPOTENCY_CONFLICT for another request under a known key
   */
  create(asker: Asker, asked: AskedWithdrawal, request: string, first: KeyOutcome | undefined): Promise<FirstOrAgain> {
    if (first !== undefined) return this.#again(asker, asked, request, first)
    const create = () => this.#create(asker, asked, request)
    return isKey(asker) ? this.#ofKeys.run(asker.session.userId, create) : create()
  }

  async #create(asker: Asker, asked: AskedWithdrawal, request: string): Promise<FirstOrAgain> {
    const passed = await checkRequest(this.#parts, asker, asked)
    const facts = await riskOf(this.#parts, asker, passed)
    const outcome = await this.#parts.exchange.submit(this.#commandOf(asker, asked, { passed, facts, request }), asked.clientId ?? '')
    const { reason, replayed: isRepeat } = outcome
    if (reason !== 'none') return { failure: await refusalOf(this.#parts, asker, asked, reason), isRepeat }
    const { place, value, ...own } = passed
    if (!isKey(asker)) {
      const { userId, device } = asker.session
      this.#parts.deviceSums.note(device.identity, { userId, withdrawalId: outcome.value, at: outcome.at, value })
    }
    return { data: createdView(asker, { ...own, scale: place.coin.scale, withdrawalId: outcome.value, at: outcome.at }), isRepeat }
  }

  #commandOf(
    asker: Asker,
    asked: AskedWithdrawal,
    { passed, facts, request }: { readonly passed: PassedWithdrawal; readonly facts: RiskFacts; readonly request: string },
  ): CommandByKind['requestWithdrawal'] {
    const { userId, caller = 0 } = asker.session
    const { place, destination, amount, limit, methods } = passed
    const { address, memo, receiverId } = destination
    const isVerified = isKey(asker)
    const document = {
      address,
      memo,
      remark: asked.remark || null,
      clientId: asked.clientId ?? null,
      caller,
      request,
      methods: [...methods],
      facts: { ...facts },
    } satisfies WithdrawalDocument
    return {
      kind: 'requestWithdrawal',
      userId,
      ...(caller !== 0 && { caller }),
      listingId: place.listing.listingId,
      amount,
      receiverId,
      limit: limit.ofAccount,
      windowMs: limit.windowMs,
      openMost: this.#parts.policy().openMost,
      dayMost: this.#parts.policy().dayMost,
      isVerified,
      reviews: isVerified ? reviewsOf(facts, this.#parts.policy(), this.#parts.exchange.now()) : [],
      document: document satisfies JsonObject,
    }
  }

  /** @throws Failure IDEMPOTENCY_CONFLICT, ENGINE_BUSY while history is away */
  async #again(asker: Asker, asked: AskedWithdrawal, request: string, first: KeyOutcome): Promise<FirstOrAgain> {
    const { userId } = asker.session
    if (first.reason !== 'none') return { failure: await refusalOf(this.#parts, asker, asked, first.reason), isRepeat: true }
    const own = await ownWithdrawal(this.#parts, userId, first.seq)
    if (own?.document.request !== request) throw new Failure('IDEMPOTENCY_CONFLICT', { key: asked.clientId })
    const { row, document } = own
    const { scale } = this.#parts.feeds.listings.assetFacts(row.assetId)
    const account = await this.#parts.accounts.get(userId)
    const { amount, fee, createdAt: at } = row
    const facts = { withdrawalId: first.seq, at, scale, amount, fee, methods: document.methods, account }
    return { data: createdView(asker, facts), isRepeat: true }
  }
}
