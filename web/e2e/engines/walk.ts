/** What a customer does on a day: logs in, trades at the terminal, looks at his orders and at what he has. One browser, one screen, one language. */
import { join } from 'node:path'
import { type Customer, PAIR, TERMINAL } from '../terminal/desk.ts'
import { Hand } from './hand.ts'
import type { EngineBrowser } from './raw-tab.ts'
import { unreadable } from './readable.ts'

export interface EngineVisit {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly lang: string
  readonly mode: 'day' | 'night'
}

export const VISITS: readonly EngineVisit[] = [
  { name: 'desktop', width: 1440, height: 900, lang: 'en_US', mode: 'night' },
  { name: 'phone', width: 390, height: 844, lang: 'en_US', mode: 'day' },
  { name: 'arabic', width: 1440, height: 900, lang: 'ar_SA', mode: 'day' },
  { name: 'arabic-phone', width: 390, height: 844, lang: 'ar_SA', mode: 'night' },
]

export interface Walker {
  readonly hand: Hand
  readonly base: string
  readonly visit: EngineVisit
  readonly customer: Customer
  readonly account: { readonly email: string; readonly password: string }
}

const PRICE = '[data-ticket] input[name="price"]'
const ROWS = 'tr[data-book-row]'
const ORDER = '[data-order]'

const isPhone = ({ visit }: Walker): boolean => visit.width < 768
const same = (what: string, got: unknown, wanted: unknown): void => {
  if (got !== wanted) throw new Error(`${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`)
}

async function canRead({ hand }: Walker, rows: string): Promise<void> {
  await hand.until('the book fills', (css: string) => document.querySelectorAll(css).length > 8, rows)
  const faults = await unreadable(hand, rows)
  if (faults.length > 0) throw new Error(`cannot be read: ${faults.join(', ')}`)
}

/** Screen, language and light of a visit. */
export async function prepare({ hand, base, visit }: Pick<Walker, 'hand' | 'base' | 'visit'>): Promise<void> {
  await hand.resize(visit.width, visit.height)
  await hand.open(`${base}/login`)
  await hand.run(({ lang, mode }: EngineVisit) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the walk's browsers do not all know the newer way
    document.cookie = `language=${lang}; path=/`
    for (const key of ['language', 'selectedLanguage']) localStorage.setItem(key, JSON.stringify(lang))
    localStorage.setItem('isDayMode', String(mode === 'day'))
  }, visit)
}

async function logIn(walker: Walker): Promise<void> {
  const { hand, base, customer, account } = walker
  await prepare(walker)
  await hand.open(`${base}/login?returnUrl=${encodeURIComponent(TERMINAL)}`)
  for (const [css, text] of [
    ['[name="username"]', account.email],
    ['[name="password"]', account.password],
  ] as const) {
    const typed = await hand.write(css, text)
    if (typed !== text) await hand.overwrite(css, text)
  }
  await hand.click({ css: 'form [type="submit"]' })
  await hand.until('a second step is asked for', () => document.querySelector('form [name="email"]') !== null, null)
  await hand.click({ css: 'div:has(> div > input[name="email"]) button' })
  // The seconds until the next may be sent: before they count, the newest code in the inbox is an older one.
  const isSent = () => /\d/.test(document.querySelector('div:has(> div > input[name="email"]) button')?.textContent ?? '')
  await hand.until('a code is sent', isSent, null)
  await hand.write('[name="email"]', await customer.client.code(account.email))
  await hand.until('the terminal opens', () => location.pathname === '/spotTrade', null)
}

async function terminal(walker: Walker): Promise<void> {
  const { hand } = walker
  // A login brings the account's language; the one chosen by hand stands above it.
  same('the language', await hand.run(() => document.documentElement.lang, null), walker.visit.lang.replace('_', '-'))
  await hand.until('a price is shown', () => /\d\.\d/.test(document.querySelector('[data-price]')?.textContent ?? ''), null)
  const drawn = () => [...document.querySelectorAll('canvas')].some((one) => one.width > 200)
  await hand.until('the chart is drawn', drawn, null)
  if (isPhone(walker)) await hand.click({ css: '#phone-tab-book, [role="tab"][id*="phone"][id$="book"]' })
  await canRead(walker, ROWS)
}

const priceBelow = (hand: Hand): Promise<string> =>
  hand.run(() => {
    const shown = [...document.querySelectorAll('tr[data-book-row="bids"]')].map((row) => Number(row.getAttribute('data-price')))
    return (Math.max(...shown) * 0.97).toFixed(2)
  }, null)

async function place(walker: Walker): Promise<void> {
  const { hand } = walker
  const price = await priceBelow(hand)
  if (isPhone(walker)) {
    await hand.click({ css: '.fixed.bottom-0 button' })
    await canRead(walker, `[data-sheet] ${ROWS}`)
  }
  const typed = await hand.write(PRICE, price)
  if (typed !== price) await hand.overwrite(PRICE, price)
  await hand.write('[data-ticket] input[name="quantity"]', '0.002')
  await hand.click({ css: '[data-submit]' })
  await hand.until('the order is listed', (css: string) => document.querySelector(css) !== null, ORDER)
  if (isPhone(walker))
    await hand.run(() => document.querySelector<HTMLDialogElement>('[data-sheet]')?.querySelector('button')?.click(), null)
  same('the price typed after a click into the field', typed, price)
}

async function amend(walker: Walker): Promise<void> {
  const { hand } = walker
  const price = (Number(await priceBelow(hand)) * 0.99).toFixed(1)
  await hand.click({ css: `${ORDER} [data-edit-open]` })
  await hand.overwrite('input[name="edit-price"]', price)
  await hand.click({ css: '[data-save]' })
  const shows = ({ css, wanted }: { css: string; wanted: string }) =>
    document.querySelector(css)?.textContent?.replaceAll(',', '').includes(wanted) === true
  await hand.until('the order shows its new price', shows, { css: ORDER, wanted: price })
}

async function cancel({ hand }: Walker): Promise<void> {
  await hand.click({ css: `${ORDER} [data-cancel]` })
  await hand.until('the order is gone', (css: string) => document.querySelector(css) === null, ORDER)
}

async function orders({ hand, base, customer }: Walker): Promise<void> {
  const price = await priceBelow(hand)
  const order = { symbol: PAIR, direction: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, amount: '0.002' }
  await customer.client.must('/api/user-web/v1/order/createOrder', order)
  await hand.open(`${base}/spotOrder`)
  await hand.click({ css: `${ORDER} [data-cancel]` })
  await hand.until('the order is gone', (css: string) => document.querySelector(css) === null, ORDER)
  await hand.open(`${base}/spotOrder?tab=history`)
  await hand.until('both stand in the history', (css: string) => document.querySelectorAll(css).length >= 2, ORDER)
}

async function assets({ hand, base }: Walker): Promise<void> {
  await hand.open(`${base}/assets/spot`)
  const has = () => Number(document.querySelector('[data-balance="USDT"]')?.getAttribute('data-total')) > 0
  await hand.until('the balance is shown', has, null)
  same('wider than the screen, px', await hand.run(() => Math.max(0, document.documentElement.scrollWidth - innerWidth), null), 0)
}

const STEPS: readonly (readonly [string, (walker: Walker) => Promise<void>])[] = [
  ['log in', logIn],
  ['terminal', terminal],
  ['place', place],
  ['amend', amend],
  ['cancel', cancel],
  ['orders', orders],
  ['assets', assets],
]

export interface Report {
  /** Folder for the pictures. */
  readonly pictures: string
  /** Told once for each step, with what went wrong. */
  step(title: string, fault: string | undefined): void
}

/** Walks one visit and takes a picture after each step. Nobody trades who could not log in: then nothing else is tried. */
export async function walk(browser: EngineBrowser, visit: EngineVisit, given: Omit<Walker, 'hand' | 'visit'>, to: Report): Promise<void> {
  const hand = new Hand(await browser.open())
  try {
    for (const [at, [name, step]] of STEPS.entries()) {
      const fault = await step({ ...given, hand, visit }).then(
        () => undefined,
        (error: Error) => error.message,
      )
      await hand.picture(join(to.pictures, `${browser.name}-${visit.name}-${at + 1}-${name}.png`.toLowerCase().replaceAll(' ', '-')))
      to.step(`${browser.name} ${visit.name}: ${name}`, fault)
      if (at > 0 || fault === undefined) continue
      for (const [missed] of STEPS.slice(1)) to.step(`${browser.name} ${visit.name}: ${missed}`, 'was not reached')
      return
    }
  } finally {
    await hand.close()
  }
}
