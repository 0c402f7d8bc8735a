/** Withdrawals over HTTP: the order of checks, codes bound to one withdrawal, limits, locks, and what happens once. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { withdrawalsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import type { Member } from '../../../testing/member.ts'
import { BTC, funded, openTestWallet, type TestWallet, USDT } from '../../../testing/test-wallet.ts'
import { SeedSigner } from '../../../wallet/testing/seed-signer.ts'

const WALLET = '/api/assets-web/v1'
const CREATE = `${WALLET}/withdraw-deposit/createWithdrawDeposit` as const
const CHECK = `${WALLET}/withdraw-deposit/checkWithdrawDeposit` as const
const UNDO = `${WALLET}/withdraw-deposit/undoWithdrawDeposit` as const
const EMAIL_CODE = `${WALLET}/email/send/withdrawalCheckEmail` as const
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'
const COIN = 100_000_000n
const DAY = 86_400_000
const WHY = { actor: 'test', why: 'test' } as const

let world: HttpWorld
let wallet: TestWallet
let ann: Member

const ERC20 = { coinId: String(USDT), protocolType: 'ERC20-ethereum', address: ADDRESS } as const

const newcomer = (name: string, coins = 10_000n): Promise<Member> => funded(world, name, coins)

/** The code that confirms a withdrawal, as it came by mail. */
async function codeOf(member: Member, id: string): Promise<string> {
  world.clock.at += 60_000
  world.exchange.clock = world.clock.at
  const sent = await member.post(EMAIL_CODE, { id })
  if (sent.code !== '0') throw new Error(sent.text)
  return world.code(member.email)
}

/** Asked for and confirmed. */
async function withdrawn(member: Member, amount: string, fields: object = {}) {
  const created = await member.seal(CREATE, { ...ERC20, amount, ...fields })
  if (created.code !== '0') throw new Error(created.text)
  const { id } = created.data
  return member.seal(CHECK, { id, codes: { email: await codeOf(member, id) } })
}

const refused = async (member: Member, fields: object) => (await member.seal(CREATE, { ...ERC20, amount: '10', ...fields })).failure
const spotOf = (member: Member) => balanceOf(world.exchange.state, asUserId(member.userId), USDT)
const pendingOf = (member: Member) => balanceOf(world.exchange.state, asUserId(member.userId), USDT, 'pending').available

async function setLimit(amountLimit: string): Promise<void> {
  const value = { amountLimit, coin: 'USDT', time: 24, levels: ['50000', '500000'] }
  const place = { userId: asUserId(0), collection: 'kv', id: 'out_money', actor: 'operator' } as const
  world.exchange.must({ kind: 'saveDocument', ...place, document: { value } })
  await world.agio.content.load()
}

beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  wallet = await openTestWallet(world.agio)
  ann = await newcomer('ann')
})
afterAll(() => world.close())

describe('a withdrawal', () => {
  it('WAL-019 WAL-020 WAL-022 [part] sets its amount aside at once, waits for codes of every method, and comes back whole when it is taken back', async () => {
    const cid = await newcomer('cid', 100n)
    const created = await cid.seal(CREATE, { ...ERC20, amount: '1.5', remark: 'rent', clientId: 'w-1' })
    expect(created.data).toMatchObject({ status: 0, methods: ['email'], amount: '1.5', fee: '0.1', arrivedAmount: '1.4' })
    expect(created.data.masks).toEqual({ email: '***id@example.com' })
    expect(created.data.expireTime - world.clock.at).toBe(1_800_000)
    expect([spotOf(cid).available, pendingOf(cid)]).toEqual([(985n * COIN) / 10n, (15n * COIN) / 10n])
    const shown = await cid.post(`${WALLET}/user-wallet/userBalance?coinId=1`)
    expect(shown.data).toMatchObject({ balance: '98.5', frozenBalance: '0', withdrawPending: '1.5', lockedDeposit: '0', total: '100' })
    const { id } = created.data
    const wrong = await cid.seal(CHECK, { id, codes: { email: '000000' } })
    expect(wrong.failure.name).toMatch(/CODE_EXPIRED|SECOND_FACTOR_INVALID/)
    expect((await cid.seal(CHECK, { id, codes: {} })).failure).toMatchObject({
      name: 'SECOND_FACTOR_REQUIRED',
      params: { methods: ['email'] },
    })
    const checked = await cid.seal(CHECK, { id, codes: { email: await codeOf(cid, id) } })
    expect(checked.data).toMatchObject({
      id,
      status: 3,
      statusName: 'APPROVED',
      remark: 'rent',
      clientId: 'w-1',
      canUndo: 1,
      isInternal: 0,
    })
    expect((await cid.seal(CHECK, { id, codes: { email: '123456' } })).failure).toMatchObject({
      name: 'WITHDRAW_STATE',
      params: { status: '3' },
    })
    const [first, second] = await Promise.all([cid.post(UNDO, { id }), cid.post(UNDO, { clientId: 'w-1' })])
    expect([first.data, second.data]).toMatchObject([
      { id, status: 7, canUndo: 0 },
      { id, status: 7 },
    ])
    expect((await cid.post(UNDO, { id })).data, 'again').toMatchObject({ id, status: 7 })
    expect([spotOf(cid).available, pendingOf(cid)]).toEqual([100n * COIN, 0n])
    const detail = await cid.get(`${WALLET}/withdraw-deposit/detail/${id}`)
    expect(detail.data.timeline.map(({ status }) => status)).toEqual([0, 1, 2, 3, 7])
  })

  it('WAL-020 runs out after 30 minutes and comes back', async () => {
    const dan = await newcomer('dan', 100n)
    const { data } = await dan.seal(CREATE, { ...ERC20, amount: '2' })
    world.clock.at += 1_800_000
    world.exchange.clock = world.clock.at
    world.exchange.must({ kind: 'tick' })
    const row = await dan.get(`${WALLET}/withdraw-deposit/detail/${data.id}`)
    expect(row.data).toMatchObject({ status: 10, statusName: 'EXPIRED' })
    expect(spotOf(dan).available).toBe(100n * COIN)
  })

  it('five wrong codes end it as one that ran out, and what was set aside comes back', async () => {
    const eve = await newcomer('eve', 100n)
    const { data } = await eve.seal(CREATE, { ...ERC20, amount: '2' })
    await codeOf(eve, data.id)
    const names: string[] = []
    for (let tried = 0; tried < 5; tried += 1) names.push((await eve.seal(CHECK, { id: data.id, codes: { email: '000000' } })).failure.name)
    expect(names).toEqual([...Array.from({ length: 4 }, () => 'SECOND_FACTOR_INVALID'), 'CODE_TOO_MANY_TRIES'])
    expect((await eve.get(`${WALLET}/withdraw-deposit/detail/${data.id}`)).data).toMatchObject({ status: 10 })
    expect([spotOf(eve).available, pendingOf(eve)]).toEqual([100n * COIN, 0n])
  })

  it('a code is good for the withdrawal that it names, and nobody swaps the address in between', async () => {
    const fay = await newcomer('fay', 100n)
    const one = await fay.seal(CREATE, { ...ERC20, amount: '2' })
    const other = await fay.seal(CREATE, { ...ERC20, amount: '3', address: OTHER })
    const code = await codeOf(fay, one.data.id)
    const [mail] = world.agio.outbox.list(fay.email)
    expect(mail?.text).toContain(ADDRESS)
    expect(mail?.text).toContain('2 USDT')
    const swapped = await fay.seal(CHECK, { id: other.data.id, codes: { email: code } })
    expect(swapped.failure.name).toMatch(/CODE_EXPIRED|SECOND_FACTOR_INVALID/)
    const withAddress = await fay.seal(CHECK, { id: one.data.id, codes: { email: code }, address: OTHER })
    expect(withAddress.failure.name).toBe('VALIDATION_FAILED')
    expect((await fay.seal(CHECK, { id: one.data.id, codes: { email: code } })).data).toMatchObject({ status: 3, address: ADDRESS })
  })

  it('WAL-026 to an address of another customer it stays in the house, costs nothing and is done at once; to an own one it is refused', async () => {
    const gus = await newcomer('gus', 100n)
    const hal = await newcomer('hal', 0n + 1n)
    const own = await hal.post(`${WALLET}/wallet-feign/address/create?blockchain=ethereum`)
    expect(own.data).toMatchObject({ status: 1, isDefault: 1, memo: null })
    const { address } = own.data
    expect(await refused(hal, { address, amount: '1' })).toMatchObject({ name: 'ADDRESS_INVALID', params: { reason: 'own' } })
    // Whose it is is told before what is wrong with its tag.
    expect((await refused(hal, { address, amount: '1', memo: '7' })).name).toBe('ADDRESS_INVALID')
    expect((await gus.post(`${WALLET}/withdraw-deposit/withdrawPreview`, { ...ERC20, address, amount: '5' })).data).toMatchObject({
      ...{ fee: '0', arrivedAmount: '5', isInternal: 1, review: 'auto' },
    })
    const done = await withdrawn(gus, '5', { address: address.toLowerCase() })
    expect(done.data).toMatchObject({ status: 6, isInternal: 1, txHash: null, fee: '0', arrivedAmount: '5', address })
    expect([spotOf(gus).available, spotOf(hal).available]).toEqual([95n * COIN, 6n * COIN])
    const list = await hal.post(`${WALLET}/withdraw-deposit/withdrawDepositList`, { type: 1 })
    expect(list.data.list).toMatchObject([{ type: 1, isInternal: 1, status: 23, txHash: null, amount: '5' }])
    expect((await gus.post(UNDO, { id: done.data.id })).failure).toMatchObject({ name: 'WITHDRAW_STATE', params: { status: '6' } })
  })
})

describe('what may not leave', () => {
  it('WAL-018 an address with a changed letter, of another network or of nobody is refused before anything is set aside', async () => {
    const before = spotOf(ann)
    const faults = [
      [ADDRESS.replace('aAeb', 'aaeb'), 'checksum'],
      [ADDRESS.slice(0, -1), 'format'],
      [ADDRESS.replace('a', 'а'), 'format'],
      ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'network'],
      [`0x${'0'.repeat(40)}`, 'format'],
    ] as const
    for (const [address, reason] of faults)
      expect(await refused(ann, { address }), address).toMatchObject({ name: 'ADDRESS_INVALID', params: { reason } })
    expect([spotOf(ann), pendingOf(ann)]).toEqual([before, 0n])
  })

  it('WAL-017 the first failure in the order of the API is the answer: each table row has all later faults too', async () => {
    const ida = await newcomer('ida', 10n)
    const { exchange } = world
    // Every later check fails for the whole time: whitelist on, nothing within the limit, a level that she has not, an address that is sanctioned.
    exchange.must({
      ...{ kind: 'saveDocument', userId: asUserId(0), collection: 'sanctions', id: 'part-000', actor: 'x' },
      document: { addresses: [OTHER.toLowerCase()] },
    })
    const policy = (document: object) =>
      exchange.must({
        kind: 'saveDocument',
        userId: asUserId(0),
        collection: 'withdrawPolicy',
        id: 'policy',
        document: { ...document },
        actor: 'x',
      })
    policy({ kycLevel: 2 })
    await setLimit('1')
    await ida.seal('/api/user-web/v1/user-address/whitelistSwitch', { whitelistStatus: 1, codes: await ida.codes('STEP_UP', ['email']) })
    const lock = { until: world.clock.at + DAY, cause: 'passwordChanged' } as const
    await world.agio.accounts.change(asUserId(ida.userId), (account) => ({ ...account, lock }))
    const bad = { amount: '0.01', address: 'nothing', memo: '7' }
    const names: string[] = []
    const next = async (fields: object, name: string, params: object = {}) => {
      const failure = await refused(ida, fields)
      names.push(failure.name)
      expect(failure).toMatchObject({ name, params })
    }
    await next({ ...bad, coinId: '99' }, 'COIN_NOT_FOUND', { coinId: '99' })
    await next({ ...bad, protocolType: 'TRC20' }, 'COIN_NETWORK_NOT_FOUND', { protocolType: 'TRC20' })
    await next({ ...bad, protocolType: 'BTC' }, 'WITHDRAW_CLOSED', { coinName: 'USDT', protocolType: 'BTC' })
    const since = world.clock.at
    exchange.clock = since
    exchange.must({ kind: 'haltListing', listingId: wallet.listings.evm, isHalted: true, ...WHY })
    await next(bad, 'WITHDRAW_HALTED', { since })
    exchange.must({ kind: 'haltListing', listingId: wallet.listings.evm, isHalted: false, ...WHY })
    const credit = { userId: asUserId(ida.userId), assetId: BTC, amount: 5n, cause: 'deposit', reference: 'r' } as const
    exchange.must({ kind: 'creditUser', ...credit })
    exchange.must({ kind: 'transferBetweenAccounts', userId: credit.userId, assetId: BTC, amount: 5n, from: 'spot', to: 'financial' })
    exchange.must({ kind: 'reverseCredit', ...credit, ...WHY })
    await next(bad, 'ACCOUNT_FROZEN')
    exchange.must({ kind: 'creditUser', ...credit })
    await next({ ...bad, address: undefined, memo: undefined, addressId: 'none' }, 'ADDRESS_NOT_FOUND')
    await next(bad, 'ADDRESS_INVALID', { reason: 'format' })
    const tagged = { ...bad, protocolType: 'TAG', address: await taggedAddress() }
    await next({ ...tagged, memo: undefined }, 'MEMO_REQUIRED', { memoName: 'Memo' })
    await next({ ...tagged, memo: '07' }, 'MEMO_INVALID', { memoName: 'Memo' })
    await next({ ...bad, address: OTHER }, 'MEMO_INVALID')
    const plain = { address: OTHER, memo: undefined }
    await next({ ...plain, amount: '0.4999999999' }, 'WITHDRAW_AMOUNT_RANGE', { min: '0.5', max: '0' })
    await next({ ...plain, amount: '11.1234567' }, 'WITHDRAW_SCALE', { scale: '6' })
    await next({ ...plain, amount: '11' }, 'BALANCE_INSUFFICIENT', { coinName: 'USDT', need: '11', available: '10' })
    await next({ ...plain, amount: '5' }, 'WITHDRAW_COOLDOWN', lock)
    await world.agio.accounts.change(asUserId(ida.userId), (account) => ({ ...account, lock: null }))
    await next({ ...plain, amount: '5' }, 'ADDRESS_NOT_WHITELISTED')
    await world.agio.withdrawals.addresses.add(
      asUserId(ida.userId),
      { assetId: USDT, networkId: wallet.networks.evm, address: OTHER, memo: null, label: 'x', isWhitelisted: true },
      { key: '', request: '' },
    )
    await next({ ...plain, amount: '5' }, 'ADDRESS_COOLDOWN', { until: world.exchange.now() + DAY })
    await ida.seal('/api/user-web/v1/user-address/whitelistSwitch', { whitelistStatus: 2, codes: await ida.codes('STEP_UP', ['email']) })
    await world.agio.accounts.change(asUserId(ida.userId), (account) => ({ ...account, lock: null }))
    await next({ ...plain, amount: '5' }, 'WITHDRAW_LIMIT', { amountLimit: '1', used: '0', coin: 'USDT', time: 24 })
    await setLimit('5000')
    await next({ ...plain, amount: '5' }, 'KYC_REQUIRED', { level: '2' })
    policy({ twoFactorsFrom: '0' })
    await next({ ...plain, amount: '5' }, 'ADDRESS_SANCTIONED')
    await next({ ...ERC20, amount: '5' }, 'SECOND_FACTOR_REQUIRED')
    policy({})
    expect([spotOf(ida).available, pendingOf(ida)]).toEqual([10n * COIN, 0n])
    expect(withdrawalsOf(exchange.state, asUserId(ida.userId))).toEqual([])
  })
})

/** An address of the network with tags that is not the house's. */
async function taggedAddress(): Promise<string> {
  const { writeSimulated } = await import('@agio/chain/address/simulated.ts')
  return writeSimulated('tag', new Uint8Array(20).fill(9))
}
