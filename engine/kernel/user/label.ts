/**
 * Labels: the client order ids of live orders. The text also stands in the key's row, which is kept for a day and is cold by the time its
 * order ends; a label lives as long as its order, so that the few in use stay in the cache. A key is not told when its order ends: the
 * label that it points to is then another key's, or nobody's. An order that replaced one without a client order id has a label without a
 * key: it holds the id of the first such order, its origin.
 */
import { allocate, release } from '../memory/tables'
import { KEY_CALLER, KEY_LABEL, KEY_LENGTH, KEY_TEXT, LABEL_BYTES, LABEL_KEY, LABEL_LENGTH, LABEL_ORIGIN, LABEL_TEXT } from '../constants/layout'
import { KEYS, LABELS, T_LABELS } from '../constants/map'

/** Makes the label of a key whose order is about to live. */
@inline export function makeLabel(key: usize): usize {
  const label = allocate(LABELS, T_LABELS, LABEL_BYTES)
  const length: u32 = load<u8>(key, KEYS + KEY_LENGTH)
  const caller: u64 = load<u16>(key, KEYS + KEY_CALLER)
  store<u64>(label, <u64>length | (caller << 16) | (<u64>key << 32), LABELS + LABEL_LENGTH)
  store<usize>(key, label, KEYS + KEY_LABEL)
  copyIntoRow(LABELS + LABEL_TEXT + label, KEYS + KEY_TEXT + key, length)
  return label
}

/** Makes the label of an order that stands in the place of another one, which was never given a client order id. */
export function makeOriginLabel(originId: f64): usize {
  const label = allocate(LABELS, T_LABELS, LABEL_BYTES)
  // length, caller and key are none
  store<u64>(label, 0, LABELS + LABEL_LENGTH)
  store<f64>(label, originId, LABELS + LABEL_ORIGIN)
  return label
}

/** Id that a label without a key holds, 0 = it is a client order id. */
@inline export function originIn(label: usize): f64 {
  return load<u8>(label, LABELS + LABEL_LENGTH) == 0 ? load<f64>(label, LABELS + LABEL_ORIGIN) : 0
}

/** Bytes of what a label holds: of a text, or of an id. */
@inline export function nameLength(label: usize): u32 {
  const length: u32 = load<u8>(label, LABELS + LABEL_LENGTH)
  return length == 0 ? sizeof<f64>() : length
}

/** Does an order live under this key? */
@inline export function isLabelled(key: usize): bool {
  const label = load<usize>(key, KEYS + KEY_LABEL)
  return label != 0 && load<usize>(label, LABELS + LABEL_KEY) == key
}

/** The order under a label ended. */
@inline export function endLabel(label: usize): void {
  store<usize>(label, 0, LABELS + LABEL_KEY)
  release(LABELS, T_LABELS, label)
}

/**
 * Copies a text that is zero padded to words of 4, and nothing behind it: what stands there, in a batch perhaps another entry, must not get
 * into rows, which are the same bytes whenever the same entries were applied.
 */
@inline export function copyIntoRow(to: usize, from: usize, length: u32): void {
  let offset: usize = 0
  for (; offset + 4 < length; offset += 8) store<u64>(to + offset, load<u64>(from + offset))
  if (offset < length) store<u32>(to + offset, load<u32>(from + offset))
}
