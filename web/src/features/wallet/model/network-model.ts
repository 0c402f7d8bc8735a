/** Whether a coin can move over a network, and which fee it pays there. Pure. */
import type { CoinExt } from '@agio/wire/wallet-types.ts'

/** Closed by the operator for one direction; a withdrawal also rests while ledger and chain differ. */
export function isPaused(network: CoinExt, direction: 'deposit' | 'withdrawal'): boolean {
  return direction === 'deposit' ? network.depositEnable === 0 : network.withdrawEnable === 0 || network.halted === 1
}

/** The contract of a token ends with so many letters, which is what people compare. */
const CONTRACT_END = 6
export const contractEnd = (contract: string): string => `…${contract.slice(-CONTRACT_END)}`
