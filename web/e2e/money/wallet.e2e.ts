/** The wallet's pages against an invented house: deposits, withdrawals, addresses. */
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { encode } from 'uqr'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeFaults } from '../axe.ts'
import {
  address,
  BOOK,
  BTC_ADDRESS,
  COINS,
  detail,
  EVM_ADDRESS,
  listed,
  network,
  OWN_EVM_ADDRESS,
  preview,
  security,
  TAG,
  tx,
  USDT_NETWORKS,
  WITHDRAWALS,
  walletAnswers,
  XRP_NETWORKS,
} from '../fakes/wallet.ts'
import { type Harness, startHarness } from '../harness.ts'

let harness: Harness
let publicKey: string
beforeAll(async () => {
  harness = await startHarness()
  const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
  const pair = await suite.kem.generateKeyPair()
  publicKey = Buffer.from(await suite.kem.serializePublicKey(pair.publicKey)).toString('base64url')
})
beforeEach(() => {
  Object.assign(harness.fake.behaviour.answers, walletAnswers(), {
    'security/publicKey': { keyId: 'k1', publicKey, kem: 32, kdf: 1, aead: 2, notAfter: Date.now() + HOUR_MS },
  })
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const HOUR_MS = 3_600_000
const fail = (name: string, message: string, params: object = {}) => ({ fail: { code: '1', message, name, params } })
const answers = () => harness.fake.behaviour.answers
const sent = (name: string) =>
  harness.fake.behaviour.calls.filter(({ call }) => call.endsWith(`/${name}`)).map(({ body }) => body as Readonly<Record<string, unknown>>)

/** What a code with exactly this text looks like. */
function codeOf(text: string): string {
  const { data } = encode(text, { border: 2, ecc: 'M' })
  return data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

test('WAL-005 WAL-008 WAL-009 [part] coin, network, address: its code says exactly what stands there, and what is closed shows none', async () => {
  const page = await harness.open('/assets/spot/topUp', { loggedIn: true })
  await page.getByRole('radio', { name: /ERC20/ }).waitFor()
  expect(await page.locator('select[name=coin] option').allTextContents()).toEqual(
    COINS.filter(({ depositStatus }) => depositStatus === 1).map(({ coinName, fullName }) => `${coinName} · ${fullName}`),
  )
  expect(await page.locator('[data-qr]').count()).toBe(0)
  await page.locator('[data-network=ERC20]').click()
  const code = page.locator(`[data-qr="${OWN_EVM_ADDRESS}"]`)
  await code.waitFor()
  const asked = harness.fake.behaviour.calls.filter(({ call }) => call.endsWith('address/query'))
  expect(asked.map(({ query }) => query)).toEqual(['?blockchain=ethereum&coinId=2'])
  expect(await code.locator('path').getAttribute('d')).toBe(codeOf(OWN_EVM_ADDRESS))
  await expect.poll(async () => (await page.locator('[data-address]').textContent())?.replace(/\s/g, '')).toBe(OWN_EVM_ADDRESS)
  expect(await page.locator('[data-fact=least]').textContent()).toContain('1\u00a0USDT')
  await expect.poll(() => page.locator('[data-fact=tradable], [data-fact=withdrawable]').allTextContents()).toEqual(['12', '64'])
  await page.getByText('Only send USDT over Ethereum (ERC20) to this address.').waitFor()
  await page
    .locator('[data-arriving="994"]')
    .getByText(/9.? of .?12.? blocks/)
    .waitFor()
  const paused = page.locator('[data-network=SPL]')
  await paused.getByText('Deposits paused since 15:20 UTC').waitFor()
  expect(await paused.getByRole('radio').isDisabled()).toBe(true)
  expect(await axeFaults(page)).toEqual([])

  answers().coinExtList = XRP_NETWORKS
  answers()['address/query'] = []
  answers()['address/create'] = address({ blockchain: 'xrp', protocolType: 'XRP', address: '', status: 2 })
  await page.locator('[data-quick=XRP]').click()
  await page.getByText('Your address is being made').waitFor()
  expect(await page.locator('[data-qr], [data-copy]').count()).toBe(0)
  answers()['address/query'] = [address({ blockchain: 'xrp', protocolType: 'XRP', memo: TAG })]
  await page.locator(`[data-qr="${TAG}"]`).waitFor()
  await page.getByText('Both are needed: the address and the Destination tag.').waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [name, text] of [
    ['address', OWN_EVM_ADDRESS],
    ['memo', TAG],
  ]) {
    await page.locator(`[data-copy=${name}]`).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }

  const closed = await harness.open('/assets/spot/topUp?coin=SOL', { loggedIn: true })
  await closed.getByText('Deposits of SOL are closed').waitFor()
  expect(await closed.locator('[data-qr], [data-copy]').count()).toBe(0)
})

test('WAL-029 WAL-010 [part] the history filters by coin, state and day, and each deposit tells its states on a page of its own', async () => {
  answers()['detail/994'] = detail(tx('994', 1, 21), [20, 21])
  const page = await harness.open('/assets/spot/topUp', { loggedIn: true })
  const history = page.locator('[data-history=deposit]')
  await history.locator('[data-tx="994"]').waitFor()
  answers().withdrawDepositList = listed([tx('970', 1, 25)])
  await history.getByLabel('Status').selectOption('25')
  await expect.poll(() => history.locator('[data-tx]').count()).toBe(1)
  expect(sent('withdrawDepositList').at(-1)).toMatchObject({ type: 1, status: 25, pageNo: 1 })
  expect(new URL(page.url()).searchParams.get('status')).toBe('25')
  await history.getByText('Kept until what came to this address reaches').last().waitFor()

  await page.goto(`${harness.fake.base}/assets/spot/topUp?id=994`)
  await expect
    .poll(() => page.locator('[data-step]').evaluateAll((steps) => steps.map(({ dataset }) => `${dataset.step} ${dataset.place}`)))
    .toEqual(['20 passed', '21 present', '22 ahead', '23 ahead'])
  expect(await page.locator('[data-blocks]').getAttribute('data-blocks')).toBe('9/12')
  answers()['detail/994'] = detail(tx('994', 1, 23, { confirmations: 64 }), [20, 21, 22, 23])
  await expect.poll(() => page.locator('[data-tx-page]').getAttribute('data-status')).toBe('23')
  expect(await axeFaults(page)).toEqual([])
})

/** What a withdrawal that was asked for answers. */
const made = (id: string) => ({
  ...{ id, status: 0, methods: ['google', 'email'], masks: { email: 'al***er@mail.com' }, expireTime: Date.now() + 1_700_000 },
  ...{ amount: '1200', fee: '3.2', arrivedAmount: '1196.8' },
})

test('WAL-016 WAL-019 WAL-022 [part] from the form to the codes and back: the amount leaves once, and a reload goes on', async () => {
  harness.fake.behaviour.kv = { ...harness.fake.behaviour.kv, out_money: { amountLimit: '5000', coin: 'USDT', time: 24 } }
  answers().withdrawDepositList = listed([])
  answers().createWithdrawDeposit = made('991')
  const waiting = tx('991', 2, 0, { txHash: null, canUndo: 1 })
  answers()['detail/991'] = detail(waiting, [0])
  const page = await harness.open('/assets/spot/withdrawMoney?coin=USDT', { loggedIn: true })
  await page.locator('[data-entry="31"]').click()
  await page.locator('[data-limit="5K USDT 24h"]').getByText('2,640.00').waitFor()
  await page.locator('[data-bounds="10 2640"]').waitFor()
  const amount = page.locator('[name=amount]')
  for (const [typed, words] of [
    ['9.99', /At least .*10/],
    ['2640.01', /that is what is left of the limit/],
    ['12481', /may leave now/],
    ['1.1234567', /at most this many decimals: 6/],
  ] as const) {
    await amount.fill(typed)
    await page.getByText(words).first().waitFor()
  }
  await page.locator('[data-review]').click()
  expect(await amount.evaluate((field) => field === document.activeElement)).toBe(true)
  await amount.fill('1200')
  await expect.poll(() => page.locator('[data-fact=arrives]').textContent()).toBe('1,196.8 USDT')
  await page.locator('[data-review]').click()
  const dialog = page.getByRole('dialog', { name: 'Check the withdrawal' })
  await dialog.locator('[data-request]').click()
  await dialog.getByText('Tick this to go on.').waitFor()
  expect(sent('createWithdrawDeposit')).toEqual([])
  await dialog.getByLabel('I compared the address and the network').check()
  expect(await axeFaults(page)).toEqual([])
  await dialog.locator('[data-request]').dblclick()
  await page.locator('[data-codes="google email"]').waitFor()
  expect(sent('createWithdrawDeposit')).toHaveLength(1)
  expect(sent('createWithdrawDeposit')[0]).toMatchObject({
    ...{ coinId: '2', protocolType: 'ERC20', addressId: '31', amount: '1200', clientId: expect.stringMatching(/^web-/) },
    data: expect.stringMatching(/^k1\./),
  })

  await page.reload()
  await page.locator('[data-codes="google email"]').waitFor()
  answers().withdrawalCheckEmail = { expireTime: Date.now() + 600_000, resendTime: Date.now() + 60_000 }
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect.poll(() => sent('withdrawalCheckEmail')).toEqual([{ id: '991' }])
  await page.locator('[name=google]').fill('123456')
  await page.locator('[name=email]').fill('111111')
  answers().checkWithdrawDeposit = fail('SECOND_FACTOR_INVALID', 'That code is wrong.', { method: 'email', left: 4 })
  await page.locator('[data-confirm]').click()
  await page.getByText('That code is wrong.').waitFor()
  expect(await page.locator('[name=email]').evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await axeFaults(page)).toEqual([])
  await page.locator('[name=email]').fill('222222')
  const queued = tx('991', 2, 3, { txHash: null, canUndo: 1 })
  answers().checkWithdrawDeposit = queued
  answers()['detail/991'] = detail(queued, [0, 1, 3])
  await page.locator('[data-confirm]').dblclick()
  await page.locator('[data-tx-page][data-status="3"]').waitFor()
  expect(sent('checkWithdrawDeposit')).toHaveLength(2)
  expect(sent('checkWithdrawDeposit')[1]).toMatchObject({ id: '991', codes: { google: '123456', email: '222222' } })
  expect(await page.locator('[data-codes]').count()).toBe(0)

  answers().undoWithdrawDeposit = fail('WITHDRAW_STATE', 'It is signed already.', { status: 4 })
  await page.locator('[data-undo]').click()
  await page.getByText('It is signed already.').waitFor()
  answers()['detail/991'] = detail(tx('991', 2, 5, { confirmations: 7 }), [0, 1, 3, 4, 5])
  await page.locator('[data-tx-page][data-status="5"]').waitFor()
  expect(await page.locator('[data-undo]').count()).toBe(0)
  await page.locator('[data-blocks="7/12"]').waitFor()
  answers()['detail/991'] = detail(tx('991', 2, 6, { confirmations: 12 }), [0, 1, 3, 4, 5, 6])
  await page.locator('[data-tx-page][data-status="6"]').waitFor()
  expect(await page.locator('[data-step]').evaluateAll((steps) => steps.map(({ dataset }) => dataset.place))).toEqual(
    Array(6).fill('passed'),
  )
})

test('WAL-016 [part] who goes on while the checks of addresses are on their way is led on when they have spoken', async () => {
  answers().userAddressList = listed([])
  answers().withdrawDepositList = listed([])
  const page = await harness.open('/assets/spot/withdrawMoney?coin=USDT', { loggedIn: true })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/inspect-[^/]+\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  await page.locator('[name=address]').fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
  await page.locator('[name=amount]').fill('100')
  await page.locator('[data-review]').click()
  const dialog = page.getByRole('dialog', { name: 'Check the withdrawal' })
  expect(await dialog.count()).toBe(0)
  resolve()
  await dialog
    .getByText('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
    .or(dialog.getByLabel('I compared the address and the network'))
    .first()
    .waitFor()
})

test('WAL-018 WAL-034 [part] the network follows from the address; one that is wrong, of another network or a look-alike is told apart', async () => {
  answers().userAddressList = listed([])
  answers().withdrawDepositList = listed(WITHDRAWALS)
  answers().createWithdrawDeposit = fail('ADDRESS_INVALID', 'This is an address of your own.', { reason: 'own' })
  const page = await harness.open('/assets/spot/withdrawMoney?coin=USDT', { loggedIn: true })
  const field = page.locator('[name=address]')
  await field.fill(EVM_ADDRESS.replace('5aAeb', '5aAec'))
  await page.getByText('The checksum does not fit').waitFor()
  await field.fill(BTC_ADDRESS)
  await page.getByText('This is an address of Bitcoin. USDT does not move there.').waitFor()
  expect(await page.locator('[data-checks]').count()).toBe(0)
  await field.fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
  await page.locator('[data-fitting="1"]').waitFor()
  await page.getByText('Network found: TRON (TRC20)').waitFor()

  answers().withdrawPreview = fail('ADDRESS_INVALID', 'This address is not valid.', { reason: 'own' })
  await field.fill(OWN_EVM_ADDRESS)
  await page.locator('[data-network=ERC20]').click()
  await page.getByText('This is your own deposit address').waitFor()
  answers().withdrawPreview = preview()

  // The same ends as the address that coins went to before, another middle, and small letters alone, which carry no checksum.
  const alike = `0x5aae${'0'.repeat(32)}beaed`.slice(0, 38) + EVM_ADDRESS.slice(-4).toLowerCase()
  await field.fill(alike)
  await page.locator('[data-checks]').getByText('Looks like').waitFor()
  await page.locator('[data-fitting="2"]').waitFor()
  await page.locator('[name=amount]').fill('20')
  await page.locator('[data-review]').click()
  await page.getByText('Choose the network that the receiver uses.').waitFor()
  await page.locator('[data-network=ARB]').click()
  await expect.poll(() => sent('withdrawPreview').at(-1)).toMatchObject({ protocolType: 'ARB', address: alike, amount: '20' })
  await page.locator('[data-review]').click()
  const dialog = page.getByRole('dialog', { name: 'Check the withdrawal' })
  await dialog.getByText('it only looks like it').waitFor()
  await dialog.locator('[data-request]').click()
  expect(sent('createWithdrawDeposit')).toEqual([])
  await dialog.getByRole('checkbox').check()
  await dialog.locator('[data-request]').click()
  await dialog.getByText('This is an address of your own.').waitFor()
  expect(sent('createWithdrawDeposit')[0]).toMatchObject({ protocolType: 'ARB', address: alike })
})

test('WAL-016 [part] who has less than the least amount is told that amount, and no bounds that exclude each other', async () => {
  answers().withdrawPreview = preview({ max: '0' })
  const page = await harness.open('/assets/spot/withdrawMoney?coin=USDT', { loggedIn: true })
  await page.locator('[data-bounds]').waitFor()
  expect(await page.locator('[data-bounds]').textContent()).toMatch(/^At least \u206610\sUSDT\u2069\.$/)
})

test('WAL-030 WAL-033 USER-008 [part] what is closed, rests or waits says so and does not let anything leave', async () => {
  answers().coinExtList = [network('21', '2', 'ERC20', { halted: 1 }), ...USDT_NETWORKS.slice(1, 2)]
  answers()['secondFactor/info'] = security({
    whitelistStatus: 1,
    withdrawLockUntil: Date.now() + 5 * HOUR_MS,
    withdrawLockCause: 'passwordChanged',
  })
  answers().withdrawPreview = preview({ lockUntil: Date.now() + 5 * HOUR_MS, lockCause: 'passwordChanged' })
  const page = await harness.open('/assets/spot/withdrawMoney?coin=USDT', { loggedIn: true })
  await page.locator('[data-halted=USDT]').waitFor()
  await page
    .locator('[data-lock-until]')
    .getByText(/paused for another (5 h 0|4 h 59) min/)
    .waitFor()
  await page.locator('[data-entry="31"]').getByText('its network is closed').waitFor()
  await page.locator('[data-entry="33"]').getByText('not on your list').waitFor()
  expect(await page.locator('[data-review]').getAttribute('aria-disabled')).toBe('true')
  expect(await page.locator('[data-limit]').count()).toBe(0)
  const closed = await harness.open('/assets/spot/withdrawMoney?coin=SOL', { loggedIn: true })
  await closed.getByText('Withdrawals of SOL are closed').waitFor()
  expect(await closed.locator('[data-review]').count()).toBe(0)
})

test('WAL-031 WAL-032 SHELL-045 [part] an empty book offers to add an address; one is checked, proven and saved once, and deleted', async () => {
  answers().userAddressList = listed([])
  const page = await harness.open('/assets/address', { loggedIn: true })
  await page.getByText('No saved address').waitFor()
  await expect.poll(() => page.locator('[data-points] li').count()).toBe(3)
  await page.getByRole('main').getByRole('button', { name: 'Add address' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Add an address' })
  await dialog.locator('[data-save]').click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.locator('[name=label]').fill('x'.repeat(33))
  await dialog.getByText('The name has more than 32 characters.').waitFor()
  await dialog.locator('[name=label]').fill('Ledger cold')
  await dialog.locator('[name=address]').fill(BTC_ADDRESS)
  await dialog
    .getByText(/address/)
    .first()
    .waitFor()
  await dialog.locator('[name=address]').fill(EVM_ADDRESS)
  await dialog.locator('[data-fitting="2"]').getByText('ERC20').click()
  expect(await axeFaults(page)).toEqual([])
  answers().saveUserAddress = fail('SECOND_FACTOR_REQUIRED', 'A code is needed.', { methods: ['google'] })
  await dialog.locator('[data-save]').click()
  const proof = page.locator('dialog', { has: page.locator('[name=google]') })
  await proof.waitFor()
  answers()['secondFactor/stepUp'] = { validUntil: Date.now() + 600_000 }
  answers().saveUserAddress = BOOK[0]
  answers().userAddressList = listed(BOOK)
  await proof.locator('[name=google]').fill('123456')
  await dialog.waitFor({ state: 'detached' })
  expect(sent('saveUserAddress').at(-1)).toMatchObject({
    ...{ coinId: '2', protocolType: 'ERC20', address: EVM_ADDRESS, label: 'Ledger cold', isWhitelisted: 1 },
    data: expect.stringMatching(/^k1\./),
  })
  await page
    .locator('[data-entry="32"]')
    .getByText(/usable from/)
    .last()
    .waitFor()
  await page.getByRole('button', { name: 'Delete: Kraken USDT' }).click()
  answers().deleteByIds = { deleted: 1 }
  answers().userAddressList = listed(BOOK.slice(0, 2))
  await page.locator('[data-delete]').click()
  await expect.poll(() => page.locator('[data-entry]').count()).toBe(2)
  expect(sent('deleteByIds')[0]).toMatchObject({ ids: ['33'] })
})

test('SHELL-051 [part] hidden balances are told by nothing on the page of withdrawals', async () => {
  answers().withdrawDepositList = listed([])
  const page = await harness.open('/assets/spot/withdrawMoney?coin=USDT', { loggedIn: true })
  await page.getByText(/Available .*12,480/).waitFor()
  await page.evaluate(() => sessionStorage.setItem('balanceVisible', 'false'))
  await page.reload()
  await page.getByText(/Available .*\*{4}/).waitFor()
  await page.locator('[data-entry="31"]').click()
  await page.locator('[data-bounds]', { hasText: '****' }).waitFor()
  await page.locator('[name=amount]').fill('99999')
  await page.getByText(/\*{4}.* may leave now/).waitFor()
  expect(await page.locator('[data-withdraw]').textContent()).not.toMatch(/12,?480/)
})

test('WAL-033 [part] the list is turned on with codes; turning it off says first that withdrawals pause', async () => {
  answers()['secondFactor/info'] = security()
  answers().whitelistSwitch = security({ whitelistStatus: 1 })
  const page = await harness.open('/userCenter/safeCenter', { loggedIn: true })
  const list = page.getByRole('switch', { name: 'Only listed addresses' })
  await list.click()
  for (const method of ['google', 'email']) await page.locator(`dialog [name=${method}]`).fill('123456')
  await expect.poll(() => list.isChecked()).toBe(true)
  expect(sent('whitelistSwitch')).toHaveLength(1)
  expect(sent('whitelistSwitch')[0]).toMatchObject({ whitelistStatus: 1, codes: { google: '123456', email: '123456' } })
  await list.click()
  await page.getByText('Withdrawals are then paused for 24 hours').waitFor()
  expect(sent('whitelistSwitch')).toHaveLength(1)
})
