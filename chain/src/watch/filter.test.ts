import { expect, it } from 'vitest'
import { evmKeyForm } from '../evm/key-form.ts'
import { KeyFilter, type KeyForm } from './filter.ts'

/** An address that a number decides. */
function addressFor(number: number): string {
  let digits = ''
  for (let word = 0; word < 5; word += 1)
    digits += (Math.imul(number + 1, 0x9e37_79b1 + word * 0x7f4a_7c15) >>> 0).toString(16).padStart(8, '0')
  return `0x${digits}`
}

it('finds each address that was added, by its handle, and no other', () => {
  const filter = new KeyFilter(evmKeyForm)
  const known = new Map<string, number>()
  for (let index = 0; index < 20_000; index += 1) {
    const handle = (0xffff_ffff - index * 7) >>> 0
    filter.add(addressFor(index), handle)
    known.set(addressFor(index), handle)
  }
  expect(filter.size).toBe(known.size)
  for (const [address, handle] of known) if (filter.find(address) !== handle) expect.fail(`${address} is lost`)
  for (let index = 20_000; index < 60_000; index += 1) {
    const address = addressFor(index)
    if (filter.find(address) !== (known.get(address) ?? null)) expect.fail(`${address} was never added`)
  }
})

it('tells addresses apart that share all bytes but one', () => {
  const filter = new KeyFilter(evmKeyForm)
  const address = (byte: number, value: string): string => `0x${'ab'.repeat(byte)}${value}${'ab'.repeat(19 - byte)}`
  for (let byte = 0; byte < 20; byte += 1) filter.add(address(byte, '01'), byte)
  for (let byte = 0; byte < 20; byte += 1) {
    expect(filter.find(address(byte, '01'))).toBe(byte)
    expect(filter.find(address(byte, '02'))).toBeNull()
  }
})

it('finds nothing that was not added, though all it meets on the way differs in one word alone', () => {
  const filter = new KeyFilter(evmKeyForm)
  const last = (number: number): string => `0x${'ab'.repeat(16)}${number.toString(16).padStart(8, '0')}`
  const first = (number: number): string => `0x${number.toString(16).padStart(8, '0')}${'cd'.repeat(16)}`
  for (let index = 0; index < 350; index += 1) {
    filter.add(last(index), index)
    filter.add(first(index), index)
  }
  for (let index = 350; index < 5_000; index += 1)
    if (filter.has(last(index)) || filter.has(first(index))) expect.fail(`${last(index)} or ${first(index)} was never added`)
})

it('keys of another width keep all their bytes', () => {
  const form: KeyForm = {
    width: 36,
    write: (text, into) => {
      into.fill(0)
      return new TextEncoder().encodeInto(text, into).read === text.length
    },
  }
  const filter = new KeyFilter(form)
  for (let index = 0; index < 2_000; index += 1) filter.add(`m${'x'.repeat(30)}${index}`, index)
  expect(filter.find(`m${'x'.repeat(30)}1999`)).toBe(1999)
  expect(filter.find(`m${'x'.repeat(29)}1999`)).toBeNull()
  expect(filter.find('x'.repeat(37)), 'too long for a key').toBeNull()
})

it('an address added again changes its handle, in any case of its digits', () => {
  const filter = new KeyFilter(evmKeyForm)
  filter.add('0xABCDEF0000000000000000000000000000000001', 1)
  filter.add('0xabcdef0000000000000000000000000000000001', 2)
  expect([filter.size, filter.find('0xAbCdEf0000000000000000000000000000000001')]).toEqual([1, 2])
})

it('refuses what is no address or no handle, and finds neither', () => {
  const filter = new KeyFilter(evmKeyForm)
  for (const text of ['', '0x', `0x${'0'.repeat(39)}`, `0x${'0'.repeat(41)}`, `0x${'0'.repeat(39)}g`, `0x${'0'.repeat(39)}\u0130`]) {
    expect(() => filter.add(text, 0), text).toThrow(RangeError)
    expect(filter.find(text), text).toBeNull()
  }
  for (const handle of [-1, 1.5, 2 ** 32, Number.NaN]) expect(() => filter.add(addressFor(1), handle)).toThrow(RangeError)
  expect(filter.size).toBe(0)
})

it('takes at most 64 bytes an address, wherever its table has just grown', () => {
  const filter = new KeyFilter(evmKeyForm)
  for (let index = 0; index < 70_000; index += 1) {
    filter.add(addressFor(index), index)
    if (filter.size > 30_000 && filter.bytes > 64 * filter.size) expect.fail(`${filter.bytes} bytes for ${filter.size}`)
  }
  expect(filter.size).toBe(70_000)
})
