/** What the signer remembers of its log: who was paid how, which slots are spent on what, and how much of the caps is used. */
import { type Caps, SCALE, scaled } from './policy.ts'
import { type CheckedIntent, SignRefusal } from './read-intent.ts'
import type { LogEntry, SignedEntry, SignedLog, Spent } from './signed-log.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

interface Use {
  readonly at: number
  readonly key: string
  readonly to: string
  readonly amount: bigint
}

const NOBODY = ''

export type Signed = LogEntry & SignedEntry

const feeKey = (networkKey: string): string => `fee ${networkKey}`

export class SignerLedger {
  /** Where entries begin that signed something for a withdrawal, by tenant and number. */
  readonly #withdrawals = new Map<string, number[]>()
  /** Where entries begin that spend a slot, by tenant and slot. */
  readonly #slots = new Map<string, number[]>()
  /** Of the last day, in the order of time; by tenant. */
  readonly #uses = new Map<string, Use[]>()
  /** Number of the first entry of a start under a policy, by its hash. */
  readonly #policies = new Map<string, number>()
  /** When a cut log was accepted, ms; what was used before then is not known. */
  #cutAt = Number.NEGATIVE_INFINITY

  /** Takes an entry of the log in. */
  take(entry: LogEntry, offset: number): void {
    if (entry.what === 'cut') this.#cutAt = entry.at
    if (entry.what === 'started' && !this.#policies.has(entry.policy)) this.#policies.set(entry.policy, entry.n)
    if (entry.what !== 'signed') return
    for (const { withdrawalId } of entry.withdrawals) put(this.#withdrawals, `${entry.tenant} ${withdrawalId}`, offset)
    for (const slot of entry.slots) put(this.#slots, `${entry.tenant} ${slot}`, offset)
    const uses = this.#uses.get(entry.tenant) ?? []
    for (const { key, to, amount } of entry.spent) uses.push({ at: entry.at, key, to, amount: BigInt(amount) })
    this.#uses.set(entry.tenant, uses)
  }

  /** Drops what no cap counts any more. */
  forget(now: number): void {
    for (const [tenant, uses] of this.#uses)
      this.#uses.set(
        tenant,
        uses.filter(({ at }) => at > now - DAY_MS),
      )
  }

  /** Entries that spend a slot of the intent, or pay a withdrawal of it. */
  related({ intent, slots }: CheckedIntent, log: SignedLog): { readonly sameSlot: Signed[]; readonly sameWithdrawal: Signed[] } {
    const { tenant } = intent.on
    const paid = intent.purpose.kind === 'withdrawals' ? intent.purpose.paid : []
    return {
      sameSlot: this.entriesOf(tenant, slots, log),
      sameWithdrawal: readAll(
        log,
        paid.flatMap(({ withdrawalId }) => this.#withdrawals.get(`${tenant} ${withdrawalId}`) ?? []),
      ),
    }
  }

  /** Whether a person wrote under this policy, after the entry, that what it signed is to be forgotten. */
  isBeforePolicy({ n }: Signed, policyHash: string): boolean {
    return n < (this.#policies.get(policyHash) ?? 0)
  }

  /** Entries that spend one of these slots. */
  entriesOf(tenant: string, slots: readonly string[], log: SignedLog): Signed[] {
    return readAll(
      log,
      slots.flatMap((slot) => this.#slots.get(`${tenant} ${slot}`) ?? []),
    )
  }

  /** @throws SignRefusal `overCap`, with how long it lasts where waiting helps */
  checkCaps(tenant: string, spent: readonly Spent[], capsOf: (key: string) => Caps, now: number): void {
    const sums = new Map<string, bigint>()
    for (const { key, amount } of spent) sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount))
    for (const [key, sum] of sums) {
      const caps = capsOf(key)
      if (sum > caps.perTransaction) throw overCap(`${shown(sum)} of ${key} in one transaction, at most ${shown(caps.perTransaction)}`)
      this.#checkWindow(tenant, key, undefined, sum, { cap: caps.perHour, windowMs: HOUR_MS, of: 'an hour' }, now)
      this.#checkWindow(tenant, key, undefined, sum, { cap: caps.perDay, windowMs: DAY_MS, of: 'a day' }, now)
      for (const to of new Set(spent.filter((each) => each.key === key && each.to !== NOBODY).map((each) => each.to))) {
        const own = spent.filter((each) => each.key === key && each.to === to).reduce((total, { amount }) => total + BigInt(amount), 0n)
        this.#checkWindow(tenant, key, to, own, { cap: caps.perAddress, windowMs: DAY_MS, of: 'a day to one address' }, now)
      }
    }
  }

  #checkWindow(
    tenant: string,
    key: string,
    to: string | undefined,
    wanted: bigint,
    { cap, windowMs, of }: { cap: bigint; windowMs: number; of: string },
    now: number,
  ): void {
    if (wanted === 0n) return
    if (wanted > cap) throw overCap(`${shown(wanted)} of ${key} within ${of}, at most ${shown(cap)}`)
    // What a lost part of the log had signed may have used all of it.
    const cutEnds = this.#cutAt + windowMs
    if (now < cutEnds) throw overCap(`a part of the log is lost: all that may be paid within ${of} counts as used`, cutEnds - now)
    const uses = (this.#uses.get(tenant) ?? []).filter(
      (use) => use.key === key && use.at > now - windowMs && (to === undefined || use.to === to),
    )
    let used = uses.reduce((total, { amount }) => total + amount, 0n)
    if (used + wanted <= cap) return
    const text = `${shown(used)} of ${key} are used within ${of} of at most ${shown(cap)}; ${shown(wanted)} more do not fit`
    for (const { at, amount } of uses) {
      used -= amount
      if (used + wanted <= cap) throw overCap(text, at + windowMs - now)
    }
    throw overCap(text)
  }
}

function readAll(log: SignedLog, offsets: readonly number[]): Signed[] {
  return [...new Set(offsets)].map((offset) => log.readAt(offset)).filter((entry): entry is Signed => entry.what === 'signed')
}

function put(into: Map<string, number[]>, key: string, offset: number): void {
  const known = into.get(key)
  if (known === undefined) into.set(key, [offset])
  else known.push(offset)
}

const overCap = (text: string, retryAfterMs?: number): SignRefusal => new SignRefusal('overCap', text, retryAfterMs)

/** Decimal text without zeros at its end. */
function shown(amount: bigint): string {
  const digits = String(amount).padStart(SCALE + 1, '0')
  return `${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`.replace(/\.?0+$/, '')
}

/** Caps of fees as caps of an asset. */
export const capsOfFees = ({ perTransaction, perHour }: { readonly perTransaction: bigint; readonly perHour: bigint }): Caps => ({
  perTransaction,
  perHour,
  perAddress: perHour * 24n,
  perDay: perHour * 24n,
})

export const spentOnFees = (networkKey: string, amount: bigint, decimals: number): Spent => ({
  key: feeKey(networkKey),
  to: NOBODY,
  amount: String(scaled(amount, decimals)),
})

export const isFee = (key: string, networkKey: string): boolean => key === feeKey(networkKey)
