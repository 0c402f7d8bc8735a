/** The head of a block, out of a node's answer. */
import type { BlockHead } from '../port.ts'
import { hash, object, smallNumber } from './shapes.ts'

/** @throws ChainFault for what is no block */
export function headOf(value: unknown): BlockHead {
  const block = object(value, 'block')
  return {
    height: smallNumber(block.number, 'height'),
    hash: hash(block.hash, 'hash of a block'),
    parent: hash(block.parentHash, 'hash of a parent'),
    time: smallNumber(block.timestamp, 'time of a block') * 1000,
  }
}
