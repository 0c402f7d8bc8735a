/** What somebody tries who wants more out than is his, or somebody else's: each attempt is refused by name and moves nothing. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { withdrawalsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hmacSignature } from '../../../auth/keys/api-signature.ts'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import type { Member } from '../../../testing/member.ts'
import { funded, openTestWallet, USDT } from '../../../testing/test-wallet.ts'
import { SeedSigner } from '../../../wallet/testing/seed-signer.ts'

const WALLET = '/api/assets-web/v1'
const CREATE = `${WALLET}/withdraw-deposit/createWithdrawDeposit` as const
const CHECK = `${WALLET}/withdraw-deposit/checkWithdrawDeposit` as const
const LIST = `${WALLET}/withdraw-deposit/withdrawDepositList` as const
const EXPORT = `${WALLET}/withdraw-deposit/export` as const
const ERC20 = { coinId: String(USDT), protocolType: 'ERC20-ethereum', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } as const
const BECH32 = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const COIN = 100_000_000n
const HOUR = 3_600_000
const DAY = 24 * HOUR

let world: HttpWorld

beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  await openTestWallet(world.agio)
})
afterAll(() => world.close())

const create = (member: Member, fields: object = {}) => member.seal(CREATE, { ...ERC20, amount: '10', ...fields })
const spotOf = (member: Member) => balanceOf(world.exchange.state, asUserId(member.userId), USDT).available
const own = (member: Member) => withdrawalsOf(world.exchange.state, asUserId(member.userId))

const BAD_NUMBERS: readonly unknown[] = [
  ...[
    '-1',
    '0',
    '-0',
    'NaN',
    'Infinity',
    '1e5',
    '1,5',
    '１０',
    '١٠',
    '',
    ' ',
    '.5',
    '5.',
    '01',
    '+1',
    '0x10',
    '1_0',
    '1 0',
    '10\u0000',
    '\u202e01',
  ],
  ...['9'.repeat(40), '9007199254740993', '9223372036854775808', '18446744073709551616', '1.0000001', `10.${'0'.repeat(30)}1`],
  ...[1, 1.5, 2 ** 53, -1, true, [], ['10'], {}, { toString: '10' }],
]

it('WAL-017 API-015 [part] no amount in another form is taken, nothing is rounded in anybody’s favour, and nothing is set aside', async () => {
  const ann = await funded(world, 'ann', 1000n)
  for (const amount of BAD_NUMBERS) {
    const { code, status, failure } = await create(ann, { amount })
    expect([amount, code === '0', status]).toEqual([amount, false, 200])
    expect(failure.name, JSON.stringify(amount)).toMatch(/^(VALIDATION_FAILED|WITHDRAW_AMOUNT_RANGE|WITHDRAW_SCALE|BALANCE_INSUFFICIENT)$/)
  }
  expect([spotOf(ann), own(ann)]).toEqual([1000n * COIN, []])
})

it('SEC-002 SEC-011 [part] what a withdrawal is and whose it is cannot be said in its body', async () => {
  const [bob, cid] = [await funded(world, 'bob', 1000n), await funded(world, 'cid', 1000n)]
  const extras: readonly object[] = [
    ...[{ userId: cid.userId }, { accountId: cid.userId }, { receiverId: cid.userId }, { status: 3 }, { isVerified: true }, { fee: '0' }],
    ...[{ methods: [] }, { reviews: [] }, { kycLevel: 2 }, { limit: '99999999' }, { isInternal: 1 }, { listingId: 2 }, { txHash: '0x1' }],
  ]
  for (const extra of extras) expect((await create(bob, extra)).failure.name, JSON.stringify(extra)).toBe('VALIDATION_FAILED')
  for (const extra of ['"__proto__":{"amount":"1"}', '"constructor":{"prototype":{"x":1}}']) {
    const body = `${JSON.stringify({ ...ERC20, amount: '10' }).slice(0, -1)},${extra}}`
    expect((await world.post(CREATE, body, { token: bob.token })).code, extra).not.toBe('0')
  }
  expect(({} as Record<string, unknown>).x).toBeUndefined()
  expect([spotOf(bob), spotOf(cid), own(bob), own(cid)]).toEqual([1000n * COIN, 1000n * COIN, [], []])
  const asked = await create(bob)
  for (const extra of [{ amount: '1' }, { address: BECH32 }, { userId: cid.userId }, { status: 6 }])
    expect((await bob.seal(CHECK, { id: asked.data.id, codes: { email: '123456' }, ...extra })).failure.name).toBe('VALIDATION_FAILED')
})

it('WAL-018 [part] a coin is not sent on another coin’s network, nor to an address of another kind', async () => {
  const dan = await funded(world, 'dan', 1000n)
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ coinId: '2' }, /COIN_NETWORK_NOT_FOUND/],
    [{ protocolType: 'BTC' }, /WITHDRAW_CLOSED/],
    [{ protocolType: 'erc20-ethereum' }, /COIN_NETWORK_NOT_FOUND/],
    [{ address: BECH32 }, /ADDRESS_INVALID/],
    [{ address: ERC20.address.replace('5a', '5А') }, /ADDRESS_INVALID|VALIDATION_FAILED/],
    [{ address: `0x${'ab'.repeat(20)}`.toUpperCase() }, /ADDRESS_INVALID/],
    [{ memo: '77' }, /MEMO_INVALID/],
    [{ memo: '7\r\nBcc: x@example.com' }, /MEMO_INVALID|VALIDATION_FAILED/],
    [{ protocolType: 'TAG', address: ERC20.address }, /ADDRESS_INVALID/],
  ]
  for (const [fields, name] of wrong) expect((await create(dan, fields)).failure.name, JSON.stringify(fields)).toMatch(name)
  expect([spotOf(dan), own(dan)]).toEqual([1000n * COIN, []])
  // A blank at the end is no other address.
  const { data } = await create(dan, { address: ` ${ERC20.address} ` })
  expect((await dan.get(`${WALLET}/withdraw-deposit/detail/${data.id}`)).data.address).toBe(ERC20.address)
})

it('WAL-021 [part] one code of an authenticator confirms one withdrawal, and a code for something else none', async () => {
  const eve = await funded(world, 'eve', 1000n)
  await eve.bindGoogle()
  world.clock.at += 7 * HOUR
  world.exchange.clock = world.clock.at
  const [one, two] = [await create(eve), await create(eve)]
  expect([one.code, two.code], one.text).toEqual(['0', '0'])
  const other = await eve.sent('STEP_UP', 'email')
  const codes = async (id: string) => {
    world.clock.at += 60_000
    await eve.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id })
    return { email: await world.code(eve.email), google: eve.google() }
  }
  const first = await codes(one.data.id)
  expect((await eve.seal(CHECK, { id: one.data.id, codes: { ...first, email: other } })).failure.name).toBe('SECOND_FACTOR_INVALID')
  expect((await eve.seal(CHECK, { id: one.data.id, codes: { email: first.email } })).failure.name).toBe('SECOND_FACTOR_REQUIRED')
  const right = { ...first, google: eve.google() }
  expect((await eve.seal(CHECK, { id: one.data.id, codes: right })).code).toBe('0')
  // The step of that code is spent: with a new code by mail it confirms nothing more.
  const at = world.clock.at
  await eve.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id: two.data.id })
  world.clock.at = at
  const second = { email: await world.code(eve.email), google: right.google }
  expect((await eve.seal(CHECK, { id: two.data.id, codes: second })).failure.name).toBe('CODE_USED')
  expect(own(eve).map(({ status }) => status)).toContain('awaitsFactor')
})

it('API-023 [part] a signed request for a withdrawal that somebody heard is good once, and not for another body', async () => {
  const fay = await funded(world, 'fay', 1000n)
  const permissions = { read: 1, trade: 0, futures: 0, withdraw: 1 }
  const fields = { label: 'bot', permissions, ipList: ['10.0.0.0/24'], codes: await fay.codes('API_KEY', ['email']) }
  const { data: key } = await fay.seal('/api/user-web/v1/api-key/create', fields)
  await fay.post('/api/auth/v1/secondFactor/stepUp', { codes: await fay.codes('STEP_UP', ['email']) })
  world.exchange.clock = world.clock.at
  await fay.seal('/api/user-web/v1/user-address/saveUserAddress', { ...ERC20, label: 'Cold', isWhitelisted: 1 })
  world.clock.at += 2 * DAY
  world.exchange.clock = world.clock.at
  const signed = (body: string, at = world.clock.at) => {
    const timestamp = String(at)
    const parts = { timestamp, window: undefined, method: 'POST', path: CREATE, body: Buffer.from(body) }
    return { 'x-api-key': key.apiKey, 'x-api-timestamp': timestamp, 'x-api-signature': hmacSignature(key.secret ?? '', parts) }
  }
  const send = (body: string, headers: Record<string, string>, ip = '10.0.0.1') => world.ask('POST', CREATE, body, { headers, ip })
  const body = JSON.stringify({ ...ERC20, amount: '10' })
  const headers = signed(body)
  const more = JSON.stringify({ ...ERC20, amount: '900' })
  expect((await send(more, headers)).failure.name).toBe('API_SIGNATURE_INVALID')
  expect((await send(body, { ...headers, 'x-forwarded-for': '10.0.0.1' }, '203.0.113.9')).failure.name).toBe('API_IP_DENIED')
  const done = await send(body, headers)
  expect(done.code, done.text).toBe('0')
  expect((await send(body, headers)).failure.name).toBe('API_SIGNATURE_INVALID')
  for (const at of [world.clock.at - 3_600_000, world.clock.at + 3_600_000]) expect((await send(body, signed(body, at))).code).not.toBe('0')
  expect(own(fay)).toHaveLength(1)
})

it('SEC-002 [part] lists and files of deposits and withdrawals hold one’s own rows alone, however much is asked for', async () => {
  const [gus, hal] = [await funded(world, 'gus', 1000n), await funded(world, 'hal', 1000n)]
  const { data } = await create(gus, { remark: '=HYPERLINK("http://evil","x")' })
  for (const asked of [{}, { id: data.id }, { userId: gus.userId }, { pageNo: 1, pageSize: 100 }])
    expect((await hal.post(LIST, asked)).data?.list ?? [], JSON.stringify(asked)).toEqual([])
  for (const asked of [
    { pageSize: 1_000_000_000 },
    { pageNo: 1_000_000_000 },
    { pageNo: -1 },
    { status: 'x' },
    { coinId: "1' OR '1'='1" },
  ]) {
    const answer = await hal.post(LIST, asked)
    expect([JSON.stringify(asked), answer.code === '0' ? answer.data.list : []]).toEqual([JSON.stringify(asked), []])
  }
  const foreign = await world.ask('POST', EXPORT, '{}', { headers: { Authorization: `Bearer ${hal.token}` } } as never)
  expect(foreign.text).not.toContain(data.id)
  const mine = await gus.post(EXPORT, {})
  expect(mine.text).toContain(data.id)
  expect(mine.text).not.toMatch(/(^|[\r\n,"])=HYPERLINK/)
})
