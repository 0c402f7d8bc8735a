/** Short ASCII texts: at most 36 characters, zero padded to words of 4 at their source. */

/** Copies a text. Reads and writes whole words of 8, so up to 4 bytes behind the padding. */
@inline export function copyText(to: usize, from: usize, length: u32): void {
  for (let offset: usize = 0; offset < length; offset += 8) store<i64>(to + offset, load<i64>(from + offset))
}

/** A length with its padding. */
@inline export function padded4(length: u32): u32 {
  return (length + 3) & ~3
}
