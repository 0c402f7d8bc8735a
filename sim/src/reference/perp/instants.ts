/** When samples are taken: once in each five seconds, at an instant that follows from all that was said up to then and from a secret. */

const WORD = (1n << 64n) - 1n
export const WINDOW_MS = 5_000

const rotate = (word: bigint, by: bigint): bigint => ((word << by) | (word >> (64n - by))) & WORD

/** Chain of the entries: what comes later depends on all that came before. */
export function chainOf(before: bigint, seq: number, at: number, userId: number): bigint {
  let x = before ^ ((BigInt(seq) * 0x9e3779b97f4a7c15n) & WORD) ^ ((BigInt(at) * 0xc2b2ae3d27d4eb4fn) & WORD)
  x ^= x >> 32n
  x = (x * 0xd6e8feb86659fd93n) & WORD
  x ^= x >> 29n
  return (x + BigInt(userId)) & WORD
}

type Words = readonly [bigint, bigint, bigint, bigint]

function round([a, b, c, d]: Words): Words {
  const first = (a + b) & WORD
  const second = rotate(b, 13n) ^ first
  const third = (c + d) & WORD
  const fourth = rotate(d, 16n) ^ third
  const fifth = (rotate(first, 32n) + fourth) & WORD
  const sixth = (third + second) & WORD
  return [fifth, rotate(second, 17n) ^ sixth, rotate(sixth, 32n), rotate(fourth, 21n) ^ fifth]
}

/** SipHash-1-3 of 16 bytes: two words, little end first. */
export function sipHash([first, second]: readonly [bigint, bigint], message: readonly [bigint, bigint]): bigint {
  let words: Words = [first ^ 0x736f6d6570736575n, second ^ 0x646f72616e646f6dn, first ^ 0x6c7967656e657261n, second ^ 0x7465646279746573n]
  // the length closes the message
  for (const word of [...message, 16n << 56n]) {
    const [a, b, c, d] = round([words[0], words[1], words[2], words[3] ^ word])
    words = [a ^ word, b, c, d]
  }
  words = [words[0], words[1], words[2] ^ 0xffn, words[3]]
  for (let turn = 0; turn < 3; turn += 1) words = round(words)
  return words[0] ^ words[1] ^ words[2] ^ words[3]
}

/** When a window of five seconds is sampled. */
export const instantOf = (secret: readonly [bigint, bigint], chain: bigint, window: number): number =>
  window * WINDOW_MS + Number(sipHash(secret, [chain, BigInt(window)]) % BigInt(WINDOW_MS))
