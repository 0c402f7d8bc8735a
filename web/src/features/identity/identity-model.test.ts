import { expect, it } from 'vitest'
import { type Draft, draftOf, faultsIn, faultsOf, photosOf, stepOfFaults } from './identity-model.ts'
import { greyOf, qualityOf } from './picture-quality.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const DRAFT: Draft = {
  ...draftOf(null, 'PT'),
  firstName: 'Maya',
  lastName: 'O’Neill-Kühn',
  birthday: '1990-02-14',
  idCard: 'CA4471',
  expireDate: '2031-05-05',
}

it('KYC-003 [part] the form names what is wrong beside its field before anything is sent', () => {
  const faults = (over: Partial<Draft>) => faultsOf('document', { ...DRAFT, ...over }, NOW)
  expect(faults({})).toEqual({})
  expect(faults({ birthday: '2008-11-22', expireDate: '2026-11-20', firstName: 'M4ya', idCard: '1' })).toEqual({
    birthday: 'max',
    expireDate: 'min',
    firstName: 'format',
    idCard: 'length',
  })
  expect(faults({ birthday: '2008-11-21', expireDate: '2026-11-21' })).toEqual({})
  expect(faults({ expireDate: '' })).toEqual({ expireDate: 'required' })
  expect(faults({ expireDate: '', idType: 'ID_CARD' })).toEqual({})
  expect(faultsOf('country', { ...DRAFT, countryCode: '' }, NOW)).toEqual({ countryCode: 'required' })
  expect(faultsOf('photos', { ...DRAFT, idType: 'DRIVER' }, NOW)).toEqual({ frontKey: 'required', reverseKey: 'required' })
  expect(photosOf('PASSPORT')).toEqual(['frontKey'])
})

it('KYC-003 [part] what the server refuses goes to the step that holds it', () => {
  const faults = faultsIn('VALIDATION_FAILED', {
    issues: [
      { path: 'handKey', rule: 'required' },
      { path: 'birthday', rule: 'max' },
    ],
  })
  expect(faults).toEqual({ handKey: 'required', birthday: 'max' })
  expect(stepOfFaults(faults)).toBe('document')
  expect(stepOfFaults(faultsIn('KYC_FILE_INVALID', { field: 'reverseKey' }))).toBe('photos')
  expect(faultsIn('KYC_ID_IN_USE', {})).toEqual({})
})

it('KYC-001 [part] a picture is told dark, bright, blurred, small or good', () => {
  const pixels = (shade: (column: number) => number) => {
    const data = new Uint8ClampedArray(40 * 40 * 4)
    for (let index = 0; index < 1600; index += 1) data.fill(shade(index % 40), index * 4, index * 4 + 3)
    return greyOf({ data, width: 40, height: 40 })
  }
  const letters = pixels((column) => (column % 4 < 2 ? 40 : 210))
  expect(qualityOf(letters, 2000)).toBe('good')
  expect(qualityOf(letters, 300)).toBe('small')
  expect(
    qualityOf(
      pixels(() => 10),
      2000,
    ),
  ).toBe('dark')
  expect(
    qualityOf(
      pixels(() => 250),
      2000,
    ),
  ).toBe('bright')
  expect(
    qualityOf(
      pixels((column) => 100 + column),
      2000,
    ),
  ).toBe('blurred')
})
