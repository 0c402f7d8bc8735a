/** Value that different persons traded with each other in the last minute, by pieces of five seconds: how much the last price counts in the mark. */
import { Contract, state } from '../../../generated/rows'
import { MINUTE_SAMPLES, SAMPLE_MS } from '../../constants/perp'

/** Adds a trade of two persons. */
export function noteTraded(contract: Contract, value: i64): void {
  reach(contract, state.at)
  const at = placeOf(contract, contract.tradedAt)
  store<i64>(at, load<i64>(at) + value)
  contract.tradedSum += value
}

/** Value of the last minute. */
export function tradedLately(contract: Contract, now: f64): i64 {
  reach(contract, now)
  return contract.tradedSum
}

@inline function placeOf(contract: Contract, piece: f64): usize {
  return contract.traded + ((<usize>i64(piece) % MINUTE_SAMPLES) << 3)
}

/** Forgets what is older than a minute. Time never goes back. */
function reach(contract: Contract, now: f64): void {
  const piece = floor(now / <f64>SAMPLE_MS)
  const from = max(contract.tradedAt + 1, piece - <f64>MINUTE_SAMPLES + 1)
  if (piece <= contract.tradedAt) return
  for (let next = from; next <= piece; next += 1) {
    const at = placeOf(contract, next)
    contract.tradedSum -= load<i64>(at)
    store<i64>(at, 0)
  }
  contract.tradedAt = piece
}
