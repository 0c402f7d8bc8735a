/** Withdrawals of a coin that has no index price: bounded by its own amounts, and looked at by a person. */
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { funded, openTestWallet, type TestWallet } from '../../../testing/test-wallet.ts'
import { SeedSigner } from '../../../wallet/testing/seed-signer.ts'

const WALLET = '/api/assets-web/v1'
const CREATE = `${WALLET}/withdraw-deposit/createWithdrawDeposit` as const
const CHECK = `${WALLET}/withdraw-deposit/checkWithdrawDeposit` as const
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const COIN = 100_000_000n

let world: HttpWorld
let wallet: TestWallet
beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  wallet = await openTestWallet(world.agio)
})
afterAll(() => world.close())

it('WAL-021 [part] a coin that nobody has a price for is put to review, not refused: by one method of a customer who has one, by two of who has two', async () => {
  const bare = await funded(world, 'bare', 10_000n)
  const coin = asAssetId(world.exchange.must({ kind: 'defineAsset', symbol: 'BARE', scale: 8, document: {} }).value)
  const [usdt] = listingsOf(world.exchange.state).filter(({ listingId }) => listingId === wallet.listings.evm)
  if (usdt === undefined) throw new Error('no listing')
  const terms = { ...usdt.terms, assetId: coin }
  world.exchange.must({ kind: 'defineListing', terms, document: { token: `0x${'ef'.repeat(20)}` }, actor: 'x', why: 'x' })
  const credit = { assetId: coin, amount: 1_000n * COIN, cause: 'airdrop', reference: 'x' } as const
  world.exchange.must({ kind: 'creditUser', userId: asUserId(bare.userId), ...credit })
  const asked = { coinId: String(coin), protocolType: 'ERC20-ethereum', address: ADDRESS, amount: '900' }
  const first = await bare.seal(CREATE, asked)
  expect(first.data, first.text).toMatchObject({ methods: ['email'], amount: '900' })
  world.clock.at += 60_000
  await bare.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id: first.data.id })
  expect((await bare.seal(CHECK, { id: first.data.id, codes: { email: await world.code(bare.email) } })).code).toBe('0')
  expect((await bare.get(`${WALLET}/withdraw-deposit/detail/${first.data.id}`)).data).toMatchObject({ statusName: 'UNDER_REVIEW' })
  await bare.bindPhone({ areaCode: '49', phone: '15112345699' })
  world.clock.at += 86_400_000
  world.exchange.clock = world.clock.at
  world.exchange.must({ kind: 'tick' })
  Object.assign(bare, { token: (await world.login(bare.email)).data.token })
  expect((await bare.seal(CREATE, { ...asked, amount: '50' })).data.methods).toEqual(['email', 'phone'])
})
