/** The user centre, against an invented account: what is shown, what is asked before a change, what is sent. */
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { axeFaults } from '../axe.ts'
import { ACCOUNT_ANSWERS, CENTER, CONFIG, LOGINS, PROTECTED } from '../fakes/account.ts'
import { SESSION_OVER } from '../fakes/server.ts'
import { type Harness, startHarness } from '../harness.ts'

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
let publicKey = ''
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  publicKey = Buffer.from(await suite.kem.serializePublicKey((await suite.kem.generateKeyPair()).publicKey)).toString('base64url')
})
beforeEach(() => {
  const key = { keyId: 'test-key', publicKey, kem: 32, kdf: 1, aead: 2, notAfter: Date.now() + 3_600_000 }
  Object.assign(answers(), ACCOUNT_ANSWERS, { 'security/publicKey': key })
  answers()['secondFactor/sendCode'] = { expireTime: Date.now() + 600_000, resendTime: Date.now() + 60_000 }
})
afterEach(() => harness.reset())
afterAll(() => harness.stop())

const answers = () => harness.fake.behaviour.answers
const bodiesOf = (tail: string) =>
  harness.fake.behaviour.calls.filter(({ call }) => call.endsWith(tail)).map(({ body }) => body as Record<string, unknown>)
const refuse = (name: string, message: string, params: object = {}) => ({ fail: { code: '1', message, name, params } })
const open = (path: string, visit: object = {}) => harness.open(path, { loggedIn: true, ...visit })
const SECURITY_CENTRE = '/userCenter/safeCenter'
/** A picture of one white pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

/** Answers the question for codes. */
async function prove(page: Page, codes: Readonly<Record<string, string>>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Show that it is you' })
  for (const [name, code] of Object.entries(codes)) await dialog.locator(`[name="${name}"]`).fill(code)
}

describe('overview', () => {
  test('USER-001 it shows who, how safe, how much and the last logins; the menu of the header leads there', async () => {
    const page = await open('/marketData')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    for (const text of ['IMUSER-100001', 'al***er@mail.com', 'UID 100001', 'Not verified', 'Security 1 of 5', '$66,235.24']) {
      await page.getByRole('main').getByText(text, { exact: true }).first().waitFor()
    }
    await expect.poll(() => page.getByRole('table', { name: 'Login history' }).getByRole('row').count()).toBe(6)
  })

  test('USER-002 a new nickname and a new picture are saved once and stand in the header without a reload', async () => {
    const page = await open('/userCenter')
    await page.evaluate('globalThis.sameDocument = true')
    await page.getByRole('button', { name: 'Change nickname' }).click()
    const field = page.getByRole('textbox', { name: 'Nickname' })
    await field.fill('M')
    await field.press('Enter')
    await page.getByRole('dialog').getByText('2 to 20 characters.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    answers().updateUserCenter = { ...CENTER, user: { ...CENTER.user, nickname: 'Maya K.' } }
    await field.fill('Maya K.')
    await field.press('Enter')
    await page.locator('[data-nickname]', { hasText: 'Maya K.' }).waitFor()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('dialog', { name: 'Your account' }).getByText('Maya K.').waitFor()
    await page.keyboard.press('Escape')
    const url = '/favicon.svg'
    answers()['image/upload'] = { key: 'picture-1', url, size: 68, mime: 'image/png', width: 1, height: 1 }
    answers().updateUserCenter = { ...CENTER, user: { ...CENTER.user, nickname: 'Maya K.', avatarUrl: url } }
    await page.getByRole('button', { name: 'Change picture' }).click()
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator(`header img[src="${url}"]`).first().waitFor()
    expect(bodiesOf('updateUserCenter')).toEqual([{ nickname: 'Maya K.' }, { avatarUrl: url }])
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true)
  })

  test('a picture that another session has set reaches this one, and what the header switches stands in the settings', async () => {
    const { security, user } = CENTER
    answers().getLoginInfo = { ...user, avatarUrl: '/favicon.svg', security, switches: harness.fake.behaviour.switches }
    const page = await open('/userCenter/userSettings', { colorScheme: 'light' })
    await page.locator('header img[src="/favicon.svg"]').first().waitFor()
    await page.getByRole('radio', { name: 'System' }).and(page.locator(':checked')).waitFor({ state: 'attached' })
    await page.locator('header').getByRole('button', { name: /night/i }).click()
    await page.getByRole('radio', { name: 'Night' }).and(page.locator(':checked')).waitFor({ state: 'attached' })
  })

  test('a page that cannot be loaded says so in its place and is asked for again by Retry', async () => {
    answers()['user/userCenter'] = refuse('INTERNAL_ERROR', 'broken')
    const page = await open('/userCenter')
    await page.getByRole('alert').getByText('Your account did not load').waitFor()
    answers()['user/userCenter'] = CENTER
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('main').getByText('UID 100001').waitFor()
  })
})

describe('security centre', () => {
  test('USER-005 an authenticator shows its secret, needs its code and the one of before, and hands out recovery codes; USER-006 [part]', async () => {
    answers()['totp/setup'] = {
      setupId: 'setup-1',
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      otpauthUrl: 'otpauth://totp/Agio:al?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Agio',
      expireTime: Date.now() + 600_000,
    }
    const recoveryCodes = Array.from({ length: 10 }, (_, index) => `7KD2${index}-9XW4M`)
    answers()['totp/bind'] = refuse('SECOND_FACTOR_INVALID', 'The code is wrong. Tries left: 4.', { method: 'email', left: 4 })
    const page = await open(SECURITY_CENTRE)
    await page.getByRole('img', { name: '1 of 5 protections are on' }).waitFor()
    for (const name of ['Add: Authenticator', 'Add: Passkeys', 'Change: E-mail', 'Add: Phone', 'Change: Password', 'Freeze'])
      await page.getByRole('button', { name }).waitFor()
    for (const name of ['Devices', 'API keys']) await page.getByRole('link', { name }).first().waitFor()
    await page.getByRole('button', { name: 'Add authenticator' }).click()
    await page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP').waitFor()
    await page.getByRole('img', { name: 'QR code for the authenticator' }).waitFor()
    await page.getByLabel('Code that the app shows').fill('123456')
    await page.keyboard.press('Enter')
    await prove(page, { email: '111111' })
    await page.getByText('The code is wrong. Tries left: 4.').waitFor()
    answers()['totp/bind'] = { ...PROTECTED, recoveryCodes }
    await prove(page, { email: '222222' })
    await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor()
    await page.getByText('7KD29-9XW4M').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(/They have not been copied, saved or printed/).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as file' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('img', { name: '3 of 5 protections are on' }).waitFor()
    expect(bodiesOf('totp/bind').map(({ codes, googleCode, setupId }) => ({ codes, googleCode, setupId }))).toEqual([
      { codes: { email: '111111' }, googleCode: '123456', setupId: 'setup-1' },
      { codes: { email: '222222' }, googleCode: '123456', setupId: 'setup-1' },
    ])
  })

  test('USER-008 [part] a lock says until when and why; AUTH-009 [part] a changed password asks for the pair', async () => {
    const lock = { withdrawLockUntil: Date.now() + 23 * 3_600_000, withdrawLockCause: 'factorRemoved' }
    answers()['secondFactor/info'] = { ...PROTECTED, ...lock }
    answers()['password/change'] = {}
    const page = await open(SECURITY_CENTRE)
    await page.getByText(/Withdrawals are paused for another 2[23] h/).waitFor()
    await page.getByText(/A security method was removed\./).waitFor()
    await page.getByRole('button', { name: 'Change: Password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the password' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)).toBe('old')
    await dialog.getByLabel('Present password').fill('tern-Harbour-41')
    await dialog.getByLabel('New password', { exact: true }).fill('violet-Quay-77')
    await dialog.getByLabel('The same again').fill('violet-Quay-77')
    await page.keyboard.press('Enter')
    await prove(page, { google: '123456', email: '654321' })
    await dialog.waitFor({ state: 'detached' })
    const [change] = bodiesOf('password/change')
    expect(change).toMatchObject({ oldPassword: 'tern-Harbour-41', codes: { google: '123456', email: '654321' } })
    expect(bodiesOf('password/change').length).toBe(1)
  })

  test('USER-007 USER-009 [part] a call without a fresh proof asks for one, then goes on by itself; a recovery code stands in', async () => {
    answers()['secondFactor/info'] = { ...PROTECTED, antiPhishing: 1 }
    answers()['antiPhishing/info'] = { antiPhishingCode: 't***n' }
    answers()['antiPhishing/save'] = refuse('SECOND_FACTOR_REQUIRED', 'Codes are needed.', { methods: ['google'] })
    const page = await open(SECURITY_CENTRE)
    await page.getByRole('button', { name: 'Change: Anti-phishing code' }).click()
    await page.getByLabel('Your code').fill('abc')
    await page.keyboard.press('Enter')
    expect(bodiesOf('antiPhishing/save')).toEqual([])
    await page.getByLabel('Your code').fill('tern at noon')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'I cannot use my authenticator' }).click()
    answers()['secondFactor/stepUp'] = { validUntil: Date.now() + 600_000 }
    answers()['antiPhishing/save'] = {}
    await page.getByLabel('Recovery code').fill('7kd2q-9xw4m')
    await page.keyboard.press('Enter')
    await page.getByText('Anti-phishing code saved').waitFor()
    expect(bodiesOf('secondFactor/stepUp')).toEqual([{ codes: { google: '7kd2q-9xw4m' } }])
    expect(bodiesOf('antiPhishing/save').length).toBe(2)
  })

  test('USER-011 [part] freezing says what it does, wants a tick, ends here', async () => {
    answers()['account/freeze'] = {}
    harness.fake.behaviour.endsSession = ['account/freeze']
    const page = await open(SECURITY_CENTRE)
    await page.getByRole('button', { name: 'Freeze', exact: true }).click()
    await page.getByText('Every open order is cancelled.').waitFor()
    await page.getByRole('button', { name: 'Freeze now' }).click()
    await page.getByText('Tick this box first.').waitFor()
    expect(bodiesOf('account/freeze')).toEqual([])
    await page.getByRole('checkbox', { name: /I understand/ }).check()
    await page.getByRole('button', { name: 'Freeze now' }).click()
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await page.getByText('Your account is frozen').first().waitFor()
    expect(await page.getByText(SESSION_OVER).count()).toBe(0)
  })

  test('AUTH-016 [part] a session that somebody else ended is told, also while its own end was asked for and refused', async () => {
    answers()['account/freeze'] = { fail: { code: '50000', message: 'Broken.', name: 'INTERNAL_ERROR' } }
    harness.fake.behaviour.endsSession = ['account/freeze']
    const page = await open(SECURITY_CENTRE)
    await page.getByRole('button', { name: 'Freeze', exact: true }).click()
    await page.getByRole('checkbox', { name: /I understand/ }).check()
    await page.getByRole('button', { name: 'Freeze now' }).click()
    await page.getByText(SESSION_OVER).waitFor()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

test('A11Y-001 A11Y-003 A11Y-008 [part] dialogs in Arabic at night on a phone: axe finds nothing, nothing is wider than the screen', async () => {
  const page = await open(SECURITY_CENTRE, { lang: 'ar_SA', mode: 'night', width: 320, height: 640 })
  for (const button of ['تغيير: كلمة المرور', 'إضافة: الهاتف', 'تجميد']) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})

describe('devices and API keys', () => {
  test('USER-010 [part] devices are named, this one marked; ending one asks the server once; older logins come page by page', async () => {
    answers()['login/history'] = { ...LOGINS, total: 8 }
    answers()['session/revoke'] = {}
    const page = await open(`${SECURITY_CENTRE}?view=devices`)
    await page.getByText('This device').waitFor()
    const logins = page.getByRole('table', { name: 'Login history' })
    await expect.poll(() => logins.getByText('Locked 15 min').count()).toBe(1)
    answers()['login/history'] = { ...LOGINS, list: LOGINS.list.slice(0, 3).map((row) => ({ ...row, id: `older ${row.id}` })), total: 8 }
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => logins.getByRole('row').count()).toBe(9)
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    const [first, second] = bodiesOf('login/history')
    expect(second).toMatchObject({ pageNo: 2, startTime: first?.startTime, endTime: first?.endTime })
    const end = page.getByRole('button', { name: 'End session: Safari · iOS' })
    await end.dblclick()
    await page.getByText('1 session ended').waitFor()
    expect(bodiesOf('session/revoke')).toEqual([{ sessionId: 's2' }])
  })

  test('USER-015 [part] a key is made with codes, its secret shown once', async () => {
    const made = {
      ...(ACCOUNT_ANSWERS['api-key/list'] as { list: object[] }).list[0],
      label: 'market watcher',
      secret: '9fK2v7Qx0s1dJ4mTz8bY6hRn3',
    }
    answers()['api-key/create'] = made
    const page = await open(`${SECURITY_CENTRE}?view=keys`)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Give the key a name.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('market watcher')
    await page.getByRole('checkbox', { name: /Withdraw/ }).check()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('A key that may withdraw needs at least one network address.').waitFor()
    await page.getByRole('checkbox', { name: /Withdraw/ }).uncheck()
    await page.getByLabel(/Only from these network addresses/).fill('18.196.20.41 ')
    await page.getByRole('button', { name: 'Create key' }).click()
    await prove(page, { email: '123456' })
    await page.getByText('9fK2v7Qx0s1dJ4mTz8bY6hRn3').waitFor()
    expect(bodiesOf('api-key/create')[0]).toMatchObject({
      label: 'market watcher',
      permissions: { read: 1, trade: 0, futures: 0, withdraw: 0 },
      ipList: ['18.196.20.41'],
      expireDays: 90,
      codes: { email: '123456' },
    })
    await page.getByRole('button', { name: 'I have it' }).click()
    expect(await page.getByText('9fK2v7Qx0s1dJ4mTz8bY6hRn3').count()).toBe(0)
  })

  test('USER-015 [part] a key is changed: less takes no more codes, more takes those of a new key; a key pair of one’s own has no secret', async () => {
    const [first] = (ACCOUNT_ANSWERS['api-key/list'] as { list: object[] }).list
    answers()['api-key/update'] = { ...first, label: 'grid two' }
    answers()['api-key/create'] = { ...first, label: 'signer', algorithm: 'ED25519', secret: '' }
    const page = await open(`${SECURITY_CENTRE}?view=keys`)
    await page.getByRole('button', { name: 'Edit: grid-bot' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit “grid-bot”' })
    await dialog.getByLabel('Name', { exact: true }).fill('grid two')
    await dialog.getByRole('checkbox', { name: 'Trade spot' }).uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('“grid two” saved').waitFor()
    expect(bodiesOf('api-key/update')).toMatchObject([
      {
        id: 'k1',
        label: 'grid two',
        permissions: { read: 1, trade: 0, futures: 0, withdraw: 0 },
        ipList: ['18.196.20.41', '2a05:d014::/64'],
      },
    ])
    await page.getByRole('button', { name: 'Edit: grid-bot' }).click()
    await dialog.getByRole('checkbox', { name: /Withdraw/ }).check()
    await dialog.getByText('The key may do more than before: next we ask for your codes.').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await prove(page, { email: '123456' })
    await expect.poll(() => bodiesOf('api-key/update').at(-1)).toMatchObject({ permissions: { withdraw: 1 }, codes: { email: '123456' } })
    await dialog.waitFor({ state: 'hidden' })
    await page.getByLabel('Name', { exact: true }).fill('signer')
    await page.getByRole('radio', { name: 'Your own key pair' }).check()
    await page.getByLabel('Public key (Ed25519)').fill('nonsense')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('This is no Ed25519 public key.').waitFor()
    await page.getByLabel('Public key (Ed25519)').fill('11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=')
    await page.getByRole('button', { name: 'Create key' }).click()
    await prove(page, { email: '123456' })
    await page.getByText('“signer” is ready. Sign its requests with your private key.').first().waitFor()
    expect(bodiesOf('api-key/create')[0]).toMatchObject({ publicKey: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' })
    expect(await page.getByText('Secret', { exact: true }).count()).toBe(0)
  })
})

test('INV-001 the code, its link, a poster with a QR code and friends by their masked accounts', async () => {
  harness.fake.behaviour.switches = { ...harness.fake.behaviour.switches, inviteSwitch: 1 }
  answers()['invite/myCode'] = {
    code: 'AGIO7KD2',
    link: 'https://agio.example/register?inviteCode=AGIO7KD2',
    rates: [{ level: 1, rate: '0.2' }],
    inviteeDiscount: '0',
    total: 1,
    traded: 0,
    commissionU: '0',
    pendingU: '0',
    monthU: '0',
    invited: 1,
  }
  const friend = {
    userId: '1***7',
    registerAccount: 'fr***nd@mail.com',
    level: 1,
    registerTime: Date.now(),
    kycLevel: 0,
    traded: 0,
    commissionU: '0',
  }
  answers()['invite/list'] = { list: [friend], total: 1, pageNo: 1, pageSize: 20 }
  answers()['invite/commissions'] = { list: [], total: 0, pageNo: 1, pageSize: 20 }
  const page = await open('/invite')
  for (const text of ['AGIO7KD2', 'https://agio.example/register?inviteCode=AGIO7KD2', 'fr***nd@mail.com'])
    await page.getByRole('main').getByText(text, { exact: true }).first().waitFor()
  await page.getByRole('img', { name: 'Poster with a QR code that leads to your link, code AGIO7KD2' }).waitFor()
})

describe('settings', () => {
  test('USER-012 each change is saved as it is made and shown at once; USER-013 [part]', async () => {
    answers()['userConfig/save'] = { ...CONFIG, theme: 'night' }
    answers().updateUserCenter = { ...CENTER, currency: 'EUR' }
    const page = await open('/userCenter/userSettings', { mode: 'day' })
    await page.getByRole('radio', { name: 'Night' }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('night')
    answers()['userConfig/save'] = { ...CONFIG, theme: 'night', colorMode: 'red-up' }
    await page.getByRole('radio', { name: 'Red up' }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.market)).toBe('swapped')
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
    const push = page.getByRole('switch', { name: 'Assets: Push' })
    await push.click()
    await page.getByText('Your browser does not allow notifications from this site.').waitFor()
    expect(await push.isChecked()).toBe(false)
    await page.context().grantPermissions(['notifications'])
    await push.click()
    await page.getByText(/^Saved .?\d\d:\d\d/).waitFor()
    await expect.poll(() => bodiesOf('userConfig/save').length).toBe(3)
    expect(bodiesOf('userConfig/save')).toEqual([{ theme: 'night' }, { colorMode: 'red-up' }, { notifyChannels: { assets: { push: 1 } } }])
    answers().updateUserCenter = { ...CENTER, currency: 'EUR', feeCoinSwitch: 1 }
    await page.getByText('25% off where your AGIO covers the whole fee.').waitFor()
    const fees = page.getByRole('switch', { name: 'Pay spot fees in AGIO' })
    await fees.click()
    await expect.poll(() => bodiesOf('updateUserCenter')).toEqual([{ currency: 'EUR' }, { feeCoinSwitch: 1 }])
    await expect.poll(() => fees.isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: 'Account: E-mail' }).count()).toBe(0)
  })

  test('USER-014 [part] everything can be taken away, and closing is refused in words while something is held', async () => {
    answers()['user/closeAccount'] = refuse('ACCOUNT_NOT_EMPTY', 'Balances are not zero yet.', { kind: 'balances' })
    const page = await open('/userCenter/userSettings')
    await page.getByRole('button', { name: 'Close account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close account' })
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Close account' }).click()
    await dialog.getByText('Balances are not zero yet.').waitFor()
    expect(bodiesOf('user/closeAccount')[0]).toMatchObject({ confirm: 'CLOSE' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Close account')
  })
})
