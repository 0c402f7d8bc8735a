/** Bills, totals and days of a customer whose coins come and go over chains. */
import { asPaymentId, asUserId, asWithdrawalId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'
import { openTestWallet, type TestWallet, USDT } from '../../../testing/test-wallet.ts'
import { SeedSigner } from '../../../wallet/testing/seed-signer.ts'

const WALLET = '/api/assets-web/v1'
const BILLS = `${WALLET}/bill/queryByCategory` as const
const COIN = 100_000_000n
const TARGET = { coinId: String(USDT), protocolType: 'ERC20-ethereum', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } as const

let world: HttpWorld
let wallet: TestWallet

beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  wallet = await openTestWallet(world.agio)
})
afterAll(() => world.close())

/** Books blocks up to a height, with a deposit in the first of them. */
function book(from: number, to: number, deposit?: { readonly addressId: number; readonly amount: bigint }): void {
  const name = (height: number) => ({ height, block: height === 0 ? '' : `b${height}` })
  const facts = { listingId: wallet.listings.evm, from: null, dust: 0n, key: 'ef'.repeat(16), tx: '0xin', position: '0', isHeld: false }
  const arrivals = deposit === undefined ? [] : [{ ...facts, ...deposit, addressId: deposit.addressId as never, height: from + 1 }]
  world.exchange.must({ kind: 'bookBlocks', networkId: wallet.networks.evm, after: name(from), upTo: name(to), arrivals, mined: [] })
}

it('WAL-037 WAL-002 [part] a withdrawal is a bill from its signature on, with its fee; totals and days count what is set aside', async () => {
  const ann = await Member.join(world, 'ann@example.com', 'ann')
  const userId = asUserId(ann.userId)
  await ann.post(`${WALLET}/wallet-feign/address/create?blockchain=ethereum&label=one`)
  const [own] = await ann.get(`${WALLET}/wallet-feign/address/query?blockchain=ethereum`).then(({ data }) => data)
  book(0, 9, { addressId: Number(own?.id), amount: 100n * COIN })
  const bills = async (query: object = {}) => (await ann.post(BILLS, { coinId: String(USDT), ...query })).data.list
  const [deposit] = (await ann.post(`${WALLET}/withdraw-deposit/withdrawDepositList`, {})).data.list
  expect(deposit).toMatchObject({ type: 1, status: 23, amount: '100' })
  expect(await bills()).toMatchObject([
    { category: 'deposit', amount: '100', balanceAfter: '100', refType: 'walletTx', refId: deposit?.id },
  ])
  const asked = await ann.seal(`${WALLET}/withdraw-deposit/createWithdrawDeposit`, { ...TARGET, amount: '10' })
  expect(asked.code).toBe('0')
  const withdrawalId = asWithdrawalId(Number(asked.data.id.slice(1)))
  const totals = async () => {
    const { data: overview } = await ann.get(`${WALLET}/user-wallet/overview`)
    const { data: days } = await ann.get(`${WALLET}/user-wallet/getUserBalanceByDay?days=2`)
    return [overview.totalU, overview.spotU, overview.todayPnlU, days.at(-1)?.totalU, days.at(-1)?.pnlU]
  }
  expect(await totals()).toEqual(['100', '100', '0', '100', '0'])
  expect(await bills()).toHaveLength(1)
  const { exchange } = world
  exchange.must({ kind: 'verifyWithdrawal', userId, withdrawalId, reviews: [] })
  const plan = {
    listingId: wallet.listings.evm,
    withdrawals: [{ userId, withdrawalId }],
    from: 'hot',
    to: 'hot',
    amount: 0n,
    plan: {},
    actor: 'c',
  } as const
  const paymentId = asPaymentId(exchange.must({ kind: 'beginPayment', ...plan }).value)
  expect(await bills({ category: 'withdraw' })).toEqual([])
  exchange.must({ kind: 'signPayment', networkId: wallet.networks.evm, paymentId, tx: '0xout', bytes: '00' })
  const line = { category: 'withdraw', amount: '-10', fee: '0.1', balanceAfter: '90', refType: 'walletTx', refId: asked.data.id }
  expect(await bills({ category: 'withdraw' })).toMatchObject([line])
  expect(await bills({ refId: asked.data.id })).toMatchObject([line])
  expect(await bills({ refId: deposit?.id })).toMatchObject([{ category: 'deposit' }])
  expect(await bills({ refId: String(withdrawalId) })).toEqual([])
  expect(await bills({ direction: 2 })).toMatchObject([line])
  expect(await totals()).toEqual(['90', '90', '0', '90', '0'])
  const csv = await ann.post(`${WALLET}/bill/export`, {})
  expect(csv.text).toContain(`${asked.data.id},walletTx`)
})
