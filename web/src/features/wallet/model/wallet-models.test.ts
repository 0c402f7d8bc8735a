import type { WalletTxDetail } from '@agio/wire/wallet/types.ts'
import { describe, expect, test } from 'vitest'
import { readAmount } from '../../../data/typed-amount.ts'
import { fitsBook, readBookAddress, writeBookAddress } from './book-filters.ts'
import { labelFault } from './label-model.ts'
import { feePercent, networkOf } from './network-model.ts'
import { isTxFiltered, readTxAddress, txFilterOf, writeTxAddress } from './tx-filters.ts'
import { explorerLink, progressOf, shareDone, timelineOf, wordsOf } from './tx-model.ts'
import { amountFault, mostOf, percentOf, worthOf } from './withdraw-model.ts'

function row(type: 1 | 2, states: readonly number[], change: Partial<WalletTxDetail> = {}): WalletTxDetail {
  const status = states.at(-1) ?? 0
  return {
    ...{ id: '1', type, coinId: '2', coinName: 'USDT', protocolType: 'ERC20', chain: 'ethereum', address: '0x', memo: null },
    ...{
      fromAddress: null,
      amount: '1.5',
      fee: '0.1',
      arrivedAmount: '1.4',
      status,
      statusName: '',
      txHash: null,
      txIndex: null,
      count: 1,
    },
    ...{ confirmations: 3, needConfirmations: 12, unlockConfirmations: 64, isInternal: 0, reason: null, canUndo: 0, clientId: null },
    ...{ remark: null, createTime: 1, updateTime: 1, checkTime: null, finishTime: null, creditTime: null, expectTime: null },
    timeline: states.map((one, index) => ({ status: one, statusName: '', time: index, actor: 'system', reason: null, txHash: null })),
    ...change,
  }
}
const places = (tx: WalletTxDetail) => timelineOf(tx).map(({ status, place }) => `${status} ${place}`)

describe('the course of a deposit or withdrawal', () => {
  test('WAL-023 [part] every state passed is shown, then the present one, then those ahead; an end has none ahead', () => {
    expect(places(row(2, [0, 1, 2]))).toEqual(['0 passed', '1 passed', '2 present', '3 ahead', '4 ahead', '5 ahead', '6 ahead'])
    expect(places(row(2, [0, 1, 2, 8]))).toEqual(['0 passed', '1 passed', '2 passed', '8 passed'])
    expect(places(row(2, [0, 1, 3], { isInternal: 1 }))).toEqual(['0 passed', '1 passed', '3 present', '6 ahead'])
    expect(shareDone(timelineOf(row(2, [0, 1, 3, 4, 5, 6])))).toBe(100)
  })

  test('WAL-023 [part] words of a person stand as they are, words of the program are explained by what is said of the state', () => {
    expect(['known fraud', 'dropped', 'unknownTag', null, undefined].map(wordsOf)).toEqual(['known fraud', ...Array(4).fill(undefined)])
  })

  test('WAL-012 [part] a deposit that comes again after its block left goes through its states again', () => {
    expect(places(row(1, [20, 21, 22, 24]))).toEqual(['20 passed', '21 passed', '22 passed', '24 passed'])
    expect(places(row(1, [20, 21, 22, 24, 20]))).toEqual([
      '20 passed',
      '21 passed',
      '22 passed',
      '24 passed',
      '20 present',
      '21 ahead',
      '22 ahead',
      '23 ahead',
    ])
  })

  test('WAL-010 [part] blocks are counted up to the credit, then up to the withdrawal, and never beyond', () => {
    expect(progressOf(row(1, [21]))).toEqual({ count: 3, needed: 12 })
    expect(progressOf(row(1, [22], { confirmations: 30 }))).toEqual({ count: 30, needed: 64 })
    expect(progressOf(row(1, [23], { confirmations: 900 }))).toEqual({ count: 64, needed: 64 })
    expect(progressOf(row(1, [26]))).toBeUndefined()
  })

  test('a block explorer is asked for the hash alone, and only over the web', () => {
    expect(explorerLink('https://explorer.example/tx/{tx}', '0xab')).toBe('https://explorer.example/tx/0xab')
    expect(explorerLink('https://explorer.example/tx/{tx}', 'a/../b?c')).toBe('https://explorer.example/tx/a%2F..%2Fb%3Fc')
    expect(explorerLink('javascript:alert({tx})', '0xab')).toBeUndefined()
    expect(explorerLink('ftp://explorer.example/{tx}', '0xab')).toBeUndefined()
    expect(explorerLink(null, '0xab')).toBeUndefined()
  })
})

describe('the amount of a withdrawal', () => {
  const bounds = { min: '10', max: '2640.123456789', balance: '12480.5' }
  const fault = (text: string) => amountFault(readAmount(text, 6), bounds, 6)

  test('WAL-016 [part] it is told apart what is too little, more than there is, and more than may leave', () => {
    expect(['', '10', '2640.123456', '9.999999', '2640.123457', '12480.500001', '1.1234567', '0', '1,5'].map(fault)).toEqual([
      ...[undefined, undefined, undefined, 'belowMin', 'aboveMax', 'aboveBalance', 'tooFine', 'nothing', 'marks'],
    ])
  })

  test('what may be typed at most has no more decimals than the network takes, and is never rounded up', () => {
    expect(mostOf('2640.123456789', 6)).toBe('2640.123456')
    expect(mostOf('0.999', 0)).toBe('0')
  })

  test('WAL-028 [part] its worth and its part of the limit are rounded down', () => {
    expect(worthOf('0.00000001', '67412.38')).toBe('0.00067412')
    expect(worthOf('x', '1')).toBeUndefined()
    // A coin without a price is not worth nothing.
    expect(worthOf('2', '0')).toBeUndefined()
    expect([percentOf('2360', '5000'), percentOf('4999.99', '5000'), percentOf('9000', '5000'), percentOf('1', '0')]).toEqual([
      47, 99, 100, 0,
    ])
  })

  test('WAL-018 [part] a network that was chosen and rests now is never replaced by the one that is left', () => {
    const [erc, arb] = [{ protocolType: 'ERC20' }, { protocolType: 'ARB' }]
    expect([networkOf([erc, arb], undefined), networkOf([erc], undefined), networkOf([], undefined)]).toEqual([undefined, erc, undefined])
    expect([networkOf([erc, arb], 'ERC20'), networkOf([arb], 'ERC20')]).toEqual([erc, undefined])
  })

  test('a share of the amount is written in percent', () => {
    expect([feePercent('0.001'), feePercent('0.0005'), feePercent('0.1')]).toEqual(['0.1', '0.05', '10'])
  })
})

describe('filters', () => {
  test('WAL-029 [part] stand in the address beside the form’s own, take whole days, and ignore what they do not know', () => {
    const search = new URLSearchParams('coin=BTC&of=usdt&status=21&from=2026-07-01&to=2026-07-14')
    const address = readTxAddress(search, 'deposit')
    expect(address).toEqual({ coin: 'USDT', state: '21', from: '2026-07-01', to: '2026-07-14' })
    const filter = txFilterOf('deposit', address, '2')
    expect(filter).toMatchObject({ kind: 'deposit', coinId: '2', status: 21 })
    expect((filter.to ?? 0) - (filter.from ?? 0)).toBe(14 * 86_400_000 - 1)
    expect(readTxAddress(search, 'withdrawal').state).toBeUndefined()
    const none = { coin: undefined, state: undefined, from: undefined, to: undefined }
    expect(String(writeTxAddress(search, none))).toBe('coin=BTC')
    expect([isTxFiltered(address), isTxFiltered(none)]).toEqual([true, false])
  })

  test('WAL-031 [part] an entry of the book is found by its name or any part of its address, whatever the case', () => {
    const entry = {
      ...{ id: '1', coinId: '2', coinName: 'USDT', protocolType: 'ERC20', address: '0xAbCd', memo: null, label: 'Ledger' },
      ...{ isWhitelisted: 1 as const, effectiveTime: 1, status: 1 as const, createTime: 1 },
    }
    const fits = (search: string) => fitsBook(entry, readBookAddress(new URLSearchParams(search)))
    expect(['', 'coin=usdt', 'coin=BTC', 'listed=no', 'listed=maybe', 'words=LEDG', 'words=abcd', 'words=zz'].map(fits)).toEqual([
      ...[true, true, false, false, true, true, true, false],
    ])
    expect(String(writeBookAddress(readBookAddress(new URLSearchParams('coin=usdt&listed=yes&words=a'))))).toBe(
      'coin=USDT&listed=yes&words=a',
    )
  })

  test('WAL-032 [part] a name has 1 to 32 characters, counted as people count them', () => {
    expect(['', '   ', 'a', 'é'.repeat(32), '🙂'.repeat(32), 'x'.repeat(33)].map(labelFault)).toEqual([
      ...['missing', 'missing', undefined, undefined, undefined, 'long'],
    ])
  })
})
