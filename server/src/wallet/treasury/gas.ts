/** What the chain's fee of a transfer may come to, in the chain's own coin. */
import type { Payment } from '@agio/chain/port.ts'
import type { NetworkChain } from '../parts.ts'

export type FeeAsker = Pick<NetworkChain, 'fee' | 'nextSlot' | 'work' | 'build'>

/** What an address gets is this much more, so that a fee which rises meanwhile is still covered: by a half. */
const [OVER, UNDER] = [3n, 2n]

/**
 * Units of the chain's own coin that an address should have to send this, rounded up; undefined on chains whose fees are paid of the
 * outputs that are spent.
 * @throws ChainFault
 */
export async function transferFee(port: FeeAsker, from: string, payment: Payment): Promise<bigint | undefined> {
  const slot = await port.nextSlot(from)
  if (slot === null) return undefined
  const [fee, work] = await Promise.all([port.fee(2), port.work(from, payment)])
  const { feeMost } = await port.build({ payments: [payment], slot, fee, work })
  return (feeMost * OVER + UNDER - 1n) / UNDER
}
