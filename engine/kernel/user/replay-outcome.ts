/** The remembered answer of a key, written again. */
import { writeOutcomeOrder } from '../events/write-outcome'
import { recallOutcome } from '../host'
import {
  KEY_BITS,
  KEY_INSTRUMENT,
  KEY_LONG,
  KEY_NAMES_ORDER,
  KEY_ORDER_COUNT,
  KEY_REASON,
  KEY_SEQ,
  KEY_STATUS,
  KEY_TYPE,
  KEY_VALUE,
} from '../constants/layout'
import { KEYS, S_VALUE } from '../constants/map'

/** Writes the orders of the first outcome again, leaves its value in S_VALUE and returns its reason. */
export function replayOutcome(key: usize): i32 {
  if (load<u8>(key, KEYS + KEY_ORDER_COUNT) == 1) {
    const orderId = load<f64>(key, KEYS + KEY_SEQ) * 8
    const type = load<u8>(key, KEYS + KEY_TYPE)
    writeOutcomeOrder(orderId, 0, type, load<u8>(key, KEYS + KEY_STATUS), key, load<i32>(key, KEYS + KEY_INSTRUMENT))
  }
  const bits = load<u8>(key, KEYS + KEY_BITS)
  if ((bits & KEY_LONG) != 0) recallOutcome(key)
  store<f64>(S_VALUE, (bits & KEY_NAMES_ORDER) != 0 ? 0 : load<f64>(key, KEYS + KEY_VALUE))
  return load<u8>(key, KEYS + KEY_REASON)
}
