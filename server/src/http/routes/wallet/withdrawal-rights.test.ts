/** Who may withdraw when: frozen accounts, new passwords, and levels of verification, by what customers and operators do. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { withdrawalsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hmacSignature } from '../../../auth/keys/api-signature.ts'
import { type HttpWorld, httpWorld, PASSWORD } from '../../../testing/http-world.ts'
import type { Member } from '../../../testing/member.ts'
import { funded, openTestWallet, USDT } from '../../../testing/test-wallet.ts'
import { SeedSigner } from '../../../wallet/testing/seed-signer.ts'

const WALLET = '/api/assets-web/v1'
const CREATE = `${WALLET}/withdraw-deposit/createWithdrawDeposit` as const
const CHECK = `${WALLET}/withdraw-deposit/checkWithdrawDeposit` as const
const DETAIL = `${WALLET}/withdraw-deposit/detail` as const
const ERC20 = { coinId: String(USDT), protocolType: 'ERC20-ethereum', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } as const
const COIN = 100_000_000n
const DAY = 86_400_000
const NEXT = 'Marble-Lantern-11'

let world: HttpWorld

beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  await openTestWallet(world.agio)
  // Read behind the start: until then whoever asks is told to ask again.
  const { wallet, withdrawals } = world.agio
  await vi.waitFor(() => [withdrawals.policy(), wallet.sanctions.addresses, wallet.halts.all], { timeout: 30_000 })
})
afterAll(() => world.close())

function moveTo(at: number): void {
  world.clock.at = at
  world.exchange.clock = at
  for (let round = 0; round < 5; round += 1) world.exchange.must({ kind: 'tick' })
}

const create = (member: Member, fields: object = {}) => member.seal(CREATE, { ...ERC20, amount: '10', ...fields })
const spotOf = (member: Member) => balanceOf(world.exchange.state, asUserId(member.userId), USDT).available

async function confirmed(member: Member, amount: string): Promise<string> {
  const { data, text } = await create(member, { amount })
  if (data?.id === undefined) throw new Error(text)
  moveTo(world.clock.at + 60_000)
  await member.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id: data.id })
  const checked = await member.seal(CHECK, { id: data.id, codes: { email: await world.code(member.email) } })
  if (checked.code !== '0') throw new Error(checked.text)
  return data.id
}

async function type(...command: string[]) {
  const { data } = await world.post('/api/auth/v1/dev/operator', { command })
  return data
}

/** With every right and no addresses of its own. */
async function keyOf(member: Member): Promise<{ readonly apiKey: string; readonly secret: string }> {
  const permissions = { read: 1, trade: 1, futures: 0, withdraw: 1 }
  const codes = await member.codes('API_KEY', ['email'])
  const { data, text } = await member.seal('/api/user-web/v1/api-key/create', { label: 'bot', permissions, ipList: ['10.0.0.0/24'], codes })
  if (data?.secret == null) throw new Error(text)
  return { apiKey: data.apiKey, secret: data.secret }
}

function ask({ apiKey, secret }: { readonly apiKey: string; readonly secret: string }, fields: object) {
  world.clock.at += 1
  const body = JSON.stringify(fields)
  const timestamp = String(world.clock.at)
  const parts = { timestamp, window: undefined, method: 'POST', path: CREATE, body: Buffer.from(body) }
  const headers = { 'x-api-key': apiKey, 'x-api-timestamp': timestamp, 'x-api-signature': hmacSignature(secret, parts) }
  return world.ask('POST', CREATE, body, { headers, ip: '10.0.0.1' })
}

it('USER-011 nothing leaves a frozen account: what waits comes back, sessions and keys ask in vain, until two operators let it go', async () => {
  const ivy = await funded(world, 'ivy', 1000n)
  const key = await keyOf(ivy)
  // A new key lets withdrawals rest.
  moveTo(world.clock.at + DAY)
  Object.assign(ivy, { token: (await world.login(ivy.email)).data.token })
  const [asked, verified] = [(await create(ivy, { amount: '30' })).data.id, await confirmed(ivy, '40')]
  expect((await ivy.get(`${DETAIL}/${verified}`)).data.status).toBe(3)
  expect(spotOf(ivy)).toBe(930n * COIN)
  const codes = await ivy.codes('STEP_UP', ['email'])
  expect((await ivy.post('/api/auth/v1/account/freeze', { codes })).code).toBe('0')
  await new Promise((resolve) => setImmediate(resolve))
  expect(spotOf(ivy)).toBe(1000n * COIN)
  expect((await create(ivy)).failure.name).toBe('SESSION_REVOKED')
  expect((await ask(key, { ...ERC20, amount: '10' })).code).not.toBe('0')
  expect((await world.login(ivy.email)).failure.name).toBe('ACCOUNT_DISABLED')
  const lift = (actor: string) => type('unfreeze', ivy.email, '--actor', actor, '--reason', 'she called')
  expect((await lift('olga')).output).toContain('another operator has to confirm')
  expect((await world.login(ivy.email)).failure.name).toBe('ACCOUNT_DISABLED')
  expect(await lift('paul')).toMatchObject({ exit: 0 })
  Object.assign(ivy, { token: (await world.login(ivy.email)).data.token })
  for (const id of [asked, verified]) expect((await ivy.get(`${DETAIL}/${id}`)).data).toMatchObject({ status: 7, canUndo: 0 })
  expect((await ivy.get(`${DETAIL}/${verified}`)).data.timeline.at(-1)).toMatchObject({ statusName: 'UNDONE', actor: 'system' })
  expect((await create(ivy)).code).toBe('0')
})

it('AUTH-022 after a reset of the password nothing leaves for 24 hours, and then it does', async () => {
  const joe = await funded(world, 'joe', 1000n)
  world.clock.at += 60_000
  expect((await world.post('/api/auth/v1/open/sendCode', { type: 1, account: joe.email, scene: 'RESET_PASSWORD' })).code).toBe('0')
  const reset = { type: 1, account: joe.email, code: await world.code(joe.email), password: NEXT }
  expect((await world.sealed('/api/auth/v1/open/resetPassword', reset)).code).toBe('0')
  world.exchange.clock = world.clock.at
  const until = world.clock.at + DAY
  expect((await create(joe)).failure.name).toBe('SESSION_REVOKED')
  const again = async (): Promise<void> => void Object.assign(joe, { token: (await world.login(joe.email, NEXT)).data.token })
  await again()
  expect((await create(joe)).failure).toMatchObject({ name: 'WITHDRAW_COOLDOWN', params: { until, cause: 'passwordReset' } })
  moveTo(until - 3_600_000)
  await again()
  expect((await create(joe)).failure.name).toBe('WITHDRAW_COOLDOWN')
  moveTo(until)
  expect((await create(joe)).code).toBe('0')
  expect(PASSWORD).not.toBe(NEXT)
})

it('OPS-011 [part] withdrawals that were asked for and not proven spare no later one its review', async () => {
  const kim = await funded(world, 'kim', 10_000n)
  const policy = ['{"reviewNewDeviceFrom":null}', '--reason', 'of nothing but what was before'] as const
  for (const actor of ['olga', 'bob'])
    expect(await type('withdrawals', 'set-policy', ...policy, '--actor', actor)).toMatchObject({ exit: 0 })
  expect((await create(kim, { amount: '1' })).code).toBe('0')
  const undone = await create(kim, { amount: '1' })
  expect((await kim.post(`${WALLET}/withdraw-deposit/undoWithdrawDeposit`, { id: undone.data.id })).code).toBe('0')
  const large = await confirmed(kim, '2100')
  expect((await type('withdrawals', 'show', large)).output).toMatch(/UNDER_REVIEW +because of first, newAddress\n/)
  expect((await kim.get(`${DETAIL}/${large}`)).data).toMatchObject({ status: 2 })
})

it('API-023 [part] withdrawals that a key asks for at once are as many as when it asks for them one after the other', async () => {
  const lou = await funded(world, 'lou', 1000n)
  const policy = ['{"perDay":2}', '--reason', 'more than two a day are looked at'] as const
  for (const actor of ['olga', 'bob'])
    expect(await type('withdrawals', 'set-policy', ...policy, '--actor', actor)).toMatchObject({ exit: 0 })
  const key = await keyOf(lou)
  const known = await world.code(lou.email)
  world.clock.at += 60_000
  await lou.post('/api/auth/v1/secondFactor/sendCode', { scene: 'STEP_UP', channel: 'email' })
  const email = await vi.waitUntil(async () => [await world.code(lou.email)].find((code) => code !== known), 60_000)
  expect((await lou.post('/api/auth/v1/secondFactor/stepUp', { codes: { email } })).code).toBe('0')
  world.exchange.clock = world.clock.at
  const entry = await lou.seal('/api/user-web/v1/user-address/saveUserAddress', { ...ERC20, label: 'Cold', isWhitelisted: 1 })
  expect(entry.code, entry.text).toBe('0')
  moveTo(entry.data.effectiveTime)
  // As history does that has to be asked for on a disk.
  const { models } = world.agio
  const read = models.walletTxs.bind(models)
  const slow = vi.spyOn(models, 'walletTxs').mockImplementation(async (query) => {
    const found = await read(query)
    await new Promise((resolve) => setTimeout(resolve, 20))
    return found
  })
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(key, { ...ERC20, amount: '10' })))
  expect(answers.map(({ code, text }) => (code === '0' ? code : text))).toEqual(answers.map(() => '0'))
  slow.mockRestore()
  const statuses = withdrawalsOf(world.exchange.state, asUserId(lou.userId)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual(['queued', 'queued', 'review', 'review', 'review', 'review', 'review', 'review'])
})
