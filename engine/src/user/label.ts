/**
 * Labels: the client order ids of live orders. The text also stands in the key's row, which is kept for a day and is cold by the time its
 * order ends; a label lives as long as its order, so that the few in use stay in the cache.
 */
import * as layout from '../layout.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import type { State } from '../state.ts'

const HANDLE = HANDLE_MASK

const { KEY_LABEL, KEY_LENGTH, KEY_TEXT, LABEL_IS_RETIRED, LABEL_KEY, LABEL_LENGTH, LABEL_TEXT } = layout

/** Makes the label of a key whose order is about to live. */
export function makeLabel(state: State, key: number): number {
  key &= HANDLE
  const label = state.labels.allocate() & HANDLE
  const labels = state.labels.view
  const keys = state.keys.view
  const length = keys.getUint8(key + KEY_LENGTH)
  labels.setInt32(label + LABEL_LENGTH, length, true)
  labels.setInt32(label + LABEL_KEY, key, true)
  keys.setInt32(key + KEY_LABEL, label, true)
  for (let offset = 0; offset < length; offset += 4)
    labels.setInt32(label + LABEL_TEXT + offset, keys.getInt32(key + KEY_TEXT + offset, true), true)
  return label
}

/** Label of a key while an order lives under it, 0 = none: a key is not told when its order ends. */
export function labelOfKey(state: State, key: number): number {
  key &= HANDLE
  const label = state.keys.view.getInt32(key + KEY_LABEL, true) & HANDLE
  return label !== 0 && state.labels.view.getInt32(label + LABEL_KEY, true) === key ? label : 0
}

/** Notes that the key of a label is kept for its order only. */
export function retireLabel(state: State, label: number): void {
  state.labels.view.setUint8(label + LABEL_IS_RETIRED, 1)
}

/** Forgets a label. Returns its key when that is to go as well, else 0. */
export function releaseLabel(state: State, label: number): number {
  label &= HANDLE
  const labels = state.labels.view
  const key = labels.getUint8(label + LABEL_IS_RETIRED) === 0 ? 0 : labels.getInt32(label + LABEL_KEY, true)
  labels.setInt32(label + LABEL_KEY, 0, true)
  state.labels.release(label)
  return key
}
