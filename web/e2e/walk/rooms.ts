/** What opens on pages of the invented exchange, and the fewest steps to each. */
import { ORDER_TYPES } from '../../../wire/src/spot/view.ts'
import { ACCOUNT_ANSWERS, PROTECTED } from '../fakes/account.ts'
import { assetsAnswers } from '../fakes/assets.ts'
import { contractAnswers } from '../fakes/contract-pages.ts'
import { openDesk } from '../fakes/convert.ts'
import { earnAnswers } from '../fakes/earn.ts'
import { EVM_ADDRESS, walletAnswers } from '../fakes/wallet.ts'
import type { Harness } from '../harness.ts'
import { press } from './narrow.ts'
import type { Room, Steps } from './narrow-dialogs.ts'

type Name = string | RegExp

const button =
  (name: Name): Steps =>
  (page) =>
    press(page.getByRole('button', { name, exact: typeof name === 'string' }))
const at =
  (selector: string): Steps =>
  (page) =>
    press(page.locator(selector))
const inTurn =
  (...steps: readonly Steps[]): Steps =>
  async (page) => {
    for (const step of steps) await step(page)
  }
const fill =
  (field: string, text: string): Steps =>
  (page) =>
    page.locator(field).first().fill(text)
const see =
  (selector: string): Steps =>
  (page) =>
    page.locator(selector).first().waitFor()
/** On the dialog that was opened last. */
const inside =
  (name: Name): Steps =>
  (page) =>
    press(page.locator('dialog[open]').last().getByRole('button', { name }))

const opened =
  (switches: Partial<Harness['fake']['behaviour']['switches']>) =>
  ({ fake }: Harness): void => {
    fake.behaviour.switches = { ...fake.behaviour.switches, ...switches }
  }

const MINUTES_MS = 600_000
const SETUP = { setupId: 's', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/Agio:al?secret=JBSWY3DPEHPK3PXP' }
const account = (change: object = {}) => ({
  ...ACCOUNT_ANSWERS,
  'totp/setup': { ...SETUP, expireTime: Date.now() + MINUTES_MS },
  'secondFactor/sendCode': { expireTime: Date.now() + MINUTES_MS, resendTime: Date.now() + MINUTES_MS },
  ...change,
})
const everyProtection = () =>
  account({
    'secondFactor/info': { ...PROTECTED, antiPhishing: 1, whitelistStatus: 1, phoneStatus: 1 },
    'totp/recoveryCodes': { ...PROTECTED, recoveryCodes: Array.from({ length: 10 }, (_, place) => `7KD2${place}-9XW4M`) },
  })
const newCodes = inTurn(button(/recovery codes/), inside('Make new codes'), see('dialog [name=google]'))
const SAFE = '/userCenter/safeCenter'

const SHELL: readonly Room[] = [
  {
    path: '/marketData',
    opens: {
      drawer: button('Open menu'),
      'languages and currencies': inTurn(button('Open menu'), see('dialog[open]'), inside(/Language and currency/)),
      search: inTurn(button(/Search pairs/), fill('dialog[open] input', 'BTC')),
      notices: button(/^Notices/),
    },
  },
]

const ACCOUNT: readonly Room[] = [
  { path: '/userCenter', answers: account, opens: { nickname: button('Change nickname'), picture: button('Change picture') } },
  { path: '/userCenter/userSettings', answers: account, opens: { nickname: button('Change'), 'close account': button('Close account') } },
  {
    path: SAFE,
    answers: account,
    opens: {
      authenticator: inTurn(button('Add: Authenticator'), see('[data-secret]')),
      passkeys: button('Add: Passkeys'),
      'e-mail': button('Change: E-mail'),
      phone: button('Add: Phone'),
      password: button('Change: Password'),
      'anti-phishing': button(/: Anti-phishing code$/),
      freeze: button('Freeze'),
    },
  },
  {
    path: SAFE,
    answers: everyProtection,
    opens: {
      'remove authenticator': button('Remove: Authenticator'),
      'remove e-mail': button('Remove: E-mail'),
      'anti-phishing': button('Change: Anti-phishing code'),
      'whitelist off': at('[data-whitelist-switch]'),
      'new recovery codes': button(/recovery codes/),
      'question for codes': newCodes,
    },
  },
  {
    path: SAFE,
    answers: everyProtection,
    // They are closed by whoever says that he keeps them: nothing opens behind.
    opens: {
      'recovery codes': inTurn(newCodes, fill('dialog [name=google]', '123456'), fill('dialog [name=email]', '123456'), see('.secret')),
    },
  },
  { path: `${SAFE}?view=devices`, answers: account, opens: { 'end others': button(/End all other/) } },
  {
    path: `${SAFE}?view=keys`,
    answers: account,
    opens: { 'edit key': button('Edit: grid-bot'), 'remove key': button('Remove: grid-bot') },
  },
]

const MONEY: readonly Room[] = [
  {
    path: '/assets/spot',
    answers: assetsAnswers,
    prepare: opened({ financialSwitch: 1 }),
    opens: {
      'of a coin': at('[data-more="USDT-all"]'),
      transfer: inTurn(at('[data-more="USDT-all"]'), at('[data-act=transfer]'), see('[data-transfer]')),
      debt: at('[data-debt] [aria-haspopup=dialog]'),
    },
  },
  {
    path: '/assets/address',
    answers: walletAnswers,
    opens: {
      'add address': at('[data-add]'),
      'add a fitting address': inTurn(
        at('[data-add]'),
        fill('dialog [name=label]', 'Cold wallet of the company'),
        fill('dialog [name=address]', EVM_ADDRESS),
        see('dialog [data-fitting]'),
      ),
      'rename address': button(/^Rename: /),
      'delete address': button('Delete: Kraken USDT'),
    },
  },
  {
    path: '/assets/spot/withdrawMoney?coin=USDT',
    answers: walletAnswers,
    opens: { review: inTurn(at('[data-entry="31"]'), fill('[name=amount]', '1200'), see('[data-fact=arrives]'), at('[data-review]')) },
  },
  { path: '/exchange', prepare: openDesk, opens: { coins: at('[aria-haspopup=dialog][aria-label*="BTC"]') } },
  {
    path: '/financial?product=7',
    answers: earnAnswers,
    prepare: opened({ financialSwitch: 1 }),
    opens: { product: see('[data-side-sheet]') },
  },
  {
    path: '/financialOrder',
    answers: earnAnswers,
    prepare: opened({ financialSwitch: 1 }),
    opens: { redeem: inTurn(button(/^Order 31:/), at('[data-redeem-open="31"]')) },
  },
  { path: '/assets/contract', answers: contractAnswers, prepare: opened({ contractSwitch: true }), opens: { share: at('[data-share]') } },
]

export const ROOMS: readonly Room[] = [...SHELL, ...ACCOUNT, ...MONEY]

/** A limit so far through the market that the terminal asks. */
const THROUGH = '99999'
const ticket = inTurn(at('[data-action-bar] button'), see('dialog [data-submit]'))
const kind =
  (type: string): Steps =>
  (page) =>
    page.locator('dialog [data-ticket] select').first().selectOption(type)

/** The spot terminal, for a customer with one open order; it needs an exchange behind it. */
export const SPOT: Room = {
  path: '/spotTrade?symbol=BTC_USDT',
  opens: {
    notices: button(/Notices/),
    pairs: at('[data-panel=pair] [aria-haspopup=dialog]'),
    indicators: button('Indicators'),
    'candles as a table': button('Candles as a table'),
    ...Object.fromEntries([...ORDER_TYPES.values()].map((type) => [type, inTurn(ticket, kind(type))])),
    through: inTurn(
      ticket,
      kind('limit'),
      fill('dialog input[name=price]', THROUGH),
      fill('dialog input[name=quantity]', '0.001'),
      at('dialog [data-submit]'),
      see('[data-through]'),
    ),
  },
  unfolds: { 'edit order': at('[data-edit-open]') },
}
