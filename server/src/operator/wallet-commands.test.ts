/** Operator commands of the wallet, as they are typed: reviews, halts, deposits by hand, terms of coins and networks, sanctions. */
import { asAddressId, asPaymentId, asUserId, asWithdrawalId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { listingsOf, networksOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { Member } from '../testing/member.ts'
import { openTestWallet, type TestWallet, USDT } from '../testing/test-wallet.ts'
import { simulatedNetwork } from '../wallet/testing/documents.ts'
import { SeedSigner } from '../wallet/testing/seed-signer.ts'
import { balanceKey, balancePlace } from '../wallet/watch/arrival-key.ts'

const WALLET = '/api/assets-web/v1'
const CREATE = `${WALLET}/withdraw-deposit/createWithdrawDeposit` as const
const CHECK = `${WALLET}/withdraw-deposit/checkWithdrawDeposit` as const
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'
/** Where bea’s go. */
const BEAS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const COIN = 100_000_000n
const ERC20 = { coinId: '1', protocolType: 'ERC20-ethereum', address: ADDRESS } as const

let world: HttpWorld
let wallet: TestWallet
let ann: Member
/** Who withdraws so little in a day that nobody looks at it. */
let bea: Member

beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  wallet = await openTestWallet(world.agio)
  ann = await Member.join(world, 'ann@example.com', 'ann')
  bea = await Member.join(world, 'bea@example.com', 'bea')
  const credit = { assetId: USDT, amount: 10_000n * COIN, cause: 'airdrop', reference: 'test' } as const
  for (const { userId } of [ann, bea]) world.exchange.must({ kind: 'creditUser', userId: asUserId(userId), ...credit })
})
afterAll(() => world.close())

async function type(...command: string[]) {
  const { data } = await world.post('/api/auth/v1/dev/operator', { command })
  return data
}
const WHO = ['--actor', 'olga', '--reason', 'a test of it'] as const
const signed = (...words: string[]) => type(...words, ...WHO)
/** By one operator and then by another. */
async function twice(...words: string[]) {
  const asked = await signed(...words)
  return asked.exit === 0 ? type(...words, '--actor', 'bob', '--reason', 'looked at it too') : asked
}

async function confirmed(amount: string, member: Member = ann): Promise<string> {
  const address = member === ann ? ADDRESS : BEAS
  const { data, text } = await member.seal(CREATE, { ...ERC20, amount, address })
  if (data?.id === undefined) throw new Error(text)
  world.clock.at += 60_000
  world.exchange.clock = world.clock.at
  await member.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id: data.id })
  const checked = await member.seal(CHECK, { id: data.id, codes: { email: await world.code(member.email) } })
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

it('OPS-011 [part] one that is queued, or that the signer refused before anything was signed, is taken back by rejecting it', async () => {
  const before = balanceOf(world.exchange.state, asUserId(bea.userId), USDT).available
  const [queued, refused] = [await confirmed('11', bea), await confirmed('13', bea)]
  const paid = { userId: asUserId(bea.userId), withdrawalId: asWithdrawalId(Number(refused.slice(1))) }
  const plan = { withdrawals: [paid], from: 'hot', to: 'hot', amount: 0n, plan: {}, actor: 'c' } as const
  const paymentId = asPaymentId(world.exchange.must({ kind: 'beginPayment', listingId: wallet.listings.evm, ...plan }).value)
  expect(await signed('withdrawals', 'reject', refused)).toMatchObject({
    exit: 1,
    output: expect.stringContaining('waits for no decision'),
  })
  const networkId = wallet.networks.evm
  world.exchange.must({ kind: 'dropPayment', networkId, paymentId, waitAgain: true, actor: 'c', why: 'notAllowed' })
  for (const id of [queued, refused])
    expect(await signed('withdrawals', 'reject', id)).toMatchObject({ exit: 0, output: expect.stringContaining('is taken back') })
  expect(balanceOf(world.exchange.state, asUserId(bea.userId), USDT).available).toBe(before)
  expect(await signed('withdrawals', 'reject', queued)).toMatchObject({ exit: 1, output: expect.stringContaining('UNDONE') })
})

it('OPS-011 [part] a withdrawal that is queued is listed with what its payment waits for: its own, else what its network waits for', async () => {
  const id = await confirmed('14', bea)
  const withdrawalId = asWithdrawalId(Number(id.slice(1)))
  const networkId = wallet.networks.evm
  const line = async () => (await type('withdrawals', 'list', '--status', 'queued')).output.split('\n').find((each) => each.startsWith(id))
  const idle = { networkId, state: 'waiting', queued: 1, underWay: 0, unsent: 0, hot: [], payments: [], withdrawals: [] } as const
  const { payments } = world.agio.wallet
  const told = vi.spyOn(payments, 'health').mockReturnValue([{ ...idle, why: undefined, text: '' }])
  expect(await line(), 'it goes on').toMatch(/14 USDT on ERC20-ethereum, worth \S+ {2}APPROVED$/)
  told.mockReturnValue([{ ...idle, why: 'signerAway', text: 'the signer does not answer' }])
  expect(await line()).toMatch(/ {2}waits: signerAway, the signer does not answer$/)
  const own = { withdrawalId, why: 'noFunds', text: 'no address has 14', until: Date.UTC(2027, 0, 1) } as const
  told.mockReturnValue([{ ...idle, why: 'signerAway', text: 'the signer does not answer', withdrawals: [own] }])
  expect(await line()).toMatch(/ {2}waits: noFunds, no address has 14; tried again at 2027-01-01/)
  // What holds up another one holds up nobody else, though the network has no other word.
  const other = { ...own, withdrawalId: asWithdrawalId(1) }
  told.mockReturnValue([{ ...idle, why: own.why, text: own.text, withdrawals: [other] }])
  expect(await line()).toMatch(/ {2}APPROVED$/)
  told.mockRestore()
  expect(await signed('withdrawals', 'reject', id)).toMatchObject({ exit: 0 })
})

it('WAL-025 [part] every transaction that was signed for a withdrawal is named before somebody pays again: replaced ones, and those of payments given up', async () => {
  const id = await confirmed('13', bea)
  const withdrawalId = asWithdrawalId(Number(id.slice(1)))
  const { exchange } = world
  const networkId = wallet.networks.evm
  const plan = { withdrawals: [{ userId: asUserId(bea.userId), withdrawalId }], from: 'hot', to: 'hot', amount: 0n, plan: {} } as const
  const pay = (...txs: string[]) => {
    const begun = { kind: 'beginPayment', listingId: wallet.listings.evm, ...plan, actor: 'c' } as const
    const paymentId = asPaymentId(exchange.must(begun).value)
    for (const tx of txs) exchange.must({ kind: 'signPayment', networkId, paymentId, tx, bytes: '00' })
    return paymentId
  }
  exchange.must({ kind: 'dropPayment', networkId, paymentId: pay('0xfirst', '0xsecond'), waitAgain: true, actor: 'c', why: 'it is dead' })
  pay('0xthird', '0xfourth')
  const told = vi.spyOn(world.agio.wallet.payments, 'unpaid').mockReturnValue([{ networkId, withdrawalId, text: 'x' }])
  const { output } = await type('withdrawals', 'unpaid')
  told.mockRestore()
  expect(output).toContain('signed before: 0xfirst, 0xsecond, 0xthird, 0xfourth')
  expect((await type('withdrawals', 'show', id)).output).toMatch(/signed +0xfirst\nsigned +0xsecond\nsigned +0xthird\nsigned +0xfourth/)
})

it('WAL-025 [part] what the signer signs no other transaction for is listed with what lets it', async () => {
  expect(await type('withdrawals', 'unpaid')).toMatchObject({ exit: 0, output: 'none' })
  const id = await confirmed('12', bea)
  const withdrawalId = asWithdrawalId(Number(id.slice(1)))
  // That the conductor tells of such is proven where its signer and its chain are real.
  const text = `changed: withdrawal ${withdrawalId} was signed before, and this transaction does not spend what that one spends`
  const told = vi.spyOn(world.agio.wallet.payments, 'unpaid').mockReturnValue([{ networkId: wallet.networks.evm, withdrawalId, text }])
  const { exit, output } = await type('withdrawals', 'unpaid')
  told.mockRestore()
  expect(exit).toBe(0)
  expect(output).toMatch(new RegExp(`^${id} .*12 USDT on ERC20-ethereum`))
  for (const part of [
    text,
    `npm run signer -- pay-again --tenant ${world.agio.tenantId} --withdrawal ${withdrawalId} --why`,
    'Look on the chain',
  ])
    expect(output).toContain(part)
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

it('what came and no ledger holds is listed with whose it is', async () => {
  const health = world.agio.wallet.watch.health()
  const [first] = health
  if (first === undefined) throw new Error('no network')
  const leftOut = [{ listingId: wallet.listings.evm, tx: '0xfeed', position: 'l0', addressId: 0, units: 2n ** 200n } as const]
  const told = vi.spyOn(world.agio.wallet.watch, 'health').mockReturnValue([{ ...first, networkId: wallet.networks.evm, leftOut }])
  const { output } = await type('deposits', 'list')
  told.mockRestore()
  expect(output).toMatch(
    /left out {2}nobody’s {2}16069380442589902755419620923411626025222029937.* USDT on ERC20-ethereum: more than a ledger holds {2}tx 0xfeed$/,
  )
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
  expect(await twice('deposits', 'credit', id), 'to nobody').toMatchObject({ exit: 1 })
  expect(await twice('deposits', 'credit', id, '--account', 'ann@example.com')).toMatchObject({ exit: 0 })
  expect(await twice('deposits', 'credit', id, '--account', 'ann@example.com')).toMatchObject({ exit: 1 })
  expect(balanceOf(exchange.state, asUserId(ann.userId), USDT).available - before).toBe(7n * COIN)
  expect((await type('deposits', 'show', id)).output).toContain('from         somebody')
})

it('WAL-010 [part] a deposit that was found by balance is listed with why a person has to decide, and credited to whose address it is', async () => {
  const { exchange } = world
  const { networkId, listingId } = { networkId: wallet.networks.evm, listingId: wallet.listings.evm }
  const userId = asUserId(ann.userId)
  const { family } = networksOf(exchange.state).find((network) => network.networkId === networkId) ?? { family: 0 }
  const addressId = asAddressId(exchange.must({ kind: 'assignAddress', userId, family, place: 'addresses', tag: 0, label: 'b' }).value)
  const [height, block] = [9, `0x${'b'.repeat(64)}`]
  const found = { tx: block, position: balancePlace(addressId), key: balanceKey('ethereum', block, addressId) }
  exchange.must({
    ...{ kind: 'bookBlocks', networkId, after: { height: 0, block: 'none' }, upTo: { height: height + 1, block: 'later' }, mined: [] },
    arrivals: [{ listingId, addressId, amount: 3n * COIN, dust: 0n, from: null, isHeld: true, height, ...found }],
  })
  const line = (await type('deposits', 'list')).output.split('\n').find((each) => each.includes('found by balance')) ?? ''
  expect(line).toMatch(
    new RegExp(`account ${ann.userId} {2}3 USDT on ERC20-ethereum {2}AML_HOLD {2}block ${block} {2}found by balance at block 9`),
  )
  const id = line.split(' ')[0] ?? ''
  expect(await shown(id)).toMatchObject({ statusName: 'AML_HOLD', txHash: null, txIndex: `b${addressId}` })
  const before = balanceOf(exchange.state, userId, USDT).available
  expect(await twice('deposits', 'credit', id)).toMatchObject({ exit: 0 })
  expect(balanceOf(exchange.state, userId, USDT).available - before).toBe(3n * COIN)
})

it('WAL-014 [part] a network says how many of its blocks were booked without the calls inside them', async () => {
  const { untraced } = world.agio.wallet
  expect((await type('networks', 'list')).output).not.toContain('without their calls')
  await untraced.note(wallet.networks.evm, [{ height: 7, hash: '0xa', why: 'response too large' }])
  // Told again after a start.
  await untraced.note(wallet.networks.evm, [{ height: 7, hash: '0xa', why: 'response too large' }])
  const line = async () => (await type('networks', 'list')).output.split('\n').find((each) => each.includes('without their calls'))
  expect(await line()).toMatch(
    /ethereum.*1 blocks booked without their calls, the last 7 at .*: response too large; .*are being looked at$/,
  )
  await untraced.looked(wallet.networks.evm, 6)
  expect(untraced.isOpen(wallet.networks.evm)).toBe(true)
  await untraced.looked(wallet.networks.evm, 7)
  expect([untraced.isOpen(wallet.networks.evm), await line()]).toEqual([false, expect.stringMatching(/were looked at$/)])
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

it('WAL-017 [part] what is listed after somebody asked for it is refused when he confirms it, and nothing of it moves', async () => {
  const address = '0xde709f2102306220921060314715629080e2fb77'
  const { data } = await ann.seal(CREATE, { ...ERC20, amount: '5', address })
  expect(await signed('sanctions', 'load', `${address}\n`)).toMatchObject({ exit: 0 })
  world.clock.at += 60_000
  world.exchange.clock = world.clock.at
  await ann.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id: data.id })
  const answer = await ann.seal(CHECK, { id: data.id, codes: { email: await world.code(ann.email) } })
  expect(answer.failure.name).toBe('ADDRESS_SANCTIONED')
  expect(await shown(data.id)).toMatchObject({ statusName: 'CREATED' })
})

it('the policy of withdrawals is shown and changed; what does not fit is refused', async () => {
  expect((await type('withdrawals', 'policy')).output).toMatch(/twoFactorsFrom +10000/)
  expect(await twice('withdrawals', 'set-policy', '{"twoFactorsFrom":"50","reviewFrom":null}')).toMatchObject({ exit: 0 })
  expect((await type('withdrawals', 'policy')).output).toMatch(/twoFactorsFrom +50\n[\s\S]*reviewFrom +never/)
  for (const wrong of ['{"twoFactors":"1"}', '{"perDay":0}', '{"reviewFrom":"1e3"}', '7', 'x'])
    expect(await twice('withdrawals', 'set-policy', wrong), wrong).toMatchObject({ exit: 1 })
})
