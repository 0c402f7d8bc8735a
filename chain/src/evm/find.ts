/** Where a transaction is, and the proof that it will never be anywhere. */
import type { BlockHead, Slot, Whereabouts } from '../port.ts'
import { headOf } from './head.ts'
import { type Rpc, type RpcCall, resultOf } from './rpc.ts'
import { hash, hex, type Json, object, quantity, smallNumber } from './shapes.ts'

/**
 * Dead is what has no receipt at a node that knows the block in which its nonce had been spent already, `deadDepth` deep. All of it is asked
 * in one request, of one node: one that lags behind has no receipt either, but not that block.
 */
export async function findTransaction(rpc: Rpc, tx: string, slot: Slot, deadDepth: number): Promise<Whereabouts> {
  if (slot.kind !== 'nonce') throw new RangeError('an EVM transaction has a nonce')
  if (!Number.isInteger(deadDepth) || deadDepth < 1) throw new RangeError(`${deadDepth} confirmations are no proof`)
  const head = headOf(await rpc.call('eth_getBlockByNumber', 'latest', false))
  const deep = head.height - deadDepth + 1
  const calls: RpcCall[] = [
    { method: 'eth_getTransactionReceipt', params: [tx] },
    { method: 'eth_getTransactionByHash', params: [tx] },
  ]
  if (deep >= 0) calls.push(...spentCalls(slot.from, deep))
  const [receipt, transaction, block, count] = await rpc.answers(calls)
  const mined = receipt === undefined ? null : resultOf(receipt, 'eth_getTransactionReceipt')
  if (mined !== null) return await minedAt(rpc, object(mined, 'receipt'))
  if (block !== undefined && count !== undefined && resultOf(block, 'eth_getBlockByNumber') !== null) {
    const spent = smallNumber(resultOf(count, 'eth_getTransactionCount'), 'count of transactions')
    if (spent > slot.nonce) return { state: 'dead' }
  }
  const known = transaction === undefined ? null : resultOf(transaction, 'eth_getTransactionByHash')
  return { state: known === null ? 'unseen' : 'waiting' }
}

function spentCalls(from: string, height: number): readonly RpcCall[] {
  return [
    { method: 'eth_getBlockByNumber', params: [hex(height), false] },
    { method: 'eth_getTransactionCount', params: [from, hex(height)] },
  ]
}

/** A receipt from a block that left the chain does not count. */
async function minedAt(rpc: Rpc, receipt: Json): Promise<Whereabouts> {
  const height = smallNumber(receipt.blockNumber, 'height of a receipt')
  const answer = await rpc.call('eth_getBlockByNumber', hex(height), false)
  const block: BlockHead | null = answer === null ? null : headOf(answer)
  if (block?.hash !== hash(receipt.blockHash, 'block of a receipt')) return { state: 'waiting' }
  // Chains above another one charge for its data beside the gas.
  const beside = receipt.l1Fee === undefined || receipt.l1Fee === null ? 0n : quantity(receipt.l1Fee, 'fee of the chain below')
  const fee = quantity(receipt.gasUsed, 'gas used') * quantity(receipt.effectiveGasPrice, 'price of gas') + beside
  return { state: 'mined', block: { height, hash: block.hash }, succeeded: quantity(receipt.status, 'status') === 1n, fee }
}
