/** Results of days over HTTP: what was moved or given is none, however often, and those of the accounts come to that of all. */
import type { ProductTerms } from '@agio/engine/command.ts'
import { asAssetId, asProductId, asUserId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedContent } from '../../content/seed-content.ts'
import { type HttpWorld, httpWorld } from '../../testing/http-world.ts'
import { Member } from '../../testing/member.ts'
import { openSavings } from '../../testing/open-products.ts'

const OWN = '/api/user-web/v1/user-project'
const DAY = 86_400_000
const COIN = 100_000_000n
const USDT = asAssetId(1)
const WHO = { actor: 'test', why: 'test' } as const
const ACCOUNTS = { all: 0, spot: 1, contract: 2, financial: 3 } as const
const TERM: ProductTerms = {
  ...{ assetId: USDT, type: 'fixed', rateType: 'fixed', payout: 'daily', termDays: 30, totalQuota: 10n ** 14n, userMin: 1n },
  ...{ userMax: 0n, step: 1n, startTime: 0, endTime: 0, earlyRedeem: true, renewable: true, poolLimit: 0n },
}

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
  await seedContent(world.exchange, world.agio.config)
  await openSavings(world.agio)
})
afterAll(() => world.close())

async function newcomer(name: string): Promise<Member> {
  const member = await Member.join(world, `${name}@example.com`, name)
  const gift = { kind: 'creditUser', userId: asUserId(member.userId), assetId: USDT, amount: 5_000n * COIN } as const
  world.exchange.must({ ...gift, cause: 'airdrop', reference: 'test' })
  return member
}

/** Results of the last days, today last. */
const results = async (member: Member, account: keyof typeof ACCOUNTS, days: number) => {
  const query = `days=${days}&accountType=${ACCOUNTS[account]}` as const
  return (await member.get(`/api/assets-web/v1/user-wallet/getUserBalanceByDay?${query}`)).data.map(({ pnlU }) => pnlU)
}

it('WAL-003 [part] what was moved between accounts is no result of a day, however often it was', async () => {
  const member = await newcomer('mover')
  const move = { kind: 'transferBetweenAccounts', userId: asUserId(member.userId), assetId: USDT, amount: COIN } as const
  for (let count = 0; count < 1001; count += 1) world.exchange.must({ ...move, from: 'spot', to: 'financial' })
  for (const account of ['all', 'spot', 'financial'] as const)
    expect([account, await results(member, account, 2)]).toEqual([account, ['0', '0']])
})

it('EARN-017 WAL-003 [part] interest that was taken back is lost where the rest was paid, and the accounts come to the whole', async () => {
  const member = await newcomer('early')
  const define = {
    kind: 'defineProduct',
    terms: TERM,
    tiers: [{ upTo: null, rateE8: 5_000_000 }],
    document: { name: 'Term' },
    ...WHO,
  } as const
  const productId = asProductId(world.exchange.must(define).value)
  world.exchange.must({ kind: 'setProductStatus', productId, status: 'waiting', ...WHO })
  const buy = async () =>
    (await member.seal(`${OWN}/purchaseProject`, { productId: String(productId), amount: '1000', agree: 1 })).data.orderNo
  const [first, second] = [await buy(), await buy()]
  const start = world.exchange.clock
  world.clock.at = start + 2 * DAY
  world.exchange.clock = world.clock.at
  for (let round = 0; round < 5; round += 1) world.exchange.must({ kind: 'tick' })
  Object.assign(member, { token: (await world.login(member.email)).data.token })
  // One line of interest each until now, paid to spot today.
  expect(await results(member, 'spot', 3)).toEqual(['0', '0', '0.2739726'])
  for (const [orderNo, toAccount] of [
    [first, 1],
    [second, 3],
  ] as const)
    expect((await member.seal(`${OWN}/redeem`, { orderNo, toAccount })).data).toMatchObject({
      forfeited: '0.1369863',
      receive: '999.8630137',
    })
  expect(await results(member, 'all', 3)).toEqual(['0', '0', '0'])
  expect(await results(member, 'spot', 3)).toEqual(['0', '0', '0.1369863'])
  expect(await results(member, 'financial', 3)).toEqual(['0', '0', '-0.1369863'])
  expect(await results(member, 'contract', 3)).toEqual(['0', '0', '0'])
})
