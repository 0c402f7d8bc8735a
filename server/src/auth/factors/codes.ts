/** One-time codes: six digits, ten minutes, five tries, a minute between sends, bound to a scene and an account. Soft state. */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Clock, steadyNow, wallTime } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'

export const CODE_MS = 10 * 60_000
export const RESEND_MS = 60_000
export const CODE_TRIES = 5
const CODES_MAX = 200_000

interface Issued {
  /** Keyed digest; null when only the wait between sends counts, because no code was sent. */
  readonly digest: Buffer | null
  readonly sentAt: number
  /** Wrong tries, by who counts apart: guesses of strangers leave a known device its own. */
  readonly tries: Map<string, number>
  spent: boolean
}

export interface IssuedCode {
  readonly code: string
  readonly expireTime: number
  readonly resendTime: number
}

export class CodeBook {
  readonly #clock: Clock
  readonly #key = randomBytes(32)
  readonly #issued = new Map<string, Issued>()

  /** Codes of the process before are forgotten. */
  readonly #since: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#since = steadyNow(clock)
  }

  /**
   * Makes a code that replaces an earlier one of the same scene and account.
   * @param sends false: the account gets no code, but waits and is answered as if it did
   * @throws Failure CODE_RESEND_TOO_SOON
   */
  issue(scene: string, account: string, sends = true): IssuedCode {
    const now = steadyNow(this.#clock)
    const place = `${scene}|${account}`
    const earlier = this.#issued.get(place)
    if (earlier !== undefined && now - earlier.sentAt < RESEND_MS) {
      throw new Failure('CODE_RESEND_TOO_SOON', { retryAfter: Math.ceil((earlier.sentAt + RESEND_MS - now) / 1000) })
    }
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    this.#issued.delete(place)
    this.#issued.set(place, { digest: sends ? this.#digest(place, code) : null, sentAt: now, tries: new Map(), spent: false })
    this.#forgetOld(now)
    const sentAt = wallTime(this.#clock, now)
    return { code, expireTime: sentAt + CODE_MS, resendTime: sentAt + RESEND_MS }
  }

  /** Uses a code up. @throws Failure CODE_INVALID, CODE_EXPIRED, CODE_TOO_MANY_TRIES */
  use(scene: string, account: string, code: string): void {
    this.check(scene, account, code)
    this.spend(scene, account)
  }

  /** Whether a code was sent there that may still be right. */
  has(scene: string, account: string): boolean {
    const issued = this.#issued.get(`${scene}|${account}`)
    return issued !== undefined && steadyNow(this.#clock) - issued.sentAt < CODE_MS
  }

  /**
   * Leaves a right code usable; a wrong one costs a try.
   * @param device id of a device that the account knows, '' = all others together
   * @throws Failure CODE_INVALID, CODE_EXPIRED, CODE_TOO_MANY_TRIES
   */
  check(scene: string, account: string, code: string, device = ''): void {
    const place = `${scene}|${account}`
    const issued = this.#issued.get(place)
    if (issued === undefined) throw this.#unknown()
    if (steadyNow(this.#clock) - issued.sentAt >= CODE_MS) throw new Failure('CODE_EXPIRED')
    const tries = issued.tries.get(device) ?? 0
    if (tries >= CODE_TRIES) throw new Failure('CODE_TOO_MANY_TRIES')
    const right = issued.digest !== null && !issued.spent && timingSafeEqual(this.#digest(place, code), issued.digest)
    if (right) return
    issued.tries.set(device, tries + 1)
    const left = CODE_TRIES - tries - 1
    if (left <= 0) throw new Failure('CODE_TOO_MANY_TRIES')
    throw new Failure('CODE_INVALID', { left })
  }

  /** After a check. @throws Failure CODE_INVALID when another call used the code up in between */
  spend(scene: string, account: string): void {
    const issued = this.#issued.get(`${scene}|${account}`)
    if (issued === undefined || issued.spent) throw new Failure('CODE_INVALID', { left: 0 })
    issued.spent = true
  }

  /** Codes live in memory: shortly after a start somebody may still hold one from before, so it counts as expired. */
  #unknown(): Failure {
    return steadyNow(this.#clock) - this.#since < CODE_MS ? new Failure('CODE_EXPIRED') : new Failure('CODE_INVALID', { left: 0 })
  }

  #digest(place: string, code: string): Buffer {
    return createHmac('sha256', this.#key).update(`${place}|${code}`).digest()
  }

  /** Oldest first, because an issued code always moves to the end. */
  #forgetOld(now: number): void {
    for (const [place, issued] of this.#issued) {
      if (now - issued.sentAt < 2 * CODE_MS && this.#issued.size <= CODES_MAX) return
      this.#issued.delete(place)
    }
  }
}
