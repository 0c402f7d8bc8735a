/**
 * When the book of a contract is looked at: once in each five seconds, at an instant that nobody knows before, so that no quotes are put up for it.
 * It follows from a secret of the tenant and from a hash of all entries up to the sample before: see `market/chance.ts`.
 */
import { chanceOf } from '../../market/chance'
import { SAMPLE_MS } from '../../constants/perp'

/** The instant of a window of five seconds, by its number since 1970; ms. */
export function instantOf(window: f64): f64 {
  return window * <f64>SAMPLE_MS + <f64>(chanceOf(<u64>i64(window)) % <u64>SAMPLE_MS)
}
