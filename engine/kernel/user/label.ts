/**
 * Labels: the client order ids of live orders. The text also stands in the key's row, which is kept for a day and is cold by the time its
 * order ends; a label lives as long as its order, so that the few in use stay in the cache. A key is not told when its order ends: the
 * label that it points to is then another key's, or nobody's. An order that replaced one without a client order id has a label without a
 * key: it holds the id of the first such order, its origin.
 */
import { allocate, release } from '../memory/tables'
import { Key, Label, labelsTable, none } from '../../generated/rows'
import { LABEL_BYTES } from '../constants/layout'
import { LABELS } from '../constants/map'

/** Makes the label of a key whose order is about to live. */
@inline export function makeLabel(key: Key): Label {
  const label = allocate<Label>(LABELS, labelsTable, LABEL_BYTES)
  const length: u32 = key.length
  const caller: u64 = key.caller
  label.head = <u64>length | (caller << 16) | (<u64>changetype<usize>(key) << 32)
  key.label = label
  copyIntoRow(label.text, key.text, length)
  return label
}

/** Makes the label of an order that stands in the place of another one, which was never given a client order id. */
export function makeOriginLabel(originId: f64): Label {
  const label = allocate<Label>(LABELS, labelsTable, LABEL_BYTES)
  // length, caller and key are none
  label.head = 0
  label.origin = originId
  return label
}

/** Id that a label without a key holds, 0 = it is a client order id. */
@inline export function originIn(label: Label): f64 {
  return label.length == 0 ? label.origin : 0
}

/** Bytes of what a label holds: of a text, or of an id. */
@inline export function nameLength(label: Label): u32 {
  const length: u32 = label.length
  return length == 0 ? sizeof<f64>() : length
}

/** Does an order live under this key? */
@inline export function isLabelled(key: Key): bool {
  const label = key.label
  return label.exists && label.key == key
}

/** The order under a label ended. */
@inline export function endLabel(label: Label): void {
  label.key = none<Key>()
  release<Label>(LABELS, labelsTable, label)
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
