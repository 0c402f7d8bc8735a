/** Plans and transactions of Tron. A slot is a recent block and a time: after it no block takes the transaction. */
import { hex } from '@scure/base'
import type { Plan, Unsigned } from '../port.ts'
import { readRaw, type TronTransaction, writeRaw } from './raw-transaction.ts'

/** How long before its end a transaction says that it was made: so that the bytes follow from the plan alone. */
export const AGE_MS = 600_000
const BYTES = /^([0-9a-f]{2})+$/

/**
 * Two plans that are alike are one transaction: whoever pays the same sum to the same address twice in one slot tells them apart by a sun
 * of work.
 *
 * @throws RangeError for a plan of another count of payments than one: a transaction of Tron carries no more
 */
export function buildTron({ payments, slot, work }: Plan): Unsigned {
  const [payment, ...others] = payments
  if (slot.kind !== 'blockhash') throw new RangeError(`a slot of another kind of chain: ${slot.kind}`)
  if (payment === undefined || others.length > 0) throw new RangeError('a transaction of Tron makes one payment')
  const { from, blockhash: reference, lastHeight: expiration } = slot
  const raw = writeRaw({ from, payment, reference, expiration, timestamp: expiration - AGE_MS, feeLimit: work })
  return { bytes: hex.encode(raw), from: null, coins: [], feeMost: work }
}

/** @throws RangeError for what `buildTron` does not make */
export function rawOf({ bytes }: Unsigned, version: number): { readonly raw: Uint8Array; readonly transaction: TronTransaction } {
  if (!BYTES.test(bytes)) throw new RangeError('not the bytes of a transaction')
  const raw = hex.decode(bytes)
  const transaction = readRaw(raw, version)
  if (transaction.timestamp !== transaction.expiration - AGE_MS) throw new RangeError('a transaction of another age')
  return { raw, transaction }
}

export function planOf({ from, payment, reference, expiration, feeLimit }: TronTransaction): Plan {
  const slot = { kind: 'blockhash', from, blockhash: reference, lastHeight: expiration } as const
  return { payments: [payment], slot, fee: { rate: 0n, tip: 0n }, work: feeLimit }
}
