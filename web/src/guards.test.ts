import { symbolFromQuery } from '@agio/wire/market/pair-address.ts'
import { describe, expect, test } from 'vitest'
import { admit } from './guards.ts'
import { PAGES, pageOf } from './pages.ts'
import { loginPath, safeReturnPath, spotTerminalPath, withPairSpelt } from './paths.ts'

const visit = (address: string, loggedIn: boolean, forbidden: readonly string[] = []) => {
  const [pathname = '/', search] = address.split('?')
  return admit({ pathname, search: search === undefined ? '' : `?${search}`, loggedIn, forbidden })
}

const OPEN = [
  '/',
  '/login',
  '/register',
  '/resetPassword',
  '/exchange',
  '/trade',
  '/Notice',
  '/helpCenter',
  '/helpCenter/any/depth',
  '/marketData',
  '/financial',
]
const OWN =
  '/userCenter /userCenter/safeCenter /userCenter/identity /userCenter/userSettings /invite /spotTrade /spotOrder /flashOrder /financialOrder /contractOrder /billDetails /assets/spot /assets/contract /assets/financial /assets/spot/withdrawMoney /assets/spot/topUp /assets/contract/topUp /assets/address /bulletinCenter /bulletin /bulletin/details'.split(
    ' ',
  )

describe('who may open which page', () => {
  test.each(OPEN)('ROUTE-001 a visitor opens %s', (path) => {
    expect(visit(path, false)).toEqual({ kind: 'open' })
  })

  test.each(OWN)('ROUTE-002 a visitor on %s is sent to log in', (path) => {
    expect(visit(path, false)).toEqual({ kind: 'redirect', to: `/login?returnUrl=${encodeURIComponent(path)}` })
    expect(visit(path, true)).toEqual({ kind: 'open' })
  })

  test('ROUTE-003 the way back holds path and query', () => {
    expect(visit('/spotTrade?symbol=BTC_USDT', false)).toEqual({
      kind: 'redirect',
      to: '/login?returnUrl=%2FspotTrade%3Fsymbol%3DBTC_USDT',
    })
    expect(loginPath('/')).toBe('/login')
  })

  test('ROUTE-004 an unknown path sends visitors to log in and shows users that it is not there', () => {
    expect(visit('/nowhere?x=1', false)).toEqual({ kind: 'redirect', to: '/login?returnUrl=%2Fnowhere%3Fx%3D1' })
    expect(visit('/nowhere', true)).toEqual({ kind: 'notFound' })
    expect(visit('/helpCenterX', true)).toEqual({ kind: 'notFound' })
  })

  test('ROUTE-006 a way back that leaves the origin or leads to the login is ignored', () => {
    for (const evil of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/login',
      '/login?returnUrl=%2F',
      '/a\tb',
      '',
      '/\n/evil.example',
    ])
      expect(safeReturnPath(evil)).toBe('/')
    expect(safeReturnPath('/spotTrade?symbol=BTC_USDT')).toBe('/spotTrade?symbol=BTC_USDT')
    expect(safeReturnPath('/loginHistory')).toBe('/loginHistory')
    expect(safeReturnPath(null)).toBe('/')
  })

  test('ROUTE-007 a user on the login page is sent home', () => {
    expect(visit('/login', true)).toEqual({ kind: 'redirect', to: '/' })
    expect(visit('/login?returnUrl=%2FspotTrade', true)).toEqual({ kind: 'redirect', to: '/' })
  })

  test('ROUTE-014 a forbidden path is not available, and visitors are still asked to log in first', () => {
    for (const written of ['/invite', '/invite/', '/invite?code=1'])
      expect(visit(written, true, ['/invite'])).toEqual({ kind: 'notAvailable' })
    expect(visit('/invite', false, ['/invite'])).toMatchObject({ kind: 'redirect' })
  })

  test('ROUTE-009 only the terminal and the reset page hide the footer', () => {
    expect(PAGES.filter((page) => page.hideFooter === true).map((page) => page.path)).toEqual(['/resetPassword', '/spotTrade'])
    expect(PAGES.filter((page) => page.hideHeader === true).map((page) => page.path)).toEqual(['/resetPassword'])
  })

  test('ROUTE-017 every page has a title of its own', () => {
    expect(new Set(PAGES.map((page) => page.title)).size).toBe(PAGES.length)
    expect(pageOf('/helpCenter/legal/user_agreement')?.title).toBe('help')
    expect(pageOf('/marketData/')?.title).toBe('markets')
  })

  test('MKT-013 [part] a pair opens the read-only view for visitors and the terminal for users', () => {
    expect(spotTerminalPath('BTC/USDT', false)).toBe('/trade?type=spot&symbol=BTC_USDT')
    expect(spotTerminalPath('BTC/USDT', true)).toBe('/spotTrade?symbol=BTC_USDT')
    expect(symbolFromQuery('BTC_USDT')).toBe('BTC/USDT')
    expect(symbolFromQuery('<script>')).toBeUndefined()
  })

  test('MKT-013 [part] a pair that somebody else spelt leads to its own address, and one login before it is one', () => {
    const right = { kind: 'redirect', to: '/trade?type=spot&symbol=BTC_USDT' }
    for (const text of ['btc_usdt', 'BTC%2FUSDT', 'BTC/USDT', 'btc-usdt'])
      expect(visit(`/trade?type=spot&symbol=${text}`, false)).toEqual(right)
    expect(visit('/spotTrade?symbol=btc_usdt', true)).toEqual({ kind: 'redirect', to: '/spotTrade?symbol=BTC_USDT' })
    expect(visit('/spotOrder?tab=history&symbol=btc-usdt', true)).toEqual({
      kind: 'redirect',
      to: '/spotOrder?tab=history&symbol=BTC_USDT',
    })
    for (const address of ['/trade?type=spot&symbol=BTC_USDT', '/trade', '/trade?symbol=nope'])
      expect(visit(address, false)).toEqual({ kind: 'open' })
    expect(visit('/spotTrade?symbol=btc_usdt', false)).toMatchObject({ to: '/login?returnUrl=%2FspotTrade%3Fsymbol%3Dbtc_usdt' })
  })

  test('MKT-013 [part] only the pair of a query is put right, and only where it is written otherwise', () => {
    expect(withPairSpelt('?symbol=btc_usdt')).toBe('?symbol=BTC_USDT')
    expect(withPairSpelt('?type=spot&symbol=BTC%2FUSDT&utm=a%20b')).toBe('?type=spot&symbol=BTC_USDT&utm=a%20b')
    expect(withPairSpelt('?symbol=BTC-USDT')).toBe('?symbol=BTC_USDT')
    for (const search of ['', '?symbol=BTC_USDT', '?symbol=', '?symbol=nope', '?mysymbol=btc_usdt'])
      expect(withPairSpelt(search)).toBeUndefined()
  })
})
