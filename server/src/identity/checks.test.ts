/** Numbers of documents in other scripts: one document is one number. */
import { expect, it } from 'vitest'
import { comparableNumber, verificationIssues } from './checks.ts'

const NOW = Date.UTC(2026, 10, 21)
const issues = (idCard: string) => {
  const person = { level: 1, countryCode: 'PT', firstName: 'Maya', lastName: 'Kühn', birthday: '1990-02-28', idType: 'PASSPORT' } as const
  const rest = { expireDate: '2030-01-01', frontKey: 'front', handKey: 'hand' }
  return verificationIssues({ ...person, ...rest, idCard }, NOW, () => true)
}

it('KYC-004 [part] the digits of every script and wide letters make the same number of a document', () => {
  for (const idCard of [
    'XY 1234',
    'xy-12.34',
    'XY١٢٣٤',
    'XY۱۲۳۴',
    'XY१२३४',
    'ＸＹ１２３４',
    'XY𝟏𝟐𝟑𝟒',
    'XY\u{116db}\u{116dc}\u{116dd}\u{116de}',
    'ⓧⓨ1234',
  ]) {
    expect(issues(idCard)).toEqual([])
    expect(comparableNumber(idCard)).toBe('XY1234')
  }
  expect(comparableNumber('٠٩०९')).toBe('0909')
})

it('KYC-004 KYC-003 [part] letters that only look like Latin ones, accents and unseen characters are refused beside the field', () => {
  for (const idCard of ['ХУ1234', 'Αβ1234', 'ÀY1234', 'X\u0301Y1234', 'XY\u200b1234', 'XY1234\u202e', '-1234', 'XY‐1234', 'XY\n1234'])
    expect(issues(idCard)).toEqual([{ path: 'idCard', rule: 'format' }])
})
