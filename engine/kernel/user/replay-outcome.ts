/** The remembered answer of a key, written again. */
import { writeOutcomeOrder } from '../events/write-outcome'
import { recallOutcome } from '../host'
import { Key, state } from '../../generated/rows'
import { KEY_LONG, KEY_NAMES_ORDER } from '../constants/layout'

/** Writes the orders of the first outcome again, leaves its value in S_VALUE and returns its reason. */
export function replayOutcome(key: Key): i32 {
  if (key.orderCount == 1) {
    const type = key.type
    writeOutcomeOrder(key.value, 0, type, key.status, key, key.instrument)
  }
  const bits = key.bits
  if ((bits & KEY_LONG) != 0) recallOutcome(key)
  state.value = (bits & KEY_NAMES_ORDER) != 0 ? 0 : key.value
  return key.reason
}
