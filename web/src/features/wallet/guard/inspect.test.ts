import type { ProtocolType } from '@agio/wire/wallet/types.ts'
import { expect, test } from 'vitest'
import { inspect, inspectTag } from './inspect.ts'

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const network = (protocolType: string, name: string, addressRules: ProtocolType['addressRules']): ProtocolType => ({
  ...{ id: protocolType, protocolType, name, chain: name.toLowerCase(), addressRegex: null, addressRules, needMemo: 0, memoName: null },
  explorerTxUrl: null,
})
const NETWORKS = [
  network('ERC20', 'Ethereum', { format: 'evm' }),
  network('ARB', 'Arbitrum', { format: 'evm' }),
  network('SPL', 'Solana', { format: 'solana' }),
  network('BTC', 'Bitcoin', { format: 'bitcoin', hrp: 'bcrt', pubkeyHash: 111, scriptHash: 196 }),
]
const look = (text: string, wanted = ['ERC20', 'ARB', 'SPL'], known: readonly { address: string; label?: string }[] = []) =>
  inspect(text, wanted, NETWORKS, known)

test('WAL-018 [part] a changed character is a wrong checksum, an address of another network names it, anything else is none', () => {
  expect(look(EVM.replace('5aAeb', '5aAec'))).toEqual({ kind: 'fault', fault: 'checksum', of: undefined })
  expect(look('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')).toEqual({ kind: 'fault', fault: 'otherNetwork', of: 'Bitcoin' })
  expect(look('hello')).toMatchObject({ kind: 'fault', fault: 'format' })
  expect(look('0x5аAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toMatchObject({ fault: 'letters' })
  expect(look(`0x${'0'.repeat(40)}`)).toMatchObject({ fault: 'nobody' })
})

test('the networks are those that the coin moves on, and an address without a checksum says so', () => {
  expect(look(EVM)).toMatchObject({ kind: 'fits', address: EVM, networks: ['ERC20', 'ARB'], checksum: 'verified', lookAlike: undefined })
  expect(look(EVM, ['ARB'])).toMatchObject({ networks: ['ARB'] })
  expect(look(EVM.toLowerCase())).toMatchObject({ address: EVM, checksum: 'absent' })
  expect(look('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')).toMatchObject({ networks: ['SPL'], checksum: 'absent' })
})

test('WAL-034 [part] the same ends with another middle are a look-alike; a known address itself is none, in whatever case', () => {
  const alike = `0x5aae${'1'.repeat(34)}aed`.slice(0, 38).padEnd(38, '1') + EVM.slice(-4).toLowerCase()
  const known = [{ address: EVM, label: 'Ledger' }]
  expect(look(alike, undefined, known)).toMatchObject({ kind: 'fits', lookAlike: { label: 'Ledger' } })
  expect(look(EVM.toLowerCase(), undefined, [{ address: alike }, ...known])).toMatchObject({ kind: 'fits', lookAlike: undefined })
})

test('WAL-032 [part] a tag is asked for where the network needs one, and is a number', () => {
  const needs = { needMemo: 1, memoName: 'Tag' } as const
  expect([inspectTag(needs, ''), inspectTag(needs, '7'), inspectTag(needs, 'x'), inspectTag(needs, '4294967296')]).toEqual([
    ...['missing', undefined, 'format', 'format'],
  ])
  expect([inspectTag({ needMemo: 0, memoName: 'Tag' }, ''), inspectTag({ needMemo: 0, memoName: null }, '7')]).toEqual([
    undefined,
    'unexpected',
  ])
})
