import { asAssetId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { billView } from '../assets/view.ts'
import { walletTxDetailSchema } from './types.ts'
import {
  lineOfWalletTx,
  timelineView,
  type WalletTxFacts,
  type WalletTxPlace,
  walletStatusOf,
  walletTxDetailView,
  walletTxFilter,
  walletTxIdOf,
  walletTxNameOf,
  walletTxOfLine,
  walletTxView,
} from './view.ts'

const PLACE: WalletTxPlace = {
  asset: { assetId: asAssetId(2), symbol: 'BTC', scale: 8 },
  ...{ protocolType: 'BTC', chain: 'BTC', networkHeight: 104, blockMs: 1000, creditAt: 3, unlockAt: 6, ownAddress: 'bc1own', now: 50_000 },
}

const tx = (changes: Partial<WalletTxFacts>): WalletTxFacts => ({
  ...{ kind: 'withdrawal', txId: 812, otherUserId: 0, status: 'broadcast', amount: 150_000_000n, fee: 10_000_000n, height: 0, tag: 0 },
  ...{ tx: '0xA', position: undefined, from: undefined, clientId: 'mine', reason: undefined, count: 1 },
  document: { address: 'bc1there', memo: null, remark: 'rent' },
  ...{ createdAt: 1, updatedAt: 2, checkedAt: 3, creditedAt: 0, finishedAt: 0 },
  ...changes,
})

it('ids of the wallet say what they are of, and name nothing that they cannot', () => {
  const names = [
    { kind: 'deposit', txId: 831_488 },
    { kind: 'withdrawal', txId: 812 },
    { kind: 'received', txId: 812 },
  ] as const
  expect(names.map(walletTxIdOf)).toEqual(['1831488', '2812', '3812'])
  expect(names.map((name) => walletTxNameOf(walletTxIdOf(name)))).toEqual(names)
  for (const text of ['', '2', '4812', '20', '208', '2-1', 'x', '29999999999999999']) expect(walletTxNameOf(text)).toBeUndefined()
})

it('WAL-037 [part] a line of the wallet refers to the row that the list shows, and says what of it was the fee', () => {
  const line = { lineId: 1, account: 'spot', cause: 'withdraw', amount: -150_000_000n, totalAfter: 5n, fee: 10_000_000n, at: 9 } as const
  const { asset } = PLACE
  expect(billView({ ...line, reference: 812 }, asset)).toMatchObject({
    ...{ category: 'withdraw', amount: '-1.5', fee: '0.1', refId: '2812', refType: 'walletTx' },
  })
  expect(billView({ ...line, cause: 'deposit', reference: 831_488, fee: 0n }, asset)).toMatchObject({ refId: '1831488', fee: '0' })
  expect(billView({ ...line, cause: 'deposit', reference: -812, fee: 0n }, asset)).toMatchObject({ category: 'deposit', refId: '3812' })
  expect(billView({ ...line, cause: 'trade', reference: 812, fee: 0n }, asset)).toMatchObject({ refId: '812', refType: 'tradeId' })
  for (const kind of ['deposit', 'withdrawal', 'received'] as const)
    expect(walletTxOfLine(lineOfWalletTx({ kind, txId: 7 }))).toEqual({ kind, txId: 7 })
})

it('WAL-023 [part] the finer states of the engine are those of the API', () => {
  const states = ['created', 'awaitsFactor', 'verified', 'review', 'approved', 'queued', 'signing', 'broadcast', 'confirming'] as const
  expect(states.map((status) => walletStatusOf('withdrawal', status))).toEqual([0, 0, 1, 2, 3, 3, 4, 4, 5])
  const ends = ['completed', 'canceled', 'rejected', 'failed', 'expired'] as const
  expect(ends.map((status) => walletStatusOf('withdrawal', status))).toEqual([6, 7, 8, 9, 10])
  const deposits = ['detected', 'confirming', 'credited', 'unlocked', 'reorged', 'belowMin', 'review', 'held', 'vanished'] as const
  expect(deposits.map((status) => walletStatusOf('deposit', status))).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28])
})

it('WAL-029 [part] a status as a filter means what the API calls so, of both kinds', () => {
  expect(walletTxFilter({})).toEqual({})
  expect(walletTxFilter({ type: 1 })).toEqual({ kinds: ['deposit', 'received'] })
  expect(walletTxFilter({ status: 3 })).toMatchObject({ statuses: ['approved', 'queued'] })
  expect(walletTxFilter({ status: 5 })).toEqual({ kinds: ['withdrawal'], statuses: ['confirming'] })
  expect(walletTxFilter({ status: 21 })).toEqual({ kinds: ['deposit', 'received'], statuses: ['confirming'] })
  expect(walletTxFilter({ type: 2, status: 21 }).kinds).toEqual([])
  expect(walletTxFilter({ status: 15 })).toEqual({ kinds: [], statuses: [] })
})

it('a withdrawal shows what was asked, what arrives, and how deep its payment is, never deeper than it needs to be', () => {
  const view = walletTxDetailView(tx({ status: 'confirming', height: 103 }), PLACE, [])
  expect(() => walletTxDetailSchema.parse(view)).not.toThrow()
  expect(view).toMatchObject({
    ...{ id: '2812', type: 2, amount: '1.5', fee: '0.1', arrivedAmount: '1.4', address: 'bc1there', memo: null, remark: 'rent' },
    ...{ status: 5, statusName: 'CONFIRMING', txHash: '0xA', confirmations: 2, needConfirmations: 6, unlockConfirmations: 6 },
    ...{ isInternal: 0, canUndo: 0, clientId: 'mine', checkTime: 3, finishTime: null, creditTime: null, expectTime: 54_000 },
  })
  expect(walletTxView(tx({ status: 'completed', height: 10, finishedAt: 9 }), PLACE)).toMatchObject({
    confirmations: 6,
    finishTime: 9,
    expectTime: null,
  })
  expect(walletTxView(tx({}), PLACE)).toMatchObject({ confirmations: 0, expectTime: 57_000 })
  expect(walletTxView(tx({ status: 'queued' }), PLACE).canUndo).toBe(1)
  expect(walletTxView(tx({ status: 'signing' }), PLACE).canUndo).toBe(0)
})

it('a deposit shows its own address with the tag that is its owner’s, and what was received inside the house no transaction', () => {
  const deposit = { kind: 'deposit', status: 'confirming', fee: 0n, height: 104, tag: 77, document: undefined, position: 'out:1' } as const
  expect(walletTxView(tx({ ...deposit, from: 'bc1from' }), PLACE)).toMatchObject({
    ...{ type: 1, address: 'bc1own', memo: '77', fromAddress: 'bc1from', fee: '0', arrivedAmount: '1.5', txIndex: 'out:1', count: 1 },
    ...{ status: 21, confirmations: 1, needConfirmations: 3, unlockConfirmations: 6, remark: null, expectTime: 52_000 },
  })
  expect(walletTxView(tx({ ...deposit, status: 'credited', height: 101 }), PLACE)).toMatchObject({ status: 22, expectTime: 52_000 })
  const received = { kind: 'received', status: 'unlocked', fee: 0n, otherUserId: 5, document: { address: 'bc1own', memo: '9' } } as const
  expect(walletTxView(tx(received), PLACE)).toMatchObject({
    ...{ id: '3812', type: 1, status: 23, isInternal: 1, txHash: null, address: 'bc1own', memo: '9', remark: null, confirmations: 0 },
  })
})

it('WAL-023 [part] the timeline joins what the API calls by one name', () => {
  const step = (status: WalletTxFacts['status'], at: number, more: object = {}) => ({
    ...{ status, at, actor: 'system' as const, reason: undefined, tx: undefined },
    ...more,
  })
  const steps = [
    step('created', 1, { actor: 'user' }),
    step('awaitsFactor', 1),
    step('signing', 4),
    step('broadcast', 5, { tx: '0xA' }),
    step('confirming', 6, { actor: 'chain', tx: '0xA' }),
    step('failed', 7, { reason: 'failedOnChain' }),
  ]
  expect(timelineView({ kind: 'withdrawal', txId: 1 }, steps)).toEqual([
    { status: 0, statusName: 'CREATED', time: 1, actor: 'user', reason: null, txHash: null },
    { status: 4, statusName: 'BROADCASTING', time: 4, actor: 'system', reason: null, txHash: '0xA' },
    { status: 5, statusName: 'CONFIRMING', time: 6, actor: 'chain', reason: null, txHash: '0xA' },
    { status: 9, statusName: 'FAILED', time: 7, actor: 'system', reason: 'failedOnChain', txHash: null },
  ])
})
