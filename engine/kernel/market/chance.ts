/**
 * Chance that nobody knows before: it follows from a secret of the tenant and from a hash of all entries so far, so a replay comes to the same.
 */
import { state } from '../../generated/rows'

/** Adds an entry to the hash of all. */
@inline export function chainEntry(seq: f64, at: f64, userId: i32): void {
  let x = state.chain ^ (<u64>i64(seq) * 0x9e3779b97f4a7c15) ^ (<u64>i64(at) * 0xc2b2ae3d27d4eb4f)
  x ^= x >> 32
  x *= 0xd6e8feb86659fd93
  x ^= x >> 29
  state.chain = x + <u64><u32>userId
}

let v0: u64 = 0
let v1: u64 = 0
let v2: u64 = 0
let v3: u64 = 0

/** SipHash-1-3 of the hash of all entries and a word, with the tenant's secret as its key (Aumasson and Bernstein, 2012). */
export function chanceOf(second: u64): u64 {
  const low = state.secretLow
  const high = state.secretHigh
  v0 = low ^ 0x736f6d6570736575
  v1 = high ^ 0x646f72616e646f6d
  v2 = low ^ 0x6c7967656e657261
  v3 = high ^ 0x7465646279746573
  word(state.chain)
  word(second)
  // the last word holds the length, 16 bytes, in its upper byte
  word(<u64>16 << 56)
  v2 ^= 0xff
  round()
  round()
  round()
  return v0 ^ v1 ^ v2 ^ v3
}

@inline function word(value: u64): void {
  v3 ^= value
  round()
  v0 ^= value
}

function round(): void {
  v0 += v1
  v1 = rotl(v1, 13) ^ v0
  v0 = rotl(v0, 32)
  v2 += v3
  v3 = rotl(v3, 16) ^ v2
  v0 += v3
  v3 = rotl(v3, 21) ^ v0
  v2 += v1
  v1 = rotl(v1, 17) ^ v2
  v2 = rotl(v2, 32)
}
