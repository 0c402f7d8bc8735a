/** Withdrawals at their bounds: many at once, rolling limits, the whitelist, locks, API keys, and other customers' ids. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { withdrawalsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hmacSignature } from '../../../auth/keys/api-signature.ts'
import { type HttpWorld, httpWorld, PASSWORD } from '../../../testing/http-world.ts'
import type { Member } from '../../../testing/member.ts'
import { funded, openTestWallet, type TestWallet, USDT } from '../../../testing/test-wallet.ts'
import { SeedSigner } from '../../../wallet/testing/seed-signer.ts'

const WALLET = '/api/assets-web/v1'
const BOOK = '/api/user-web/v1/user-address'
const CREATE = `${WALLET}/withdraw-deposit/createWithdrawDeposit` as const
const CHECK = `${WALLET}/withdraw-deposit/checkWithdrawDeposit` as const
const UNDO = `${WALLET}/withdraw-deposit/undoWithdrawDeposit` as const
const LIMITS = `${WALLET}/withdraw-deposit/getUserALlLimit` as const
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'
const COIN = 100_000_000n
const HOUR = 3_600_000
const DAY = 24 * HOUR
const ERC20 = { coinId: String(USDT), protocolType: 'ERC20-ethereum', address: ADDRESS } as const

let world: HttpWorld
let wallet: TestWallet

beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  wallet = await openTestWallet(world.agio)
})
afterAll(() => world.close())

function moveTo(at: number): void {
  world.clock.at = at
  world.exchange.clock = at
  for (let round = 0; round < 5; round += 1) world.exchange.must({ kind: 'tick' })
}

const newcomer = (name: string, coins = 10_000n): Promise<Member> => funded(world, name, coins)
const again = async (member: Member): Promise<void> => void Object.assign(member, { token: (await world.login(member.email)).data.token })
const create = (member: Member, fields: object = {}) => member.seal(CREATE, { ...ERC20, amount: '10', ...fields })
const spotOf = (member: Member) => balanceOf(world.exchange.state, asUserId(member.userId), USDT).available
const own = (member: Member) => withdrawalsOf(world.exchange.state, asUserId(member.userId))

describe('money', () => {
  it('WAL-022 of 500 withdrawals of the whole balance at once exactly one sets it aside', async () => {
    const ann = await newcomer('ann', 1000n)
    const answers = await Promise.all(Array.from({ length: 500 }, () => create(ann, { amount: '1000' })))
    const names = Map.groupBy(answers, ({ code, failure }) => (code === '0' ? 'done' : failure.name))
    expect(new Map([...names].map(([name, all]) => [name, all.length]))).toEqual(
      new Map([
        ['done', 1],
        ['BALANCE_INSUFFICIENT', 499],
      ]),
    )
    expect([spotOf(ann), own(ann).length]).toEqual([0n, 1])
    const [{ withdrawalId } = { withdrawalId: 0 }] = own(ann)
    const undone = await Promise.all(Array.from({ length: 50 }, () => ann.post(UNDO, { id: `2${withdrawalId}` })))
    expect(undone.every(({ code }) => code === '0')).toBe(true)
    expect(spotOf(ann)).toBe(1000n * COIN)
  })

  it('API-015 one key is one withdrawal, also when it comes twice at once; another body of it is refused, and what was refused stays so', async () => {
    const bob = await newcomer('bob', 100n)
    const asked = { amount: '5', clientId: 'k-1' }
    const first = await create(bob, asked)
    const second = await create(bob, asked)
    expect([second.data, second.headers['idempotent-replay']]).toEqual([first.data, '1'])
    expect(first.headers['idempotent-replay']).toBeUndefined()
    expect((await create(bob, { ...asked, amount: '6' })).failure).toMatchObject({ name: 'IDEMPOTENCY_CONFLICT', params: { key: 'k-1' } })
    expect((await create(bob, { ...asked, remark: 'x' })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
    // While the first one still waits for history.
    world.history.lag()
    world.exchange.must({ kind: 'tick' })
    const running = create(bob, { amount: '7', clientId: 'k-2' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await create(bob, { amount: '7', clientId: 'k-2' })).failure).toMatchObject({
      name: 'IDEMPOTENCY_IN_PROGRESS',
      params: { key: 'k-2' },
    })
    world.history.catchUp()
    expect((await running).code).toBe('0')
    expect(own(bob).length).toBe(2)
    expect((await create(bob, { amount: '5000', clientId: 'k-3' })).failure.name).toBe('BALANCE_INSUFFICIENT')
    expect((await create(bob, { amount: '3', clientId: 'k-3' })).code).toBe('0')
  })

  it('WAL-028 at 4,999 of 5,000 one worth 1 passes and 1.01 does not; hours roll past midnight, and what comes back frees the limit', async () => {
    const cid = await newcomer('cid')
    moveTo(Date.UTC(2026, 10, 23, 23))
    await again(cid)
    expect((await cid.get(LIMITS)).data).toMatchObject({
      amountLimit: '5000',
      coin: 'USDT',
      time: 24,
      used: '0',
      left: '5000',
      kycLevel: 0,
    })
    const first = await create(cid, { amount: '4999' })
    expect(first.code).toBe('0')
    moveTo(Date.UTC(2026, 10, 24, 1))
    expect((await cid.get(LIMITS)).data, 'expired meanwhile').toMatchObject({ used: '0' })
    const kept = await create(cid, { amount: '4999' })
    const code = async (id: string): Promise<string> => {
      world.clock.at += 60_000
      await cid.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id })
      return world.code(cid.email)
    }
    expect((await cid.seal(CHECK, { id: kept.data.id, codes: { email: await code(kept.data.id) } })).data).toMatchObject({ status: 2 })
    expect((await create(cid, { amount: '1.01' })).failure).toMatchObject({
      ...{ name: 'WITHDRAW_LIMIT', params: { amountLimit: '5000', used: '4999', coin: 'USDT', time: 24 } },
    })
    const one = await create(cid, { amount: '1' })
    expect(one.code).toBe('0')
    expect((await create(cid, { amount: '0.5' })).failure.name).toBe('WITHDRAW_LIMIT')
    await cid.post(UNDO, { id: one.data.id })
    expect((await cid.get(LIMITS)).data).toMatchObject({ used: '4999', left: '1' })
    // A day after it was asked for it counts no more.
    const [{ at } = { at: 0 }] = own(cid).filter(({ status }) => status === 'review')
    moveTo(at + DAY - 1)
    await again(cid)
    world.exchange.clock = at + DAY - 1
    expect((await create(cid, { amount: '1.01' })).failure.name).toBe('WITHDRAW_LIMIT')
    world.exchange.clock = at + DAY
    expect((await create(cid, { amount: '1.01' })).code).toBe('0')
  })

  it('WAL-002 WAL-010 [part] a deposit that is credited and not deep can be traded and not withdrawn, nor can its value in another coin', async () => {
    const dan = await newcomer('dan', 3n)
    const address = await dan.post(`${WALLET}/wallet-feign/address/create?blockchain=ethereum`)
    const addressId = Number(address.data.id)
    const arrival = {
      listingId: wallet.listings.evm,
      addressId: addressId as never,
      from: ADDRESS,
      amount: 50n * COIN,
      dust: 0n,
      isHeld: false,
    }
    world.exchange.must({
      ...{
        kind: 'bookBlocks',
        networkId: wallet.networks.evm,
        after: { height: 0, block: '' },
        upTo: { height: 10, block: 'ten' },
        mined: [],
      },
      arrivals: [{ ...arrival, key: 'cd'.repeat(16), tx: 'tx', position: '0', height: 9 }],
    })
    const balance = await dan.post(`${WALLET}/user-wallet/userBalance?coinId=1`)
    expect(balance.data).toMatchObject({ balance: '53', lockedDeposit: '50', withdrawPending: '0', total: '53' })
    expect((await create(dan, { amount: '4' })).failure).toMatchObject({
      name: 'BALANCE_INSUFFICIENT',
      params: { need: '4', available: '3' },
    })
    world.exchange.must({
      ...{ kind: 'bookBlocks', networkId: wallet.networks.evm, after: { height: 10, block: 'ten' }, upTo: { height: 12, block: 'twelve' } },
      ...{ mined: [], arrivals: [] },
    })
    expect((await dan.post(`${WALLET}/user-wallet/userBalance?coinId=1`)).data).toMatchObject({ balance: '53', lockedDeposit: '0' })
    expect((await create(dan, { amount: '53' })).code).toBe('0')
  })
})

describe('the address book', () => {
  const saved = (member: Member, fields: object = {}) => member.seal(`${BOOK}/saveUserAddress`, { ...ERC20, label: 'Cold', ...fields })
  const stepUp = async (member: Member) => ({ codes: await member.codes('STEP_UP', ['email']) })

  it('WAL-031 WAL-032 SEC-005 [part] keeps, renames and removes entries, each address once, and none of somebody else', async () => {
    const eve = await newcomer('eve')
    const fay = await newcomer('fay')
    expect((await saved(eve)).failure.name).toBe('SECOND_FACTOR_REQUIRED')
    await eve.post('/api/auth/v1/secondFactor/stepUp', await stepUp(eve))
    await fay.post('/api/auth/v1/secondFactor/stepUp', await stepUp(fay))
    const label = '<img src=x onerror=alert(1)>'
    const first = await saved(eve, { label, address: ADDRESS.toLowerCase(), clientId: 'a-1' })
    expect(first.data).toMatchObject({ label, address: ADDRESS, coinName: 'USDT', memo: null, isWhitelisted: 0, status: 1 })
    const replay = await saved(eve, { label, address: ADDRESS.toLowerCase(), clientId: 'a-1' })
    expect([replay.data, replay.headers['idempotent-replay']]).toEqual([first.data, '1'])
    expect((await saved(eve, { label: 'Hot', clientId: 'a-1' })).failure.name).toBe('IDEMPOTENCY_CONFLICT')
    expect((await saved(eve)).failure).toMatchObject({ name: 'ADDRESS_DUPLICATE', params: { id: first.data.id } })
    expect((await saved(eve, { address: ADDRESS.slice(0, -1) })).failure.name).toBe('ADDRESS_INVALID')
    expect((await saved(eve, { id: first.data.id, label: 'Ledger' })).data).toMatchObject({ id: first.data.id, label: 'Ledger' })
    const other = await saved(eve, { address: OTHER, label: 'Second' })
    const list = await eve.post(`${BOOK}/userAddressList`, { keyword: 'LED' })
    expect([list.data.total, list.data.list[0]?.label]).toEqual([1, 'Ledger'])
    const unknown = await fay.seal(`${BOOK}/deleteByIds`, { ids: ['none'] })
    for (const ids of [[first.data.id], [first.data.id, other.data.id]]) {
      const answer = await fay.seal(`${BOOK}/deleteByIds`, { ids })
      expect([answer.status, answer.failure]).toEqual([unknown.status, { ...unknown.failure, requestId: answer.failure.requestId }])
    }
    expect((await saved(fay, { id: first.data.id })).failure.name).toBe('ADDRESS_NOT_FOUND')
    expect((await eve.seal(`${BOOK}/deleteByIds`, { ids: [other.data.id, 'none'] })).failure.name).toBe('ADDRESS_NOT_FOUND')
    expect((await eve.post(`${BOOK}/userAddressList`, {})).data.total).toBe(2)
    expect((await create(eve, { addressId: other.data.id, address: undefined })).data.status).toBe(0)
    expect((await create(fay, { addressId: other.data.id, address: undefined })).failure.name).toBe('ADDRESS_NOT_FOUND')
    expect((await eve.seal(`${BOOK}/deleteByIds`, { ids: [first.data.id, other.data.id] })).data).toEqual({ deleted: 2 })
    expect((await eve.post(`${BOOK}/userAddressList`, {})).data.list).toEqual([])
    expect(JSON.stringify(world.history.saved.filter(({ collection }) => collection === 'addressBook'))).not.toContain(ADDRESS)
  })

  it('WAL-033 with the whitelist on only entries of more than a day are used, and closing it lets withdrawals rest for a day', async () => {
    const gus = await newcomer('gus')
    const turn = async (whitelistStatus: number, codes: object) => gus.seal(`${BOOK}/whitelistSwitch`, { whitelistStatus, codes })
    expect((await turn(1, {})).failure.name).toBe('SECOND_FACTOR_REQUIRED')
    expect((await turn(1, { email: '000000' })).failure.name).toMatch(/SECOND_FACTOR_INVALID|CODE_EXPIRED/)
    expect((await turn(1, (await stepUp(gus)).codes)).data).toMatchObject({ whitelistStatus: 1, withdrawLockUntil: null })
    await gus.post('/api/auth/v1/secondFactor/stepUp', await stepUp(gus))
    expect((await saved(gus, { address: OTHER })).code).toBe('0')
    expect((await create(gus, { address: OTHER })).failure.name).toBe('ADDRESS_NOT_WHITELISTED')
    world.exchange.clock = world.clock.at
    const entry = await saved(gus, { isWhitelisted: 1 })
    const { effectiveTime } = entry.data
    expect(effectiveTime - entry.data.createTime).toBe(DAY)
    expect((await create(gus)).failure).toMatchObject({ name: 'ADDRESS_COOLDOWN', params: { until: effectiveTime } })
    moveTo(effectiveTime)
    await again(gus)
    expect((await create(gus)).code).toBe('0')
    const closed = await turn(2, (await stepUp(gus)).codes)
    expect(closed.data).toMatchObject({ whitelistStatus: 2, withdrawLockCause: 'whitelistClosed' })
    const until = closed.data.withdrawLockUntil ?? 0
    expect(until - world.clock.at).toBe(DAY)
    expect((await create(gus)).failure).toMatchObject({ name: 'WITHDRAW_COOLDOWN', params: { until, cause: 'whitelistClosed' } })
    const told = await gus.post('/api/inform-web/v1/inform-user-message/list', { languageCode: 'en_US', bizType: 'account' })
    expect(told.data.list[0]).toMatchObject({ titleTemplate: 'Withdrawal whitelist switched off', link: '/assets/address' })
    expect((await gus.notices(gus.email))[0]).toContain('withdrawal whitelist switched off')
  })
})

describe('who may', () => {
  it('USER-008 AUTH-022 [part] after a new password nothing leaves for a day, after a new method for six hours, and then a person looks', async () => {
    const hal = await newcomer('hal')
    const changed = await hal.seal('/api/auth/v1/password/change', {
      ...{ oldPassword: PASSWORD, newPassword: 'Another-Horse-7', codes: await hal.codes('CHANGE_PASSWORD', ['email']) },
    })
    expect(changed.code).toBe('0')
    const until = world.clock.at + DAY
    expect((await create(hal)).failure).toMatchObject({ name: 'WITHDRAW_COOLDOWN', params: { until, cause: 'passwordChanged' } })
    const preview = await hal.post(`${WALLET}/withdraw-deposit/withdrawPreview`, { ...ERC20, amount: '10' })
    expect(preview.data).toMatchObject({
      lockUntil: until,
      lockCause: 'passwordChanged',
      fee: '0.1',
      arrivedAmount: '9.9',
      min: '0.5',
      review: 'manual',
    })
    moveTo(until)
    Object.assign(hal, { token: (await world.login(hal.email, 'Another-Horse-7')).data.token })
    expect((await create(hal)).code).toBe('0')
    await hal.bindGoogle()
    expect((await create(hal)).failure).toMatchObject({ name: 'WITHDRAW_COOLDOWN', params: { cause: 'factorBound' } })
  })

  it('WAL-021 two methods confirm a large one, bound ones that are off among them; with one alone it is refused', async () => {
    const ida = await newcomer('ida', 20_000n)
    const policy = (document: object) =>
      world.exchange.must({
        kind: 'saveDocument',
        userId: asUserId(0),
        collection: 'withdrawPolicy',
        id: 'policy',
        document: { ...document },
        actor: 'x',
      })
    policy({ twoFactorsFrom: '1000' })
    expect((await create(ida, { amount: '999' })).data.methods).toEqual(['email'])
    expect((await create(ida, { amount: '1000' })).failure).toMatchObject({
      name: 'SECOND_FACTOR_REQUIRED',
      params: { methods: ['google', 'phone'] },
    })
    await ida.bindPhone({ areaCode: '49', phone: '15112345678' })
    moveTo(world.clock.at + DAY)
    await again(ida)
    const off = await ida.seal('/api/auth/v1/secondFactor/switch', {
      method: 'phone',
      status: 0,
      codes: await ida.codes('CHANGE_FACTOR', ['email', 'phone']),
    })
    expect(off.code).toBe('0')
    moveTo(world.clock.at + DAY)
    await again(ida)
    expect((await create(ida, { amount: '10' })).data.methods).toEqual(['email'])
    const large = await create(ida, { amount: '1000' })
    expect([large.data.methods, large.data.masks]).toEqual([['email', 'phone'], { email: '***da@example.com', phone: '151***678' }])
    const { id } = large.data
    world.clock.at += 60_000
    await ida.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id })
    await ida.post(`${WALLET}/sms/send/withdrawalCheckSms`, { id })
    const codes = { email: await world.code(ida.email), phone: await world.code('4915112345678') }
    expect((await ida.seal(CHECK, { id, codes: { email: codes.email } })).failure).toMatchObject({
      name: 'SECOND_FACTOR_REQUIRED',
      params: { methods: ['phone'] },
    })
    expect((await ida.seal(CHECK, { id, codes })).code).toBe('0')
    policy({})
  })

  it('SEC-002 [part] a withdrawal of another customer answers like one that does not exist, and stays as it is', async () => {
    const [jan, kim] = [await newcomer('jan'), await newcomer('kim')]
    const { data } = await create(jan, { clientId: 'mine' })
    const asked = async (id: string, clientId: string) => {
      const answers = [
        await kim.get(`${WALLET}/withdraw-deposit/detail/${id}`),
        await kim.post(UNDO, { id }),
        await kim.post(UNDO, { clientId }),
        await kim.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id }),
        await kim.post(`${WALLET}/sms/send/withdrawalCheckSms`, { id }),
        await kim.seal(CHECK, { id, codes: { email: '123456' } }),
        await kim.post(`${WALLET}/withdraw-deposit/withdrawDepositList`, { id }),
        await kim.post(`${WALLET}/withdraw-deposit/withdrawDepositList`, { clientId }),
      ]
      return answers.map(({ status, code, message, data: answer }) => [
        ...[status, code, message, JSON.stringify(answer).replace(/"requestId":"[^"]+"|"asOf":\d+/g, '')],
      ])
    }
    expect(await asked(data.id, 'mine')).toEqual(await asked('2999999', 'none'))
    expect(own(jan)[0]?.status).toBe('awaitsFactor')
  })

  it('USER-014 [part] an account is not closed while a withdrawal is under way, also when nothing is left in it', async () => {
    const lea = await newcomer('lea', 10n)
    const { data } = await create(lea, { amount: '10' })
    await lea.post('/api/auth/v1/secondFactor/stepUp', { codes: await lea.codes('STEP_UP', ['email']) })
    await expect(world.agio.closures.close(asUserId(lea.userId))).rejects.toMatchObject({ params: { kind: 'withdrawals' } })
    expect((await lea.get(`${WALLET}/withdraw-deposit/detail/${data.id}`)).data).toMatchObject({ status: 0 })
  })

  it('USER-011 [part] a frozen account’s withdrawals that nobody signed yet come back, taken back by the house', async () => {
    const max = await newcomer('max', 100n)
    const { data } = await create(max, { amount: '40' })
    world.exchange.must({ kind: 'setUserStatus', userId: asUserId(max.userId), status: 'frozen', actor: 'olga', why: 'stolen' })
    await new Promise((resolve) => setImmediate(resolve))
    expect([spotOf(max), own(max)]).toEqual([100n * COIN, []])
    const name = { kind: 'withdrawal', txId: Number(data.id.slice(1)) } as const
    expect((await world.agio.models.walletSteps(name)).at(-1)).toMatchObject({ status: 'canceled', actor: 'system' })
  })
})

describe('API keys', () => {
  type Key = Readonly<Record<'apiKey' | 'secret', string>>

  function ask(key: Key, path: typeof CREATE | typeof UNDO, fields: object, ip = '10.0.0.1') {
    world.clock.at += 1
    const body = JSON.stringify(fields)
    const parts = { timestamp: String(world.clock.at), window: undefined, method: 'POST', path, body: Buffer.from(body) }
    const headers = { 'x-api-key': key.apiKey, 'x-api-timestamp': parts.timestamp, 'x-api-signature': hmacSignature(key.secret, parts) }
    return world.ask('POST', path, body, { headers, ip })
  }

  async function keyOf(member: Member, permissions: object): Promise<Key> {
    const codes = await member.codes('API_KEY', ['email'])
    const fields = {
      label: 'bot',
      permissions: { read: 1, trade: 0, futures: 0, withdraw: 0, ...permissions },
      ipList: ['10.0.0.0/24'],
      codes,
    }
    const { code, data, text } = await member.seal('/api/user-web/v1/api-key/create', fields)
    if (code !== '0') throw new Error(text)
    return data as unknown as Key
  }

  it('API-023 WAL-033 [part] a key that withdraws does so to whitelisted addresses alone, verified, under keys of its own', async () => {
    const ned = await newcomer('ned')
    const [withdraws, trades] = [await keyOf(ned, { withdraw: 1 }), await keyOf(ned, { trade: 1 })]
    await ned.post('/api/auth/v1/secondFactor/stepUp', { codes: await ned.codes('STEP_UP', ['email']) })
    world.exchange.clock = world.clock.at
    const entry = await ned.seal(`${BOOK}/saveUserAddress`, { ...ERC20, label: 'Cold', isWhitelisted: 1 })
    const asked = { ...ERC20, amount: '10', clientId: 'one' }
    expect((await ask(trades, CREATE, asked)).failure).toMatchObject({ name: 'API_PERMISSION_DENIED', params: { permission: 'withdraw' } })
    expect((await ask(withdraws, CREATE, asked, '10.0.1.1')).failure.name).toBe('API_IP_DENIED')
    moveTo(world.clock.at + 7 * HOUR)
    expect((await ask(withdraws, CREATE, asked)).failure.name, 'whitelisted and not usable yet').toBe('ADDRESS_NOT_WHITELISTED')
    moveTo(entry.data.effectiveTime)
    await again(ned)
    expect((await ask(withdraws, CREATE, { ...asked, address: OTHER })).failure.name).toBe('ADDRESS_NOT_WHITELISTED')
    const created = await ask(withdraws, CREATE, asked)
    expect(created.data).toMatchObject({ status: 1, methods: [], masks: {}, amount: '10' })
    expect(own(ned)[0]?.status).toBe('queued')
    expect(await ask(withdraws, CREATE, asked)).toMatchObject({ data: created.data, headers: { 'idempotent-replay': '1' } })
    // The same text of the customer's sessions is another key.
    const byHand = await create(ned, { clientId: 'one' })
    expect([byHand.code, byHand.headers['idempotent-replay'], own(ned).length]).toEqual(['0', undefined, 2])
    expect((await ask(withdraws, UNDO, { clientId: 'one' })).data).toMatchObject({ id: created.data.id, status: 7 })
    expect((await ned.post(UNDO, { clientId: 'one' })).data).toMatchObject({ id: byHand.data.id, status: 7 })
  })
})
