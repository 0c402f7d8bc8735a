/** Where records of what happened are written: behind each other, from RECORDS on, until TypeScript takes them and begins again. */
import { broken, BROKEN_RECORDS } from '../host'
import { RECORDS, RECORDS_SPACE } from '../constants/map'

/** Where the next record goes. */
export let out: usize = RECORDS

/** More than any record, and than all records that are written between two calls of `makeSure`. */
const HEADROOM: usize = 0x2000

/** A record whose first two words are written: length, and kind with the three bytes behind it. For the generated records alone. */
@inline export function beginRecord(kind: u32, bytes: u32): usize {
  const at = out
  out = at + bytes
  store<u64>(at, <u64>bytes | (<u64>kind << 32))
  return at
}

/** Stops an entry that makes more records than there is room for: whoever writes in a loop asks here. */
@inline export function makeSure(): void {
  if (out > RECORDS + RECORDS_SPACE - HEADROOM) broken(BROKEN_RECORDS)
}
