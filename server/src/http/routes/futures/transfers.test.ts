/** Coins between the three accounts of a customer, the contract account among them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'

const ASSETS = '/api/assets-web/v1'
const [SPOT, CONTRACT, FINANCIAL] = [1, 2, 3] as const
type AccountType = 1 | 2 | 3
let futures: FuturesWorld
let ann: FuturesTrader
beforeAll(async () => {
  futures = await futuresWorld()
  const document = { value: { financialSwitch: 1, isRealname: 0, isDisplayAssets: 1, isDisplayBackground: 0 } }
  const saved = { kind: 'saveDocument', userId: 0 as never, collection: 'kv', id: 'financial', actor: 'operator' } as const
  futures.world.exchange.must({ ...saved, document })
  await futures.world.agio.content.load()
  ann = await futures.customer('ann')
})
afterAll(() => futures.world.close())

const move = (fromAccount: number, toAccount: number, amount: string, more: object = {}) =>
  futures.world.post(`${ASSETS}/transfer/all`, { coinId: '1', amount, fromAccount, toAccount, ...more }, { token: ann.token })

async function total(accountType: AccountType): Promise<string> {
  if (accountType === CONTRACT) return (await ann.read('position/get_assets_list')).data.accountList[0]?.accountBalance ?? '0'
  return (await futures.world.post(`${ASSETS}/user-wallet/userBalanceAll`, { accountType }, { token: ann.token })).data.totalU
}

const totals = (): Promise<string[]> => Promise.all([SPOT, CONTRACT, FINANCIAL].map(total))

/** Amount and balance of the newest line of a transfer. */
async function newest(accountType: AccountType): Promise<readonly [string | undefined, string | undefined]> {
  if (accountType === CONTRACT) {
    const [line] = (await ann.read('record/get_transaction_list', { symbol: 'USDT' })).data.transList
    expect([1, 2]).toContain(line?.type)
    return [line?.amount, line?.balanceAfter]
  }
  const asked = { category: 'transfer', accountType }
  const [line] = (await futures.world.post(`${ASSETS}/bill/queryByCategory`, asked, { token: ann.token })).data.list
  return [line?.amount, line?.balanceAfter]
}

it('WAL-035 coins move between any two of the three accounts at once and free, the sum stays, and both sides show a line', async () => {
  expect(await totals()).toEqual(['0', '1000', '0'])
  const way = [
    [CONTRACT, SPOT, '400.5', ['400.5', '599.5', '0']],
    [SPOT, FINANCIAL, '100', ['300.5', '599.5', '100']],
    [FINANCIAL, CONTRACT, '40', ['300.5', '639.5', '60']],
    [CONTRACT, FINANCIAL, '0.00000001', ['300.5', '639.49999999', '60.00000001']],
    [FINANCIAL, SPOT, '60.00000001', ['360.50000001', '639.49999999', '0']],
    [SPOT, CONTRACT, '360.50000001', ['0', '1000', '0']],
  ] as const
  for (const [from, to, amount, after] of way) {
    expect((await move(from, to, amount)).data).toMatchObject({ amount, fromAccount: from, toAccount: to, status: 1 })
    expect(await totals()).toEqual(after)
    expect([await newest(from), await newest(to)]).toEqual([
      [`-${amount}`, after[from - 1]],
      [amount, after[to - 1]],
    ])
  }
})

it('WAL-036 what may not move out of the contract account, or into it, is refused by name and nothing moves', async () => {
  futures.quote('sell', 60_000, 100)
  await ann.post('order/order_create', orderOf(futures.contract))
  const before = await totals()
  const refused = async (...asked: Parameters<typeof move>) => (await move(...asked)).failure
  for (const other of [SPOT, FINANCIAL]) {
    expect((await refused(CONTRACT, other, '0')).name).toBe('VALIDATION_FAILED')
    expect((await refused(CONTRACT, other, '-1')).name).toBe('VALIDATION_FAILED')
    expect((await refused(CONTRACT, other, '1e2')).name).toBe('VALIDATION_FAILED')
    expect((await refused(CONTRACT, other, '0.000000001')).name).toBe('DECIMAL_SCALE')
    // Of 997 there 300 stand behind the position.
    expect(await refused(CONTRACT, other, '697.00000001')).toMatchObject({ name: 'TRANSFER_EXCEEDS', params: { max: '697' } })
    expect((await refused(other, CONTRACT, '0.00000001')).name).toBe('BALANCE_INSUFFICIENT')
  }
  expect((await refused(CONTRACT, CONTRACT, '1')).name).toBe('TRANSFER_SAME_ACCOUNT')
  expect((await refused(CONTRACT, 4, '1')).params).toEqual({ issues: [{ path: 'toAccount', rule: 'enum' }] })
  const [one, same] = await Promise.all([
    move(CONTRACT, SPOT, '697', { clientId: 'all' }),
    move(CONTRACT, SPOT, '697', { clientId: 'all' }),
  ])
  expect([one.code, same.code]).toEqual(['0', '0'])
  expect(await totals()).toEqual(['697', '300', '0'])
  expect(before).toEqual(['0', '997', '0'])
})
