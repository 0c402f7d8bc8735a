/**
 * The signer's core, without its socket: seeds, policy and log in, signatures out. Work is done one after the other; what is signed stands in
 * the log, on the disk, before it is answered. Asked again for what it signed, it gives the same bytes and counts nothing twice.
 */
import { createHash } from 'node:crypto'
import { ChainFault } from '../port.ts'
import type { PublicAccount } from '../signing-port.ts'
import { capsOfFees, isFee, type Signed as SignedBefore, SignerLedger, spentOnFees } from './ledger.ts'
import { type Caps, type Policy, scaled } from './policy.ts'
import {
  ACCOUNT_OF_PLACE,
  type Intent,
  type KeyPurpose,
  keyPlaceOf,
  type NetworkName,
  type SignerPort,
  type SignerStatus,
  type SignResult,
} from './protocol.ts'
import { type CheckedIntent, checkIntent, Keys, policyFor, SignRefusal } from './read-intent.ts'
import { type LogBody, type LogHead, SignedLog, type Spent } from './signed-log.ts'
import { networkKey } from './wire.ts'

/** Chains with their libraries: more than a house has, and so few that nobody fills the memory with names of chains. */
const KEYS_KEPT = 256

export interface SignerParts {
  /** By tenant: 64 bytes each. */
  readonly seeds: ReadonlyMap<string, Uint8Array>
  readonly policy: Policy
  /** Folder of the log. */
  readonly dir: string
  /** ms; its own clock. */
  readonly now: () => number
}

export class Signer implements SignerPort {
  readonly #seeds: ReadonlyMap<string, Uint8Array>
  readonly #policy: Policy
  readonly #log: SignedLog
  readonly #clock: () => number
  readonly #ledger = new SignerLedger()
  readonly #keys = new Map<string, Promise<Keys>>()
  #turn: Promise<unknown> = Promise.resolve()

  /** @throws LogCut */
  constructor({ seeds, policy, dir, now }: SignerParts) {
    this.#seeds = seeds
    this.#policy = policy
    this.#clock = now
    this.#log = SignedLog.open(dir, false, (entry, offset) => this.#ledger.take(entry, offset))
    this.#append({ what: 'started', policy: policy.hash })
  }

  async status(): Promise<SignerStatus> {
    const { entries, hash } = this.head
    return { isUnlocked: true, policyHash: this.#policy.hash, logEntries: entries, logHead: hash, isApart: false }
  }

  get head(): LogHead {
    return this.#log.head
  }

  async publicAccount(on: NetworkName, purpose: KeyPurpose, first: number, count: number): Promise<PublicAccount> {
    const keys = await this.#keysOf(on)
    return keys.publicAccount(ACCOUNT_OF_PLACE[purpose], first, count)
  }

  /** @throws Error when the log cannot be written: nothing was signed then */
  async sign(intent: Intent): Promise<SignResult> {
    return await this.#inTurn(async () => {
      try {
        const policy = policyFor(this.#policy, intent.on)
        return await this.#sign(checkIntent(intent, await this.#keysOf(intent.on), policy, this.#now()))
      } catch (error) {
        if (!(error instanceof SignRefusal)) throw error
        const { reason, message, retryAfterMs } = error
        return { refused: reason, text: message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
      }
    })
  }

  async signText(on: NetworkName, purpose: Exclude<KeyPurpose, 'addresses'>, addressId: number, text: string): Promise<string> {
    return await this.#inTurn(async () => {
      const keys = await this.#keysOf(on)
      const place = keyPlaceOf(purpose, addressId)
      const signature = keys.signing.signText(text, keys.privateKey(place))
      const digest = createHash('sha256').update(text).digest('hex')
      this.#append({ what: 'text', tenant: on.tenant, on: keys.key, address: keys.addressAt(place), digest })
      return signature
    })
  }

  /** Ends after what is under way. */
  async close(): Promise<void> {
    await this.#inTurn(async () => this.#log.close())
  }

  async #sign(checked: CheckedIntent): Promise<SignResult> {
    const { intent, keys, digest } = checked
    const { sameSlot, sameWithdrawal } = this.#ledger.related(checked, this.#log)
    const isAsked = (entry: SignedBefore): boolean => entry.digest === digest && sameEnds(entry, checked)
    if (!sameSlot.some(isAsked)) {
      this.#checkCoins(checked, sameSlot)
      const unlike = sameWithdrawal.filter((entry) => !spendsOneOf(entry, checked) && !this.#isOver(entry, checked))
      if (unlike.length > 0) throw changedBy(unlike, checked)
    }
    const spent = sameSlot.some(isAsked) ? [] : this.#spentBy(checked, sameSlot)
    this.#ledger.checkCaps(intent.on.tenant, spent, (key) => capsOf(checked, key), this.#now())
    const signed = keys.signing.sign(intent.unsigned, (address) => keyOf(checked, address))
    if (!sameSlot.some(isAsked)) this.#append(entryOf(checked, spent, signed.tx))
    return { signed }
  }

  /**
   * A signature over SegWit inputs does not cover what the other inputs hold: whoever tells different amounts of one output twice could
   * make two signatures into a transaction that burns the rest as its fee.
   */
  #checkCoins({ coins }: CheckedIntent, sameSlot: readonly SignedBefore[]): void {
    for (const entry of sameSlot)
      for (const [coin, amount] of Object.entries(entry.coins))
        if (coins[coin] !== undefined && coins[coin] !== amount) throw new SignRefusal('mismatch', `${coin} held ${amount} before`)
  }

  /**
   * Whether no block can take what an entry signed, as far as the signer itself can know: its slot ended by its clock, or a person wrote into
   * the policy that it was never paid. That something else was signed for the same slot proves nothing: either of both may be in a block.
   */
  #isOver(entry: SignedBefore, { intent: { purpose }, policy }: CheckedIntent): boolean {
    if (entry.endsAt !== null) return this.#now() > entry.endsAt
    const paid = purpose.kind === 'withdrawals' ? purpose.paid.map(({ withdrawalId }) => withdrawalId) : []
    const twice = entry.withdrawals.map(({ withdrawalId }) => withdrawalId).filter((withdrawalId) => paid.includes(withdrawalId))
    const again = (policy.tenant.payAgain ?? []).map(({ withdrawalId }) => withdrawalId)
    return twice.every((withdrawalId) => again.includes(withdrawalId)) && this.#ledger.isBeforePolicy(entry, this.#policy.hash)
  }

  /**
   * What counts for the caps. A replacement counts what it pays beyond what was signed for its slot and the same receivers already. Its fee
   * is held against those alone that spend just what it does: {A} and {B} may both be in blocks, though {A, B} shares an input with each.
   */
  #spentBy(checked: CheckedIntent, inSlot: readonly SignedBefore[]): readonly Spent[] {
    const { intent, keys, parts, policy, isExclusive } = checked
    const sameSlot = isExclusive ? inSlot : []
    const counted = new Set<string>(
      sameSlot.flatMap(({ withdrawals }) => withdrawals.map(({ withdrawalId, payment }) => `${withdrawalId} ${payment}`)),
    )
    const paid = intent.purpose.kind === 'withdrawals' ? intent.purpose.paid : []
    const spent = parts.flatMap(({ known, to, amount }, index) => {
      const withdrawal = paid[index]
      const isCounted = withdrawal !== undefined && counted.has(`${withdrawal.withdrawalId} ${keys.paymentText(withdrawal.payment)}`)
      return isCounted ? [] : [{ key: known.key, to, amount: String(scaled(amount, known.decimals)) }]
    })
    const replaced = sameSlot.filter((entry) => spendsTheSame(entry, checked))
    const paidBefore = replaced.reduce((most, { feeMost }) => (BigInt(feeMost) > most ? BigInt(feeMost) : most), 0n)
    const more = intent.unsigned.feeMost - paidBefore
    return [...spent, ...(more > 0n ? [spentOnFees(keys.key, more, policy.network.coin.decimals)] : [])]
  }

  #append(body: LogBody): void {
    const { entry, offset } = this.#log.append(body, this.#clock())
    this.#ledger.take(entry, offset)
    this.#ledger.forget(entry.at)
  }

  /** Never before the last entry of the log: a clock that is set back makes no hour begin again. */
  #now(): number {
    return Math.max(this.#clock(), this.#log.lastAt)
  }

  async #keysOf({ tenant, settings }: NetworkName): Promise<Keys> {
    const seed = this.#seeds.get(tenant)
    if (seed === undefined) throw new SignRefusal('notAllowed', `the signer has no seed of ${tenant}`)
    // Of the settings only these make a difference to addresses and bytes.
    const name = `${tenant} ${networkKey(settings)} ${settings.kind === 'bitcoin' ? settings.form : ''}`
    const known = this.#keys.get(name) ?? Keys.open(seed, settings)
    if (this.#keys.size >= KEYS_KEPT) this.#keys.clear()
    this.#keys.set(name, known)
    return await known
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }
}

const withdrawalsOf = ({ intent: { purpose }, keys }: CheckedIntent): { withdrawalId: number; payment: string }[] =>
  purpose.kind === 'withdrawals'
    ? purpose.paid.map(({ withdrawalId, payment }) => ({ withdrawalId, payment: keys.paymentText(payment) }))
    : []

const sameEnds = ({ kind, withdrawals }: SignedBefore, checked: CheckedIntent): boolean =>
  kind === checked.intent.purpose.kind && JSON.stringify(withdrawals) === JSON.stringify(withdrawalsOf(checked))

/** Then only one of both can ever be in a block. */
const spendsOneOf = ({ slots }: SignedBefore, checked: CheckedIntent): boolean =>
  checked.isExclusive && slots.some((slot) => checked.slots.includes(slot))

const spendsTheSame = ({ slots }: SignedBefore, checked: CheckedIntent): boolean => {
  const [before, now] = [new Set(slots), new Set(checked.slots)]
  return before.size === now.size && [...now].every((slot) => before.has(slot))
}

function changedBy(entries: readonly SignedBefore[], checked: CheckedIntent): SignRefusal {
  const numbers = entries.flatMap(({ withdrawals }) => withdrawals.map(({ withdrawalId }) => withdrawalId))
  const own = withdrawalsOf(checked).map(({ withdrawalId }) => withdrawalId)
  const twice = own.filter((withdrawalId) => numbers.includes(withdrawalId)).join(', ')
  return new SignRefusal('changed', `withdrawal ${twice} was signed before, and this transaction does not spend what that one spends`)
}

function capsOf({ keys, parts, policy }: CheckedIntent, key: string): Caps {
  const known = isFee(key, keys.key) ? capsOfFees(policy.network.fees) : parts.find((part) => part.known.key === key)?.known.caps
  if (known === undefined) throw new ChainFault('nonsense', `nothing caps ${key}`)
  return known
}

function keyOf({ keys, placeOf }: CheckedIntent, address: string): Uint8Array {
  const place = placeOf.get(keys.formOf(address) ?? address)
  if (place === undefined) throw new SignRefusal('mismatch', `${address} is to pay, and its key is not named`)
  return keys.privateKey(place)
}

function entryOf(checked: CheckedIntent, spent: readonly Spent[], tx: string): LogBody {
  const { intent, keys, slots, coins, endsAt, digest } = checked
  return {
    what: 'signed',
    tenant: intent.on.tenant,
    network: intent.on.network,
    on: keys.key,
    kind: intent.purpose.kind,
    paymentId: intent.paymentId,
    withdrawals: withdrawalsOf(checked),
    slots,
    coins,
    endsAt,
    spent,
    feeMost: String(intent.unsigned.feeMost),
    digest,
    tx,
  }
}
