/** Parts of entries that several commands have. */
import { NAMED_IS_ORIGIN, NAMED_ORDER_ID, NAMED_TEXT_LENGTH } from '../../generated/entry-layout.ts'
import type { OfOrder } from '../command.ts'
import { asOrderId } from '../ids/id.ts'
import { KEY_LENGTH_MAX, padded4, readAscii, writeAscii } from './text.ts'

/** An amount outside int64 cannot be journaled; −1 is what the engine's checks refuse as badNumber. */
export function int64(amount: bigint): bigint {
  return BigInt.asIntN(64, amount) === amount ? amount : -1n
}

/**
 * Writes which order a command names; its text, if any, goes to `textAt`. Returns where that ends.
 *
 * @throws RangeError when the text is over 36 characters or the order is named twice
 */
export function writeName(view: DataView, offset: number, name: OfOrder, textAt: number): number {
  const { orderId, originOrderId = 0, clientOrderId: text } = name
  if (text.length > KEY_LENGTH_MAX) throw new RangeError('client order id is too long')
  if (orderId !== 0 && originOrderId !== 0) throw new RangeError('an order is named twice')
  view.setFloat64(offset + NAMED_ORDER_ID, orderId || originOrderId, true)
  view.setUint8(offset + NAMED_TEXT_LENGTH, text.length)
  view.setUint8(offset + NAMED_IS_ORIGIN, originOrderId === 0 ? 0 : 1)
  writeAscii(view, offset + textAt, text)
  return textAt + padded4(text.length)
}

/** The client order id that a command names, '' = none. */
export function readName(view: DataView, offset: number, textAt: number): string {
  return readAscii(view, offset + textAt, view.getUint8(offset + NAMED_TEXT_LENGTH))
}

export function isByOrigin(view: DataView, offset: number): boolean {
  return view.getUint8(offset + NAMED_IS_ORIGIN) === 1
}

/** The command whose id is that of an origin. */
export function byOrigin<Named extends OfOrder>(named: Named): Named {
  return { ...named, orderId: asOrderId(0), originOrderId: named.orderId }
}
