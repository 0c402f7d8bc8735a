/** Answers of an invented account, for tests of the user centre: a user with e-mail and nothing else, as one who has just registered. */
import type { SecurityInfo } from '../../../wire/src/account/auth.ts'
import { TEST_USER } from '../harness.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const SECURITY: SecurityInfo = {
  googleStatus: 0,
  emailStatus: 1,
  phoneStatus: 0,
  googleBound: 0,
  emailBound: 1,
  phoneBound: 0,
  emailMask: 'al***er@mail.com',
  phoneMask: null,
  loginMode: 0,
  loginMethods: ['email'],
  passwordMethods: ['email'],
  withdrawMethods: ['email'],
  passkeyCount: 0,
  antiPhishing: 0,
  whitelistStatus: 2,
  passwordTime: Date.UTC(2026, 4, 20),
  withdrawLockUntil: null,
  withdrawLockCause: null,
  frozen: 0,
}

/** The same account after an authenticator was added. */
export const PROTECTED: SecurityInfo = {
  ...SECURITY,
  googleStatus: 1,
  googleBound: 1,
  loginMethods: ['google'],
  passwordMethods: ['google', 'email'],
  withdrawMethods: ['google', 'email'],
  recoveryCodesLeft: 10,
}

const USER = { ...TEST_USER, registerType: 1, lang: 'en_US', kycLevel: 0, createTime: Date.UTC(2026, 2, 2) }

export const CENTER = {
  user: USER,
  security: SECURITY,
  identity: {
    status: 0,
    level: 0,
    reason: null,
    realName: null,
    idType: null,
    idCard: null,
    countryCode: null,
    submitTime: null,
    auditTime: null,
  },
  currency: 'USD',
  lang: 'en_US',
  feeCoinSwitch: 0,
  feeCoin: { coinName: 'AGIO', discount: '0.25' },
  nicknameNextTime: null,
  withdrawLimit: { amountLimit: '1000', coin: 'USDT', time: 24 },
  invite: { enabled: 0, code: null },
  notify: { account: 1, assets: 1, transaction: 1, marketing: 0 },
}

const CHANNELS = { inApp: 1, email: 1, push: 0 }

export const CONFIG = {
  favorites: [],
  layout: {},
  lang: 'en_US',
  currency: 'USD',
  colorMode: 'green-up',
  theme: 'system',
  hotkeys: {},
  notifyChannels: { account: CHANNELS, assets: CHANNELS, transaction: CHANNELS },
}

const machine = { device: 'desktop', os: 'macOS', browser: 'Chrome', ip: '81.193.44.17', region: 'Europe/Lisbon' }
const phone = { device: 'mobile', os: 'iOS', browser: 'Safari', ip: '2a05:d014:1:2::7', region: 'Europe/Lisbon' }

export const SESSIONS = [
  { ...machine, sessionId: 's1', current: 1, clientType: 'pc', createTime: Date.now() - DAY, lastTime: Date.now() },
  { ...phone, sessionId: 's2', current: 0, clientType: 'pc', createTime: Date.now() - 3 * DAY, lastTime: Date.now() - 5 * HOUR },
  {
    ...machine,
    os: 'Windows',
    browser: 'Firefox',
    sessionId: 's3',
    current: 0,
    clientType: 'pc',
    createTime: Date.now() - 5 * DAY,
    lastTime: Date.now() - 4 * DAY,
  },
]

const login = (id: number, change: object) => ({
  ...machine,
  id: String(id),
  time: Date.now() - id * 19 * HOUR,
  method: 'password',
  result: 1,
  reason: null,
  isNewDevice: 0,
  ...change,
})

export const LOGINS = {
  list: [
    login(0, {}),
    login(1, { ...phone, method: 'passkey' }),
    login(2, { ...phone, region: 'Europe/Madrid' }),
    login(3, { os: 'Windows', browser: 'Firefox', isNewDevice: 1 }),
    login(4, { os: '', browser: '', device: '', region: 'Africa/Lagos', ip: '102.89.3.4', result: 0, reason: 'LOGIN_LOCKED' }),
  ],
  total: 5,
  pageNo: 1,
  pageSize: 20,
}

export const KEYS = {
  list: [
    {
      id: 'k1',
      label: 'grid-bot',
      apiKey: 'agio7Qm0s1dJ4mTz8bY6hRn3WcL5x4Rw',
      algorithm: 'HMAC-SHA256',
      permissions: { read: 1, trade: 1, futures: 0, withdraw: 0 },
      ipList: ['18.196.20.41', '2a05:d014::/64'],
      expireTime: Date.now() + 70 * DAY,
      lastUseTime: Date.now() - HOUR,
      createTime: Date.now() - 20 * DAY,
      status: 1,
    },
    {
      id: 'k2',
      label: 'old laptop',
      apiKey: 'agio2Zp0s1dJ4mTz8bY6hRn3WcL5e8Hd',
      algorithm: 'HMAC-SHA256',
      permissions: { read: 1, trade: 1, futures: 0, withdraw: 0 },
      ipList: [],
      expireTime: Date.now() - 20 * DAY,
      lastUseTime: null,
      createTime: Date.now() - 120 * DAY,
      status: 2,
    },
  ],
  total: 2,
  pageNo: 1,
  pageSize: 20,
}

const WALLET = { totalU: '66255.12', spotU: '66255.12', contractU: '0', financialU: '0', todayPnlU: '277.11', todayPnlPercent: '0.42' }

const COUNTRIES = [
  ['CN', '86', 'China'],
  ['DE', '49', 'Germany'],
  ['SA', '966', 'Saudi Arabia'],
  ['US', '1', 'United States'],
].map(([countryCode = '', areaCode = '', name = '']) => ({
  id: countryCode,
  countryCode,
  areaCode,
  name,
  nameEn: name,
  iconUrl: null,
  supported: 1,
}))

/** Every answer that the pages of the account ask for; a test puts its own over them. */
export const ACCOUNT_ANSWERS: Readonly<Record<string, unknown>> = {
  'user/userCenter': CENTER,
  'secondFactor/info': SECURITY,
  'user/userConfig': CONFIG,
  'session/list': SESSIONS,
  'login/history': LOGINS,
  'api-key/list': KEYS,
  'passkey/list': [],
  'user-wallet/overview': WALLET,
  'antiPhishing/info': { antiPhishingCode: null },
  selectHomeCountryList: COUNTRIES,
}
