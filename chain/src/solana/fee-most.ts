/** What a transaction of Solana costs at most, in lamports: a pure function of what it says. */
import type { Payment } from '../port.ts'

const SIGNATURE_FEE = 5_000n
/** Deposit of a token account, which its owner never gets back from another's. */
const ACCOUNT_RENT = 2_039_280n
const MILLION = 1_000_000n

/** @param rate lamports a million units of work, rounded up to whole lamports together */
export function feeMostOf(payments: readonly Payment[], rate: bigint, work: bigint): bigint {
  const accounts = payments.filter(({ token }) => token !== null).length
  return SIGNATURE_FEE + (rate * work + MILLION - 1n) / MILLION + BigInt(accounts) * ACCOUNT_RENT
}
