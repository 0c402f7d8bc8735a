import { expect, test } from 'vitest'
import { accountsState } from './my-contracts.ts'

const row = (free: string) => ({ symbol: 'USDT', canUseAmount: free })

test('PERP-020 [part] an answer that was asked for before the line told of a change is older, and changes nothing', () => {
  const accounts = accountsState()
  const freeNow = () => accounts.view().rows.map(({ free }) => free)
  accounts.push({ type: 'snapshot', data: [row('100')] })
  const asked = accounts.heard()
  accounts.push({ type: 'event', data: [row('40')] })
  accounts.ask([row('100')], asked)
  expect(freeNow()).toEqual(['40'])
  accounts.ask([row('41')], accounts.heard())
  expect(freeNow()).toEqual(['41'])
  // Of a session that has ended nothing comes back.
  const before = accounts.heard()
  accounts.disown()
  accounts.ask([row('41')], before)
  expect(accounts.view()).toEqual({ known: false, rows: [] })
})
