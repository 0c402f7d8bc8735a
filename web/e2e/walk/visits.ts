/** The walk through every page: by whom, in which light, in which direction and on which screen. */
import { PAGES, type Page } from '../../src/pages.ts'

export interface WalkVisit {
  readonly page: Page
  readonly address: string
  readonly who: 'visitor' | 'user'
  readonly mode: 'day' | 'night'
  readonly lang: string
  readonly screen: 'desktop' | 'phone'
}

export const SCREENS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

/** A page whose path is a pattern, or that shows nothing without its query, is opened at these addresses. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  '/helpCenter/*': ['/helpCenter', '/helpCenter/legal/privacy_policy', '/helpCenter/no/such/article'],
  '/financial': ['/financial', '/financial?rule=1'],
  '/trade': ['/trade?type=spot&symbol=BTC_USDT'],
  '/spotTrade': ['/spotTrade?symbol=BTC_USDT'],
  '/billDetails': ['/billDetails?coin=USDT'],
  '/bulletin': ['/bulletin?type=account', '/bulletin?type=trading'],
  '/bulletin/details': ['/bulletin/details?id=1'],
}

const LEFT_TO_RIGHT = ['en_US', 'zh_CN', 'zh_TW', 'ja_JP', 'ko_KR', 'es_ES', 'pt_BR', 'ru_RU', 'tr_TR'] as const
const RIGHT_TO_LEFT = ['ar_SA', 'fa_IR', 'he_IL'] as const

const places = PAGES.flatMap((page) => (ADDRESSES[page.path] ?? [page.path]).map((address) => ({ page, address })))

/** Every address in all sixteen ways. */
export function everyVisit(): readonly WalkVisit[] {
  return (['visitor', 'user'] as const).flatMap((who) =>
    (['day', 'night'] as const).flatMap((mode) =>
      [LEFT_TO_RIGHT[0], RIGHT_TO_LEFT[0]].flatMap((lang) =>
        (['desktop', 'phone'] as const).flatMap((screen) => places.map((place) => ({ ...place, who, mode, lang, screen }))),
      ),
    ),
  )
}

/** Every address in every language as a user, on the screen that has less room. */
export function everyLanguage(): readonly WalkVisit[] {
  return [...LEFT_TO_RIGHT, ...RIGHT_TO_LEFT].flatMap((lang, index) =>
    places.map((place) => ({
      ...place,
      who: 'user' as const,
      mode: index % 2 === 0 ? ('day' as const) : ('night' as const),
      lang,
      screen: 'phone' as const,
    })),
  )
}

/**
 * Every address once, as a user where only users come, else by a visitor and a user in turn, in looks that turn from address to address:
 * four addresses in a row have seen every pair of light, direction and screen. The language turns too.
 */
export function shortWalk(): readonly WalkVisit[] {
  return places.map((place, index) => {
    const turnedTo = (languages: readonly string[]): string => languages[index % languages.length] ?? ''
    const [dark, mirrored, small] = [index % 2 === 1, index % 4 > 1, (index % 2 === 1) !== index % 4 > 1]
    return {
      ...place,
      who: place.page.access === 'user' || index % 8 < 4 ? ('user' as const) : ('visitor' as const),
      mode: dark ? ('night' as const) : ('day' as const),
      lang: turnedTo(mirrored ? RIGHT_TO_LEFT : LEFT_TO_RIGHT),
      screen: small ? ('phone' as const) : ('desktop' as const),
    }
  })
}

/** What most people see most, two addresses for each of the four pairs that `shortWalk` turns through. */
const BRIEF = [
  '/',
  '/marketData',
  '/spotOrder',
  '/assets/spot',
  '/userCenter/safeCenter',
  '/login',
  '/userCenter/userSettings',
  '/helpCenter/legal/privacy_policy',
]

/** The part of the short walk that every change is walked through with. */
export const briefWalk = (): readonly WalkVisit[] => shortWalk().filter(({ address }) => BRIEF.includes(address))

export const nameOf = ({ address, who, mode, lang, screen }: WalkVisit): string => `${address} ${who} ${mode} ${lang} ${screen}`
