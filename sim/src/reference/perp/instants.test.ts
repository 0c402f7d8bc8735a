import { expect, test } from 'vitest'
import { instantOf, sipHash } from './instants.ts'

test('the hash is SipHash-1-3', () => {
  // the bytes 00 … 0f: under themselves, and under no key as Python hashes them
  const key = [0x0706050403020100n, 0x0f0e0d0c0b0a0908n] as const
  expect(sipHash(key, key)).toBe(0xcc4fdd1a7d908b66n)
  expect(sipHash([0n, 0n], key)).toBe(0x8972188433a5c5b7n)
})

test('an instant lies in its window', () => {
  for (const window of [0, 1, 340_000_000]) {
    const instant = instantOf([1n, 2n], 3n, window)
    expect(Math.floor(instant / 5_000)).toBe(window)
  }
})
