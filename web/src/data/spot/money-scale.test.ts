import { describe, expect, it } from 'vitest'
import { moneyScale } from './money-scale.ts'

describe('decimals of money', () => {
  it("SPOT-001 ORD-004 [part] are two for dollars and the ledger's for coins", () => {
    expect(['USDT', 'USDC', 'FDUSD', 'EUR'].map(moneyScale)).toEqual([2, 2, 2, 2])
    expect(['BTC', 'ETH'].map(moneyScale)).toEqual([8, 8])
  })
})
