/** What comes back to where it was lets no more leave: told from all accounts as they were since the marks moved last. */
import type { Account } from './eyes.ts'

export class Trips {
  /** Most that could ever leave, with what has left, by all that a round trip brings back. */
  readonly #known = new Map<number, Map<string, bigint>>()

  /** What may leave says something new from here on: for one, or for all. */
  forget(userId?: number): void {
    if (userId === undefined) this.#known.clear()
    else this.#known.delete(userId)
  }

  /** @param gone what has left the account already. @returns how much more may leave than when everything was as it is now; 0 = none */
  look(account: Account, gone: bigint): bigint {
    if (account.legs.length === 0) return 0n
    const all = account.transferable + gone
    const key = placeOf(account)
    const known = this.#known.get(account.userId) ?? new Map<string, bigint>()
    this.#known.set(account.userId, known)
    const most = known.get(key)
    if (most !== undefined && all <= most) return 0n
    known.set(key, all)
    return most === undefined ? 0n : all - most
  }
}

/** All that a round trip has to bring back: positions with their margins, settings, and what orders reserve. */
const placeOf = ({ isHedged, legs, reserved, seats }: Account): string =>
  [
    isHedged,
    reserved,
    ...legs.map(({ id, margin, quantity, leverage }) => `${id}/${quantity}/${margin}/${leverage}`),
    ...seats.map(({ instrumentId, isIsolated, leverage }) => `${instrumentId}:${leverage}${isIsolated}`),
  ].join()
