/** Whether a coin can move over a network, and which fee it pays there. Pure. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import type { CoinExt } from '@agio/wire/wallet/types.ts'

/** Closed by the operator for one direction; a withdrawal also rests while ledger and chain differ. */
export function isPaused(network: CoinExt, direction: 'deposit' | 'withdrawal'): boolean {
  return direction === 'deposit' ? network.depositEnable === 0 : network.withdrawEnable === 0 || network.halted === 1
}

/**
 * The network among those that fit: the chosen one, without a choice the only one there is. Where the chosen one rests by now there is none:
 * coins that somebody meant for one network never go over another.
 */
export const networkOf = <Network extends Pick<CoinExt, 'protocolType'>>(
  fitting: readonly Network[],
  chosen: string | undefined,
): Network | undefined => {
  if (chosen !== undefined) return fitting.find(({ protocolType }) => protocolType === chosen)
  return fitting.length === 1 ? fitting[0] : undefined
}

const FEE_SCALE = 18

/** The contract of a token ends with so many letters, which is what people compare. */
const CONTRACT_END = 6
export const contractEnd = (contract: string): string => `…${contract.slice(-CONTRACT_END)}`

/** A share as percent: `0.001` → `0.1`. @param share decimal text */
export function feePercent(share: string): string {
  const value = parseDecimal(share, FEE_SCALE)
  return typeof value === 'bigint' ? formatDecimal(value, FEE_SCALE - 2) : share
}
