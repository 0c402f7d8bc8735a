import { expect, test } from 'vitest'
import { groups, lookAlike, networksOf } from './guard.ts'

test('the networks that an address fits are found from the address alone', () => {
  const networks = [
    { network: 'ETH', rules: { format: 'evm' } },
    { network: 'BSC', rules: { format: 'evm' } },
    { network: 'BTC', rules: { format: 'bitcoin', hrp: 'bc', pubkeyHash: 0, scriptHash: 5 } },
    { network: 'TRON', rules: { format: 'tron', version: 0x41 } },
    { network: 'SOL', rules: { format: 'solana' } },
    { network: 'SIM', rules: { format: 'simulated', hrp: 'sim' } },
  ] as const
  expect(networksOf('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', networks)).toEqual(['ETH', 'BSC'])
  expect(networksOf('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', networks)).toEqual(['BTC'])
  expect(networksOf('THRF3GuPnvvPzKoaT8pJex5XHmo8NNbCb3', networks)).toEqual(['TRON'])
  expect(networksOf('2bUBiBNZyD29gP1oV6de7nxowMLoDBtopMMTGgMvjG5m', networks)).toEqual(['SOL'])
  expect(networksOf('0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', networks)).toEqual([])
})

test('WAL-034 [part] an address with the ends of a known one and another inside looks alike, the same one does not', () => {
  const known = 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK'
  expect(lookAlike(known, 'TSeJ9wXc2RkV31hNnP5zQm8uB7sTf6NQZK')).toBe(true)
  expect(lookAlike(known, 'TSej9wXc2RkV31hNnP5zQm8uB7sTf6nqzk')).toBe(true)
  expect(lookAlike(known, known)).toBe(false)
  expect(lookAlike(known, 'TSeJ9wXc2RkV31hNnP5zQm8uB7sTf6NQZL')).toBe(false)
  expect(lookAlike(known, 'TSeK9wXc2RkV31hNnP5zQm8uB7sTf6NQZK')).toBe(false)
})

test('an address is read in groups, which joined are the address', () => {
  const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  expect(groups(evm).slice(0, 3)).toEqual(['0x', '5aAe', 'b605'])
  expect(groups('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4').slice(0, 3)).toEqual(['bc1', 'qw50', '8d6q'])
  expect(groups('THRF3GuPnvvPzKoaT8pJex5XHmo8NNbCb3').at(-1)).toBe('b3')
  for (const text of [evm, 'THRF3GuPnvvPzKoaT8pJex5XHmo8NNbCb3']) expect(groups(text).join('')).toBe(text)
})
