/** Arrivals cut into what one entry of the journal holds: it is 256 KiB, and an attacker chooses how much a block brings. */
import type { SeenArrival } from './messages.ts'

/** Less than 500 arrivals, of the 1,024 that ids of deposits leave room for. The rest of an entry is for payments and for names. */
const BYTES = 150_000
/** Names of the fields, the key and the numbers of one. */
const FRAME = 300

const bytesOf = ({ tx, position, from }: SeenArrival): number => FRAME + tx.length + position.length + (from?.length ?? 0)

/** @returns at least one part */
export function entryParts(arrivals: readonly SeenArrival[]): readonly (readonly SeenArrival[])[] {
  const parts: SeenArrival[][] = [[]]
  let bytes = 0
  for (const arrival of arrivals) {
    const more = bytesOf(arrival)
    let last = parts.at(-1) ?? []
    if (last.length > 0 && bytes + more > BYTES) {
      last = []
      parts.push(last)
      bytes = 0
    }
    last.push(arrival)
    bytes += more
  }
  return parts
}
