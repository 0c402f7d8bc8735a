/** Networks, coins on them, and the addresses of customers over HTTP. */
import { checkAddress } from '@agio/chain/address/check.ts'
import { readAddressRules } from '@agio/chain/address/rules.ts'
import { asNetworkId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'
import { openTestWallet, type TestWallet } from '../../../testing/test-wallet.ts'
import { evmNetwork } from '../../../wallet/testing/documents.ts'
import { SeedSigner } from '../../../wallet/testing/seed-signer.ts'

const WALLET = '/api/assets-web/v1'
const FEIGN = `${WALLET}/wallet-feign` as const
const WHO = ['--actor', 'olga', '--reason', 'a test of it'] as const

let world: HttpWorld
let wallet: TestWallet
let ann: Member
let bob: Member

beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  wallet = await openTestWallet(world.agio)
  const second = { kind: 'defineNetwork', family: 60, document: evmNetwork('second', '31338'), actor: 'x', why: 'test' } as const
  const networkId = asNetworkId(world.exchange.must(second).value)
  expect(world.agio.wallet.book.listing(wallet.listings.evm)?.document.token).not.toBeNull()
  await operator('coins', 'add', 'USDT', 'second', '8', '{"token":null,"tip":{"en_US":"Slow","zh_CN":"慢"}}')
  await operator('coins', 'open', 'USDT', 'second', 'deposit')
  expect(world.agio.wallet.book.network(networkId)?.document.blockchain).toBe('second')
  ann = await Member.join(world, 'ann@example.com', 'ann')
  bob = await Member.join(world, 'bob@example.com', 'bob')
})
afterAll(() => world.close())

async function operator(...command: string[]): Promise<void> {
  const { data } = await world.post('/api/auth/v1/dev/operator', { command: [...command, ...WHO] })
  if (data.exit !== 0) throw new Error(data.output)
}
const make = (member: Member, query: string, body: object = {}) => member.post(`${FEIGN}/address/create?${query}`, body)
const listed = (member: Member, query: string) => member.get(`${FEIGN}/address/query?${query}`)

it('WAL-005 [part] coins say whether they come and go, and coins on networks with which minimum, fee and confirmations', async () => {
  const coins = await ann.post(`${WALLET}/currency-coin/tenantCurrencyCoinAll`)
  expect(coins.data.find(({ coinName }) => coinName === 'USDT')).toMatchObject({
    ...{ depositStatus: 1, withdrawStatus: 1, protocolTypes: ['ERC20-ethereum', 'TAG', 'BTC', 'ERC20-second'] },
  })
  const ext = await world.post(`${WALLET}/withdraw-deposit/coinExtList?coinId=1`, {}, { token: ann.token, headers: { lang: 'zh_CN' } })
  expect(
    ext.data.map(({ protocolType, depositEnable, withdrawEnable, tip }) => [protocolType, depositEnable, withdrawEnable, tip]),
  ).toEqual([
    ['ERC20-ethereum', 1, 1, null],
    ['TAG', 1, 1, null],
    ['BTC', 0, 0, null],
    ['ERC20-second', 1, 0, '慢'],
  ])
  expect(ext.data[0]).toMatchObject({
    ...{
      minDeposit: '1',
      minWithdraw: '0.5',
      maxWithdraw: '0',
      withdrawFee: '0.1',
      withdrawFeeType: 1,
      confirmations: 2,
      unlockConfirmations: 4,
    },
    ...{ needMemo: 0, memoName: null, contractAddress: `0x${'ab'.repeat(20)}`, withdrawScale: 6 },
  })
  expect(ext.data[1]).toMatchObject({ withdrawFee: '0.01', withdrawFeeType: 2, withdrawFeeMin: '0', needMemo: 1, memoName: 'Memo' })
  expect((await ann.post(`${WALLET}/withdraw-deposit/coinExtList?coinId=9`)).failure).toMatchObject({ name: 'COIN_NOT_FOUND' })
  const free = await ann.post(`${WALLET}/currency-coin/tenantWithdrawCurrencyCoinAll`)
  expect(free.data.map(({ coinName, balance }) => [coinName, balance])).toEqual([
    ['USDT', '0'],
    ['BTC', '0'],
  ])
})

it('WAL-006 [part] chains, their tokens and what their addresses look like, by the rules that decide', async () => {
  const chains = await ann.get(`${FEIGN}/supported-chains`)
  expect(chains.data.map(({ blockchain, nativeCoin, testnet, status }) => [blockchain, nativeCoin, testnet, status])).toEqual([
    ['ethereum', 'ETH', 1, 1],
    ['bitcoin', 'BTC', 1, 1],
    ['tag', 'SIM', 1, 1],
    ['second', 'ETH', 1, 1],
  ])
  const tokens = await ann.get(`${FEIGN}/token/supported-chain/1`)
  expect(tokens.data[0]).toEqual({
    blockchain: 'ethereum',
    protocolType: 'ERC20-ethereum',
    contractAddress: `0x${'ab'.repeat(20)}`,
    decimals: 8,
    status: 1,
  })
  expect((await ann.get(`${FEIGN}/token/supported-chain/77`)).failure.name).toBe('COIN_NOT_FOUND')
  const types = await ann.post(`${WALLET}/protocol-type/protocolTypeAll`)
  for (const blockchain of ['ethereum', 'bitcoin', 'tag']) {
    const { address } = (await make(ann, `blockchain=${blockchain}`)).data
    const { protocolType } = (await listed(ann, `blockchain=${blockchain}`)).data[0] ?? { protocolType: '' }
    const type = types.data.find((one) => one.protocolType === protocolType)
    expect(new RegExp(type?.addressRegex ?? 'none').test(address), `${blockchain} ${address}`).toBe(true)
    const rules = readAddressRules(type?.addressRules)
    expect(rules && checkAddress(rules, address)).toMatchObject({ address })
  }
})

it('WAL-006 WAL-007 one address for a label, the same on networks that share addresses, none of two customers; a tag tells customers apart', async () => {
  const first = await make(ann, 'blockchain=ethereum')
  expect(first.data).toMatchObject({ isDefault: 1, status: 1, label: null, memo: null, coinIds: ['1'], protocolType: 'ERC20-ethereum' })
  const savings = await make(ann, 'blockchain=ethereum&label=Savings', { clientId: 'a-1' })
  expect(savings.data).toMatchObject({ isDefault: 0, label: 'Savings' })
  const repeat = await make(ann, 'blockchain=ethereum&label=Savings', { clientId: 'a-1' })
  expect([repeat.data, repeat.headers['idempotent-replay']]).toEqual([savings.data, '1'])
  expect((await make(ann, 'blockchain=ethereum&label=Other', { clientId: 'a-1' })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
  const elsewhere = await make(ann, 'blockchain=second')
  expect(elsewhere.data).toMatchObject({ address: first.data.address, blockchain: 'second', protocolType: 'ERC20-second' })
  const list = await listed(ann, 'blockchain=ethereum')
  expect(list.data.map(({ label, isDefault }) => [label, isDefault])).toEqual([
    [null, 1],
    ['Savings', 0],
  ])
  expect((await listed(bob, 'blockchain=ethereum')).data).toEqual([])
  const bobs = await make(bob, 'blockchain=ethereum')
  expect(list.data.map(({ address }) => address)).not.toContain(bobs.data.address)
  const [annTagged, bobTagged] = [await make(ann, 'blockchain=tag'), await make(bob, 'blockchain=tag')]
  expect(annTagged.data.address).toBe(bobTagged.data.address)
  expect(annTagged.data.memo).toMatch(/^[1-9][0-9]{0,9}$/)
  expect(annTagged.data.memo).not.toBe(bobTagged.data.memo)
})

it('WAL-009 [part] a closed or unknown place gives no address and says why; nobody has more than 20', async () => {
  expect((await make(ann, 'blockchain=nothing')).failure).toMatchObject({ name: 'CHAIN_NOT_SUPPORTED', params: { blockchain: 'nothing' } })
  expect((await listed(ann, 'blockchain=nothing')).failure.name).toBe('CHAIN_NOT_SUPPORTED')
  expect((await make(ann, 'blockchain=ethereum', { coinId: '2' })).failure.name, 'a coin that is not there').toBe('CHAIN_NOT_SUPPORTED')
  expect((await make(ann, 'blockchain=bitcoin', { coinId: '1' })).failure).toMatchObject({
    name: 'DEPOSIT_CLOSED',
    params: { coinName: 'USDT', protocolType: 'BTC' },
  })
  await operator('coins', 'close', 'BTC', 'bitcoin', 'deposit')
  expect((await make(bob, 'blockchain=bitcoin')).failure).toMatchObject({ name: 'DEPOSIT_CLOSED', params: { coinName: 'BTC' } })
  expect((await listed(bob, 'blockchain=bitcoin')).data).toEqual([])
  await operator('coins', 'open', 'BTC', 'bitcoin', 'deposit')
  const made = await Promise.all(Array.from({ length: 21 }, (_, index) => make(bob, `blockchain=bitcoin&label=${index}`)))
  const names = made.map(({ code, failure }) => (code === '0' ? 'made' : failure.name))
  expect(names.filter((name) => name === 'made')).toHaveLength(20)
  expect(made.at(-1)?.failure).toMatchObject({ name: 'ADDRESS_LIMIT', params: { max: 20 } })
  const texts = made.flatMap(({ code, data }) => (code === '0' ? [data.address] : []))
  expect(new Set(texts).size).toBe(20)
})
