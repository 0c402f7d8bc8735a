/** Coins that are wanted for several things at once, and terms that change while a withdrawal is under way. */
import { asPaymentId, asUserId, asWithdrawalId } from '@agio/engine/ids/id.ts'
import { balanceOf, openOrdersOf } from '@agio/engine/read.ts'
import { withdrawalsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { openSavings } from '../../../testing/open-products.ts'
import { funded, openTestWallet, type TestWallet, USDT } from '../../../testing/test-wallet.ts'
import { SeedSigner } from '../../../wallet/testing/seed-signer.ts'

const WALLET = '/api/assets-web/v1'
const CREATE = `${WALLET}/withdraw-deposit/createWithdrawDeposit` as const
const CHECK = `${WALLET}/withdraw-deposit/checkWithdrawDeposit` as const
const UNDO = `${WALLET}/withdraw-deposit/undoWithdrawDeposit` as const
const ERC20 = { coinId: '1', protocolType: 'ERC20-ethereum', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } as const
const COIN = 100_000_000n

let world: HttpWorld
let wallet: TestWallet
beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  wallet = await openTestWallet(world.agio)
  await openSavings(world.agio)
})
afterAll(() => world.close())

it('WAL-022 [part] of withdrawals, transfers and orders that each want all of a balance one gets it', async () => {
  const ann = await funded(world, 'ann', 1000n)
  const userId = asUserId(ann.userId)
  const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '1000', amount: '1' }
  const transfer = { coinId: '1', amount: '1000', fromAccount: 1, toAccount: 3 }
  const asked = Array.from({ length: 40 }, () => [
    ann.seal(CREATE, { ...ERC20, amount: '1000' }),
    ann.post(`${WALLET}/transfer/all`, transfer),
    ann.post('/api/user-web/v1/order/createOrder', order),
  ])
  const answers = await Promise.all(asked.flat())
  expect(answers.filter(({ code }) => code === '0')).toHaveLength(1)
  const { state } = world.exchange
  const spot = balanceOf(state, userId, USDT)
  const elsewhere = balanceOf(state, userId, USDT, 'financial').available + balanceOf(state, userId, USDT, 'pending').available
  expect(spot.available + spot.held + elsewhere).toBe(1000n * COIN)
  expect(withdrawalsOf(state, userId).length + openOrdersOf(state, userId).length).toBeLessThanOrEqual(1)
})

it('WAL-022 [part] what the signer refused before anything was signed can be taken back, and what was signed cannot', async () => {
  const sue = await funded(world, 'sue', 100n)
  const userId = asUserId(sue.userId)
  const networkId = wallet.networks.evm
  const begun = async (isSigned: boolean): Promise<string> => {
    const { data } = await sue.seal(CREATE, { ...ERC20, amount: '40' })
    const withdrawalId = asWithdrawalId(Number(data.id.slice(1)))
    world.exchange.must({ kind: 'verifyWithdrawal', userId, withdrawalId, reviews: [] })
    const plan = { withdrawals: [{ userId, withdrawalId }], from: 'hot', to: 'hot', amount: 0n, plan: {}, actor: 'c' } as const
    const paymentId = asPaymentId(world.exchange.must({ kind: 'beginPayment', listingId: wallet.listings.evm, ...plan }).value)
    expect(await sue.post(UNDO, { id: data.id })).toMatchObject({ failure: { name: 'WITHDRAW_STATE' } })
    if (isSigned) world.exchange.must({ kind: 'signPayment', networkId, paymentId, tx: '0xout', bytes: '00' })
    world.exchange.must({ kind: 'dropPayment', networkId, paymentId, waitAgain: true, actor: 'c', why: 'a test' })
    return data.id
  }
  const [unsigned, signed] = [await begun(false), await begun(true)]
  expect(await sue.post(UNDO, { id: unsigned })).toMatchObject({ code: '0' })
  expect(await sue.post(UNDO, { id: signed })).toMatchObject({ failure: { name: 'WITHDRAW_STATE' } })
  expect(balanceOf(world.exchange.state, userId, USDT).available).toBe(60n * COIN)
  expect(withdrawalsOf(world.exchange.state, userId).map(({ status }) => status)).toEqual(['queued'])
})

it('a fee that an operator changes, or a coin that he closes, is that of later withdrawals alone', async () => {
  const bob = await funded(world, 'bob', 100n)
  const { data } = await bob.seal(CREATE, { ...ERC20, amount: '10' })
  const operator = (...command: string[]) =>
    world.post('/api/auth/v1/dev/operator', { command: [...command, '--actor', 'olga', '--reason', 'a test of it'] })
  expect((await operator('coins', 'terms', 'USDT', 'ethereum', '--fee', '2', '--min-withdraw', '50')).data.exit).toBe(0)
  expect((await operator('coins', 'close', 'USDT', 'ethereum', 'withdraw')).data.exit).toBe(0)
  world.clock.at += 60_000
  await bob.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id: data.id })
  const checked = await bob.seal(CHECK, { id: data.id, codes: { email: await world.code(bob.email) } })
  expect(checked.data).toMatchObject({ status: 3, amount: '10', fee: '0.1', arrivedAmount: '9.9', address: ERC20.address })
  expect((await bob.seal(CREATE, { ...ERC20, amount: '10' })).failure.name).toBe('WITHDRAW_CLOSED')
})
