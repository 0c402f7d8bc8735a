import { expect, it } from 'vitest'
import { spellingsOf } from './phone-number.ts'

const plain = (areaCode: string, number: string): string => {
  const [, { areaCode: area, number: digits }] = spellingsOf({ areaCode, number })
  return `${area} ${digits}`
}

it('AUTH-002 a number has one plain spelling, whatever people put in front of it', () => {
  for (const number of ['7911123456', '07911123456', '007911123456', '447911123456', '0447911123456', '00447911123456'])
    expect(plain('44', number), number).toBe('44 7911123456')
  expect([plain('7', '89161234567'), plain('7', '9161234567'), plain('0007', '09161234567')]).toEqual(Array(3).fill('7 9161234567'))
  expect([plain('36', '06201234567'), plain('36', '201234567')]).toEqual(Array(2).fill('36 201234567'))
  expect([plain('1', '8092345678'), plain('1809', '2345678'), plain('1', '18092345678')]).toEqual(Array(3).fill('1 8092345678'))
})

it('AUTH-002 zeros of the number itself stay, and one that is missing is added', () => {
  expect([plain('39', '3312345678'), plain('39', '03312345678')]).toEqual(['39 3312345678', '39 03312345678'])
  expect([plain('39', '0612345678'), plain('39', '612345678'), plain('39', '00612345678')]).toEqual(Array(3).fill('39 0612345678'))
  expect([plain('225', '0712345678'), plain('225', '712345678')]).toEqual(Array(2).fill('225 0712345678'))
})

it('AUTH-002 a number that nobody can have loses its zeros and nothing else', () => {
  const numbers = ['1234', '01234', '0000', '15551234567', '123456789012345'].map((number) => plain('1', number))
  expect(numbers).toEqual(['1 1234', '1 1234', '1 0', '1 15551234567', '1 123456789012345'])
  expect([plain('999', '0012345'), plain('9999', '123456')]).toEqual(['999 12345', '9999 123456'])
})

it('AUTH-002 every spelling is found from every other', () => {
  const groups = [
    ['44', '7911123456', '07911123456', '007911123456', '0007911123456', '447911123456', '00447911123456'],
    ['7', '9161234567', '89161234567', '09161234567', '79161234567'],
    ['225', '0712345678', '712345678', '00712345678'],
    ['44', '1234', '01234', '001234'],
  ]
  for (const [areaCode = '', ...numbers] of groups) {
    for (const from of numbers) {
      const found = spellingsOf({ areaCode, number: from })
      expect(found[0]).toEqual({ areaCode, number: from })
      for (const number of numbers) expect(found, `${number} from ${from}`).toContainEqual({ areaCode, number })
      for (const { number } of found.slice(2)) expect(number).toMatch(/^[0-9]{4,15}$/)
    }
  }
  // Two people: neither is looked for under the other's number.
  for (const [one, other] of [
    ['3312345678', '03312345678'],
    ['03312345678', '3312345678'],
  ] as const)
    expect(spellingsOf({ areaCode: '39', number: one })).not.toContainEqual({ areaCode: '39', number: other })
  expect(spellingsOf({ areaCode: '1', number: '8092345678' })).toContainEqual({ areaCode: '1809', number: '2345678' })
})
