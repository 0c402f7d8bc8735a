/** Operator commands of the wallet, as they are typed: reviews, halts, deposits by hand, terms of coins and networks, sanctions. */
import { asAddressId, asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { listingsOf, networksOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { Member } from '../testing/member.ts'
import { openTestWallet, type TestWallet, USDT } from '../testing/test-wallet.ts'
import { simulatedNetwork } from '../wallet/testing/documents.ts'
import { SeedSigner } from '../wallet/testing/seed-signer.ts'

const WALLET = '/api/assets-web/v1'
const CREATE = `${WALLET}/withdraw-deposit/createWithdrawDeposit` as const
const CHECK = `${WALLET}/withdraw-deposit/checkWithdrawDeposit` as const
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'
const COIN = 100_000_000n
const ERC20 = { coinId: '1', protocolType: 'ERC20-ethereum', address: ADDRESS } as const

let world: HttpWorld
let wallet: TestWallet
let ann: Member

beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  wallet = await openTestWallet(world.agio)
  ann = await Member.join(world, 'ann@example.com', 'ann')
  const credit = { userId: asUserId(ann.userId), assetId: USDT, amount: 10_000n * COIN, cause: 'airdrop', reference: 'test' } as const
  world.exchange.must({ kind: 'creditUser', ...credit })
})
afterAll(() => world.close())

async function type(...command: string[]) {
  const { data } = await world.post('/api/auth/v1/dev/operator', { command })
  return data
}
const WHO = ['--actor', 'olga', '--reason', 'a test of it'] as const
const signed = (...words: string[]) => type(...words, ...WHO)

async function confirmed(amount: string, address: string = ADDRESS): Promise<string> {
  const { data, text } = await ann.seal(CREATE, { ...ERC20, amount, address })
  if (data?.id === undefined) throw new Error(text)
  world.clock.at += 60_000
  world.exchange.clock = world.clock.at
  await ann.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id: data.id })
  const checked = await ann.seal(CHECK, { id: data.id, codes: { email: await world.code(ann.email) } })
  if (checked.code !== '0') throw new Error(checked.text)
  return data.id
}
const shown = async (id: string) => (await ann.get(`${WALLET}/withdraw-deposit/detail/${id}`)).data

it('OPS-011 a withdrawal that waits is listed with its reasons and facts, and approved or rejected with a reason that the customer reads', async () => {
  const id = await confirmed('600')
  expect(await shown(id)).toMatchObject({ status: 2, statusName: 'UNDER_REVIEW' })
  const list = await type('withdrawals', 'list')
  expect(list.output).toMatch(new RegExp(`^${id} .*600 USDT on ERC20-ethereum, worth 600 .*UNDER_REVIEW.*first, newDevice`))
  const { output } = await type('withdrawals', 'show', id)
  for (const fact of [
    'isNewDevice      true',
    'isNewAddress     true',
    'isFirst          true',
    'lastDay          0',
    'averageValue     -',
    ADDRESS,
  ])
    expect(output).toContain(fact)
  expect(output).not.toContain('@example.com')
  expect(await type('withdrawals', 'reject', id), 'without a reason').toMatchObject({ exit: 2 })
  expect(await signed('withdrawals', 'reject', id)).toMatchObject({ exit: 0, output: expect.stringContaining('is rejected') })
  expect(await shown(id)).toMatchObject({ status: 8, reason: 'a test of it' })
  expect(balanceOf(world.exchange.state, asUserId(ann.userId), USDT).available).toBe(10_000n * COIN)
  expect(await signed('withdrawals', 'approve', id)).toMatchObject({ exit: 1, output: expect.stringContaining('REJECTED') })
  const again = await confirmed('600')
  expect(await signed('withdrawals', 'approve', again)).toMatchObject({ exit: 0 })
  expect(await shown(again)).toMatchObject({ status: 3 })
  for (const wrong of ['1', '2999999', 'x']) expect(await signed('withdrawals', 'approve', wrong), wrong).toMatchObject({ exit: 1 })
})

it('OPS-015 [part] a halt of all payments acts at once and lets go only what it halted', async () => {
  expect(await signed('networks', 'halt', 'bitcoin')).toMatchObject({ exit: 0 })
  const since = world.clock.at
  world.exchange.clock = since
  expect(await signed('withdrawals', 'halt', 'all')).toMatchObject({ exit: 0 })
  expect((await ann.seal(CREATE, { ...ERC20, amount: '5' })).failure).toMatchObject({ name: 'WITHDRAW_HALTED', params: { since } })
  const ext = await ann.post(`${WALLET}/withdraw-deposit/coinExtList?coinId=1`)
  expect(ext.data.map(({ halted, depositEnable }) => [halted, depositEnable])).toContainEqual([1, 1])
  expect((await world.get('/api/home-web/v1/open/site')).data.paused).toEqual(['ethereum', 'Bitcoin', 'tag'])
  expect(await signed('withdrawals', 'halt', 'all'), 'again').toMatchObject({ exit: 1 })
  expect(await signed('networks', 'resume', 'ethereum')).toMatchObject({ exit: 1 })
  expect(await signed('withdrawals', 'resume', 'all')).toMatchObject({ exit: 0, output: expect.stringContaining('1 stay halted') })
  const halted = networksOf(world.exchange.state).filter(({ isHalted }) => isHalted)
  expect(halted.map(({ networkId }) => networkId)).toEqual([wallet.networks.bitcoin])
  expect((await world.get('/api/home-web/v1/open/site')).data.paused).toEqual(['Bitcoin'])
  expect(await signed('networks', 'resume', 'bitcoin')).toMatchObject({ exit: 0 })
  expect((await ann.seal(CREATE, { ...ERC20, amount: '5' })).code).toBe('0')
})

it('coins open, close and change their terms; what does not fit changes nothing', async () => {
  expect(await signed('coins', 'close', 'USDT', 'ethereum', 'withdraw')).toMatchObject({ exit: 0 })
  expect((await ann.seal(CREATE, { ...ERC20, amount: '5' })).failure.name).toBe('WITHDRAW_CLOSED')
  expect(await signed('coins', 'open', 'usdt', 'ethereum', 'withdraw')).toMatchObject({ exit: 0 })
  expect(
    await signed('coins', 'terms', 'USDT', 'ethereum', '--fee', '0.2', '--min-withdraw', '3', '--max-withdraw', '900', '--unlock-at', '6'),
  ).toMatchObject({
    exit: 0,
  })
  const ext = await ann.post(`${WALLET}/withdraw-deposit/coinExtList?coinId=1`)
  expect(ext.data[0]).toMatchObject({
    ...{
      protocolType: 'ERC20-ethereum',
      withdrawFee: '0.2',
      minWithdraw: '3',
      maxWithdraw: '900',
      confirmations: 2,
      unlockConfirmations: 6,
    },
    ...{ withdrawEnable: 1, depositEnable: 1, halted: 0 },
  })
  expect(await signed('coins', 'terms', 'USDT', 'ethereum', '--unlock-at', '1')).toMatchObject({ exit: 1 })
  expect(await signed('coins', 'terms', 'USDT', 'ethereum', '--fee', '0.0000001')).toMatchObject({ exit: 1 })
  expect(await signed('coins', 'terms', 'DOGE', 'ethereum', '--fee', '1')).toMatchObject({ exit: 1 })
  expect((await ann.post(`${WALLET}/withdraw-deposit/coinExtList?coinId=1`)).data).toEqual(ext.data)
  expect((await type('coins', 'list', '--coin', 'USDT')).output).toContain('fee 0.2, 6 decimals')
})

it('networks and coins on them are defined from documents, and a network keeps its names for itself', async () => {
  const document = JSON.stringify(simulatedNetwork('late'))
  expect(await signed('networks', 'define', '9', document)).toMatchObject({ exit: 0 })
  expect(await signed('networks', 'define', '10', document)).toMatchObject({ exit: 1, output: expect.stringContaining('already') })
  expect(await signed('networks', 'define', '10', '{}')).toMatchObject({ exit: 1 })
  expect(await signed('networks', 'change', 'late', '{"name":"Later"}')).toMatchObject({ exit: 0 })
  expect(await signed('networks', 'change', 'late', '{"adapter":{"kind":"solana"}}')).toMatchObject({ exit: 1 })
  const before = listingsOf(world.exchange.state).length
  expect(await signed('coins', 'add', 'BTC', 'late', '8', '{"token":null}', '--credit-at', '3', '--unlock-at', '5')).toMatchObject({
    exit: 0,
  })
  expect(listingsOf(world.exchange.state).length).toBe(before + 1)
  const all = await ann.post(`${WALLET}/protocol-type/protocolTypeAll`)
  expect(all.data.map(({ name }) => name)).toContain('Later')
  expect((await type('networks', 'list')).output).toMatch(/late {2}LATE {2}Later {2}family 9/)
})

it('a deposit whose tag says nobody is credited by hand to the account named, once', async () => {
  const { exchange } = world
  const arrival = {
    listingId: wallet.listings.tagged,
    addressId: asAddressId(0) as 0,
    from: 'somebody',
    amount: 7n * COIN,
    dust: 0n,
    isHeld: false,
  }
  exchange.must({
    ...{ kind: 'bookBlocks', networkId: wallet.networks.tagged, after: { height: 0, block: 'none' }, upTo: { height: 5, block: 'five' } },
    ...{ mined: [], arrivals: [{ ...arrival, key: 'ab'.repeat(16), tx: 'tx-1', position: '0', height: 1 }] },
  })
  const list = await type('deposits', 'list')
  expect(list.output).toMatch(/nobody’s {2}7 USDT on TAG {2}MANUAL_REVIEW/)
  const id = list.output.split(' ')[0] ?? ''
  const before = balanceOf(exchange.state, asUserId(ann.userId), USDT).available
  expect(await signed('deposits', 'credit', id), 'to nobody').toMatchObject({ exit: 1 })
  expect(await signed('deposits', 'credit', id, '--account', 'ann@example.com')).toMatchObject({ exit: 0 })
  expect(await signed('deposits', 'credit', id, '--account', 'ann@example.com')).toMatchObject({ exit: 1 })
  expect(balanceOf(exchange.state, asUserId(ann.userId), USDT).available - before).toBe(7n * COIN)
  expect((await type('deposits', 'show', id)).output).toContain('from         somebody')
})

it('a list of sanctioned addresses is taken in the form that OFAC gives it, whichever way an address is written', async () => {
  const sdn = `1,"X","individual",-0- ,"Digital Currency Address - XBT 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2; alt. Digital Currency Address - ETH ${OTHER}; DOB 1980"`
  expect(await signed('sanctions', 'load', sdn)).toMatchObject({ exit: 0, output: expect.stringContaining('2 addresses, 2 of them new') })
  expect((await type('sanctions', 'list')).output.split('\n')).toContain('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')
  expect((await ann.seal(CREATE, { ...ERC20, amount: '5', address: OTHER.toLowerCase() })).failure.name).toBe('ADDRESS_SANCTIONED')
  const network = world.agio.wallet.book.byBlockchain('ethereum')
  if (network === undefined) throw new Error('no network')
  const { sanctions } = world.agio.wallet
  expect([sanctions.isHeld(network, OTHER), sanctions.isHeld(network, ADDRESS), sanctions.isHeld(network, null)]).toEqual([
    true,
    false,
    false,
  ])
  expect(await signed('sanctions', 'load', `# none of them\n${ADDRESS.toLowerCase()}  # one\n`)).toMatchObject({
    exit: 0,
    output: expect.stringContaining('1 addresses, 1 of them new, 2 gone'),
  })
  expect([sanctions.isHeld(network, OTHER), sanctions.isHeld(network, ADDRESS)]).toEqual([false, true])
  expect(await signed('sanctions', 'load', 'nothing here')).toMatchObject({ exit: 1 })
})

it('the policy of withdrawals is shown and changed; what does not fit is refused', async () => {
  expect((await type('withdrawals', 'policy')).output).toMatch(/twoFactorsFrom +10000/)
  expect(await signed('withdrawals', 'set-policy', '{"twoFactorsFrom":"50","reviewFrom":null}')).toMatchObject({ exit: 0 })
  expect((await type('withdrawals', 'policy')).output).toMatch(/twoFactorsFrom +50\n[\s\S]*reviewFrom +never/)
  for (const wrong of ['{"twoFactors":"1"}', '{"perDay":0}', '{"reviewFrom":"1e3"}', '7', 'x'])
    expect(await signed('withdrawals', 'set-policy', wrong), wrong).toMatchObject({ exit: 1 })
})
