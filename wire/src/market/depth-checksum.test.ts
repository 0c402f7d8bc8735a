import { expect, it } from 'vitest'
import { crc32, depthChecksum } from './depth-checksum.ts'

it('API-018 a book has the checksum the API shows', () => {
  const bids = [
    ['100.1', '2'],
    ['100', '1.5'],
  ] as const
  const asks = [
    ['100.2', '0.7'],
    ['100.3', '4'],
  ] as const
  expect(depthChecksum(bids, asks)).toBe(2072882749)
  expect(depthChecksum([], [])).toBe(0)
  expect(depthChecksum(bids, [])).toBe(crc32('100.1:2:100:1.5'))
  expect(depthChecksum([], asks)).toBe(crc32('100.2:0.7:100.3:4'))
})

it('API-018 only the best 25 levels of a side count', () => {
  const rows = Array.from({ length: 30 }, (_, index) => [String(100 - index), '1'] as const)
  expect(depthChecksum(rows, [])).toBe(depthChecksum(rows.slice(0, 25), []))
  expect(depthChecksum(rows, [])).not.toBe(depthChecksum(rows.slice(0, 24), []))
})
