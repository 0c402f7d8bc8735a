/** Addresses of Bitcoin in a filter: exact, and in no more room than an address may take. */
import { hexToBytes } from '@noble/curves/utils.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { KeyFilter } from '../watch/filter.ts'
import { bitcoinKeyForm } from './key-form.ts'
import { MAINNET } from './network.ts'
import { addressOf } from './script.ts'

const hash = (length: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: length, maxLength: length })
const scripts = fc.oneof(
  hash(20).map((bytes) => Uint8Array.of(0, 20, ...bytes)),
  hash(32).map((bytes) => Uint8Array.of(0, 32, ...bytes)),
  hash(20).map((bytes) => Uint8Array.of(0x76, 0xa9, 20, ...bytes, 0x88, 0xac)),
  hash(20).map((bytes) => Uint8Array.of(0xa9, 20, ...bytes, 0x87)),
)

it('K2 finds each address of each kind, and none that was not added', () => {
  const filter = new KeyFilter(bitcoinKeyForm(MAINNET))
  const known = new Map<string, number>()
  const holds = fc.property(scripts, (script) => {
    const address = addressOf(script, MAINNET)
    if (address === null) throw new Error('a script without an address')
    expect(filter.find(address)).toBe(known.get(address) ?? null)
    known.set(address, known.size)
    filter.add(address, known.size - 1)
  })
  fc.assert(holds, { numRuns: 300, seed: 28 })
  for (const [address, handle] of known) expect(filter.find(address)).toBe(handle)
})

it('tells kinds with the same hash apart, and takes no text that is no address', () => {
  const filter = new KeyFilter(bitcoinKeyForm(MAINNET))
  const zeros = '00'.repeat(19)
  const alike = [`001401${zeros}`, `76a91401${zeros}88ac`, `a91401${zeros}87`, `002001${zeros}${'00'.repeat(12)}`]
  const addresses = alike.map((hex) => addressOf(hexToBytes(hex), MAINNET) ?? '')
  for (const [index, address] of addresses.entries()) filter.add(address, index)
  expect(addresses.map((address) => filter.find(address))).toEqual([0, 1, 2, 3])
  expect(filter.find(addresses[0]?.toUpperCase() ?? '')).toBe(0)
  for (const wrong of [
    '',
    'bc1',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    '1BoatSLRHtKNngkdXEeobR76b53LETtpyU',
  ])
    expect(() => filter.add(wrong, 9), wrong).toThrow(RangeError)
})
