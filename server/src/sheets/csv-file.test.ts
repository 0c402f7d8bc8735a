import { expect, it } from 'vitest'
import { allRows, csvText, timePrinter } from './csv-file.ts'

it('ORD-007 a file has UTC times, full decimals and no cell that a spreadsheet would run', () => {
  const rows = [
    { name: '=1+1', amount: '-0.00000001', time: 0, note: 'say "hi", all' },
    { name: '@x', amount: '123456789.00000001', time: 1_700_000_000_123, note: null },
    { name: '-5', amount: '+5', time: 0, note: '\tx' },
  ]
  expect(csvText(['name', 'amount', 'time', 'note'], rows, 'UTC')).toBe(
    [
      '\ufeffname,amount,time,note',
      `'=1+1,-0.00000001,1970-01-01T00:00:00.000Z,"say ""hi"", all"`,
      `'@x,123456789.00000001,2023-11-14T22:13:20.123Z,`,
      `-5,'+5,1970-01-01T00:00:00.000Z,'\tx`,
      '',
    ].join('\r\n'),
  )
})

it('ORD-007 times of another zone carry its offset; a zone that is none is refused', () => {
  expect(timePrinter('Asia/Tokyo')(1_700_000_000_123)).toBe('2023-11-15T07:13:20.123+09:00')
  expect(() => timePrinter('Mars/Base')).toThrow('VALIDATION_FAILED')
})

it('ORD-007 a file holds every row of its filter once, page by page as of the first, or is refused as too large', async () => {
  const asked: unknown[] = []
  const rows = await allRows((page) => {
    asked.push(page)
    const from = (page.pageNo - 1) * page.pageSize
    const all = Array.from({ length: 2500 }, (_, index) => index)
    return Promise.resolve({ rows: all.slice(from, from + page.pageSize), total: 2500, asOf: 77 })
  })
  expect(rows).toEqual(Array.from({ length: 2500 }, (_, index) => index))
  expect(asked.slice(1)).toEqual([
    { pageNo: 2, pageSize: 1000, asOf: 77 },
    { pageNo: 3, pageSize: 1000, asOf: 77 },
  ])
  await expect(allRows(() => Promise.resolve({ rows: [], total: 50_001, asOf: 1 }))).rejects.toMatchObject({
    errorName: 'EXPORT_TOO_LARGE',
  })
})
