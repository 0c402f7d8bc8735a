import { describe, expect, it } from 'vitest'
import { csvCell, csvFile, csvTime } from './csv.ts'
import { filledPercent, readOrder } from './order.ts'

describe('CSV', () => {
  it('ORD-007 [part] prefixes what a spreadsheet would run and leaves numbers alone', () => {
    expect(['=1+1', '+a', '-b', '@c', '-1.5', '+1'].map(csvCell)).toEqual(["'=1+1", "'+a", "'-b", "'@c", '-1.5', "'+1"])
    expect(csvCell('a,"b"')).toBe('"a,""b"""')
  })
  it('ORD-007 [part] writes a BOM, CRLF, ISO times in UTC and full decimals', () => {
    expect(
      csvFile(
        ['time', 'amount'],
        [
          [csvTime(0), '0.00000001'],
          [csvTime(1_700_000_000_000), null],
        ],
      ),
    ).toBe('\uFEFFtime,amount\r\n,0.00000001\r\n2023-11-14T22:13:20.000Z,\r\n')
  })
})

describe('orders', () => {
  it('reads a row of the wire in our words', () => {
    const order = readOrder({
      orderId: '8',
      symbol: 'BTC/USDT',
      direction: 'SELL',
      type: 'STOP_LIMIT',
      status: 'PENDING_TRIGGER',
      timeInForce: 'GTX',
      amount: '0.03',
      tradedAmount: '0.0117',
    })
    expect(order).toMatchObject({ side: 'sell', kind: 'stopLimit', state: 'pendingTrigger', timeInForce: 'postOnly' })
    expect(filledPercent(order)).toBe(39)
    expect(filledPercent({ ...order, quantity: null, total: '100', executedValue: '99.99' })).toBe(99)
    expect(filledPercent({ ...order, state: 'filled', quantity: null, total: '100', executedValue: '99.99' })).toBe(100)
  })
})
