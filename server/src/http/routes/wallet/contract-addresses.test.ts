/** Addresses of contracts: what is sent to one is nobody's any more, so that no withdrawal and no address book takes it. */
import { asAssetId, asListingId, asNetworkId, asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import type { Member } from '../../../testing/member.ts'
import { funded, openTestWallet, type TestWallet, USDT } from '../../../testing/test-wallet.ts'
import { evmNetwork } from '../../../wallet/testing/documents.ts'
import { SeedSigner } from '../../../wallet/testing/seed-signer.ts'

const WALLET = '/api/assets-web/v1'
const CREATE = `${WALLET}/withdraw-deposit/createWithdrawDeposit` as const
const CHECK = `${WALLET}/withdraw-deposit/checkWithdrawDeposit` as const
const SAVE = '/api/user-web/v1/user-address/saveUserAddress'
const COIN = 100_000_000n
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** Of USDT on `ethereum`, as its chain shows it and as anybody may type it. */
const OWN = [`0x${'ab'.repeat(20)}`, `0x${'AB'.repeat(20)}`, '0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB']
/** Of another coin on another network, which writes addresses alike. */
const ELSEWHERE = '0x52908400098527886E0F7030069857D2E4169EE7'
const CONTRACT = { name: 'ADDRESS_INVALID', params: { reason: 'contract' } }
const WHY = { actor: 'test', why: 'test' } as const

let world: HttpWorld
let wallet: TestWallet
let ann: Member
beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  wallet = await openTestWallet(world.agio)
  ann = await funded(world, 'ann', 1000n)
  await ann.post('/api/auth/v1/secondFactor/stepUp', { codes: await ann.codes('STEP_UP', ['email']) })
  const coin = asAssetId(world.exchange.must({ kind: 'defineAsset', symbol: 'FAR', scale: 8, document: {} }).value)
  const far = asNetworkId(world.exchange.must({ kind: 'defineNetwork', family: 61, document: evmNetwork('far', '77'), ...WHY }).value)
  list(coin, far, ELSEWHERE)
})
afterAll(() => world.close())

function list(assetId: typeof USDT, networkId: typeof wallet.networks.evm, token: string) {
  const terms = listingsOf(world.exchange.state).find(({ listingId }) => listingId === wallet.listings.evm)?.terms
  if (terms === undefined) throw new Error('no listing')
  const command = { kind: 'defineListing', terms: { ...terms, assetId, networkId }, document: { token }, ...WHY } as const
  return asListingId(world.exchange.must(command).value)
}

const place = (address: string) => ({ coinId: String(USDT), protocolType: 'ERC20-ethereum', address })
const spot = () => balanceOf(world.exchange.state, asUserId(ann.userId), USDT).available

it('WAL-018 [part] a withdrawal to the contract of its own token, or of any coin on any chain of that form, is refused by name', async () => {
  for (const address of [...OWN, ELSEWHERE, ELSEWHERE.toLowerCase()]) {
    expect((await ann.seal(CREATE, { ...place(address), amount: '10' })).failure, address).toMatchObject(CONTRACT)
    const asked = { ...place(address), amount: '10' }
    expect((await ann.post(`${WALLET}/withdraw-deposit/withdrawPreview`, asked)).failure, `preview ${address}`).toMatchObject(CONTRACT)
  }
  expect(spot()).toBe(1000n * COIN)
})

it('WAL-032 [part] no address book takes a contract', async () => {
  for (const address of [...OWN, ELSEWHERE])
    expect((await ann.seal(SAVE, { ...place(address), label: 'x' })).failure, address).toMatchObject(CONTRACT)
})

it('WAL-018 [part] an address that became a listed contract is not sent to: neither from the book, nor by what waits for its code', async () => {
  const entry = await ann.seal(SAVE, { ...place(ADDRESS), label: 'mine' })
  expect(entry.code).toBe('0')
  const asked = await ann.seal(CREATE, { ...place(ADDRESS), amount: '10' })
  expect(asked.code).toBe('0')
  list(asAssetId(world.exchange.must({ kind: 'defineAsset', symbol: 'LATE', scale: 8, document: {} }).value), wallet.networks.evm, ADDRESS)
  world.clock.at += 60_000
  await ann.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id: asked.data.id })
  const codes = { email: await world.code(ann.email) }
  expect((await ann.seal(CHECK, { id: asked.data.id, codes })).failure).toMatchObject(CONTRACT)
  const { coinId, protocolType } = place(ADDRESS)
  expect((await ann.seal(CREATE, { coinId, protocolType, addressId: entry.data.id, amount: '5' })).failure).toMatchObject(CONTRACT)
})
