/** Reads a node's transactions into arrivals at watched addresses. For the sake of K2 nothing is built for an output that nobody watches. */
import type { AddressFilter, Arrival } from '../port.ts'
import { satoshiOf } from './amount.ts'
import { addressIn, count, hash, list, object } from './answers.ts'
import type { BitcoinNetwork } from './network.ts'

/** An output that a transaction spends. */
export interface Spent {
  readonly tx: string
  readonly output: number
  /** Whose it was, where the node says it (Core from version 23 on). */
  readonly address: string | null
}

export function idOf(transaction: unknown): string {
  return hash(object(transaction, 'a transaction').txid, 'a transaction hash')
}

/** Outputs that a transaction spends; none of a coinbase. */
export function spentBy(transaction: unknown, network: BitcoinNetwork): readonly Spent[] {
  return list(object(transaction, 'a transaction').vin, 'inputs').flatMap((value) => {
    const input = object(value, 'an input')
    if (typeof input.coinbase === 'string') return []
    const { prevout } = input
    const address = prevout === undefined || prevout === null ? null : addressIn(object(prevout, 'an output').scriptPubKey, network)
    return [{ tx: hash(input.txid, 'a transaction hash'), output: count(input.vout, 'a place'), address }]
  })
}

/** Sum of all outputs, in satoshi. */
export function paidBy(transaction: unknown): bigint {
  const outputs = list(object(transaction, 'a transaction').vout, 'outputs')
  return outputs.reduce<bigint>((sum, value) => sum + satoshiOf(object(value, 'an output').value), 0n)
}

/** Consensus lets nobody spend what a block's miner got before its block has so many confirmations. */
const COINBASE_MATURITY = 100

const isCoinbase = (transaction: unknown): boolean =>
  list(object(transaction, 'a transaction').vin, 'inputs').some((input) => object(input, 'an input').coinbase !== undefined)

/** Arrivals of one transaction, without their sender. */
export function arrivalsIn(transaction: unknown, addresses: AddressFilter, network: BitcoinNetwork): readonly Arrival[] {
  const found: Arrival[] = []
  const mined = isCoinbase(transaction) && { maturity: COINBASE_MATURITY }
  for (const value of list(object(transaction, 'a transaction').vout, 'outputs')) {
    const output = object(value, 'an output')
    const to = addressIn(output.scriptPubKey, network)
    const watched = to === null ? null : addresses.find(to)
    if (to === null || watched === null) continue
    const position = `o${count(output.n, 'a place')}`
    const amount = satoshiOf(output.value)
    if (amount > 0n) found.push({ tx: idOf(transaction), position, to, tag: null, from: null, token: null, amount, watched, ...mined })
  }
  return found
}
