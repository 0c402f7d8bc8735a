/** A small invented exchange for tests of the shell: it answers the public calls with fixed data in the shape of the API. */

export const PAIRS = [
  ['BTC', 67412.38, 0.61, 2, 5],
  ['ETH', 3518.42, 2.31, 2, 4],
  ['SOL', 172.86, 4.07, 2, 3],
  ['XRP', 0.6182, -0.62, 4, 1],
  ['BNB', 588.1, 0.44, 1, 3],
  ['DOGE', 0.13784, -1.93, 5, 0],
  ['SUI', 0.8421, 7.44, 4, 1],
  ['ARB', 0.7743, 5.82, 4, 1],
  ['AVAX', 28.14, 3.36, 2, 2],
  ['INJ', 24.91, -3.08, 2, 2],
  ['UNI', 8.116, -2.44, 3, 2],
  ['DOT', 6.214, -1.12, 3, 2],
] as const

const plain = (value: number, scale: number) => String(Number(value.toFixed(scale)))

export function tickers() {
  return PAIRS.map(([coin, price, change, scale], index) => ({
    symbol: `${coin}/USDT`,
    coinSymbol: coin,
    baseSymbol: 'USDT',
    price: plain(price, scale),
    openingPrice: plain(price / (1 + change / 100), scale),
    yesterdayPrice: plain(price / (1 + change / 100), scale),
    high: plain(price * 1.02, scale),
    low: plain(price * 0.97, scale),
    bestBid: plain(price, scale),
    bestAsk: plain(price, scale),
    quantity: '18402.71',
    turnover: String(1_231_904_550 / (index + 1) ** 1.5).slice(0, 14),
    priceChangePercent: String(change),
    usdtPrice: plain(price, scale),
    time: Date.now(),
  }))
}

export function pairs() {
  return PAIRS.map(([coin, price, change, scale, quantityScale], index) => ({
    id: String(index + 1),
    symbol: `${coin}/USDT`,
    coinSymbol: coin,
    baseSymbol: 'USDT',
    groupStatus: 1,
    isFavorite: 0,
    classLabel: index % 3 === 0 ? '1' : '2',
    baseCoinScale: scale,
    coinScale: quantityScale,
    buyFee: '0.001',
    sellFee: '0.001',
    depthOne: '0.01',
    depthTwo: '0.1',
    depthThree: '1',
    depthFour: '10',
    enable: 1,
    enableBuy: 1,
    enableSell: 1,
    show: 1,
    maxBaseVolume: '1000000',
    minBaseVolume: '5',
    maxVolume: '100',
    minVolume: '0.0001',
    maxCurrentPrice: '0',
    maxMarketPrice: '0',
    openingPrice: plain(price, scale),
    price: plain(price, scale),
    priceOffset: '0.1',
    yesterdayPrice: plain(price / (1 + change / 100), scale),
    quantity: '1',
    priceChangePercent: String(change),
    state: 'TRADING',
    makerFee: '0.0008',
    takerFee: '0.001',
    maxOpenOrders: 200,
    maxTriggerOrders: 50,
    sort: index,
  }))
}

/** 42 closes that end at the present price. */
export function closes(symbol: string): string[] {
  const pair = PAIRS.find(([coin]) => symbol.startsWith(`${coin}/`))
  if (pair === undefined) return []
  const [coin, price, change, scale] = pair
  return Array.from({ length: 42 }, (_, index) => {
    const wave = Math.sin(index * 0.7 + coin.length) * 0.012 + Math.sin(index * 1.9 + coin.charCodeAt(0)) * 0.007
    return plain(price * (1 + ((change / 100) * (index - 41)) / 41 + wave * ((41 - index) / 41 + 0.15)), scale)
  })
}

const item = (id: string, menuName: string, accessPath: string | null, children: readonly unknown[] = []) => ({
  id,
  menuName,
  menuViceName: '',
  menuDescription: '',
  typeId: children.length > 0 ? 1 : 2,
  accessPath,
  displayStatus: 1,
  iconUrlDay: null,
  iconUrlNight: null,
  children,
})

const MENU: Readonly<Record<string, readonly string[]>> = {
  en_US: ['Markets', 'Spot', 'Perpetuals', 'Convert', 'Earn', 'Announcements', 'Help'],
  zh_CN: ['行情', '现货', '永续合约', '闪兑', '理财', '公告', '帮助'],
  ar_SA: ['الأسواق', 'الفوري', 'العقود', 'تحويل', 'الادخار', 'الإعلانات', 'المساعدة'],
}
const MENU_PATHS = ['/marketData', '/trade?type=spot&symbol=BTC_USDT', '/trade', '/exchange', '/financial', '/Notice', '/helpCenter']

export function menus(lang: string, extra = 0) {
  const names = MENU[lang] ?? MENU.en_US ?? []
  const more = Array.from({ length: extra }, (_, index) => item(`x${index}`, `Item ${index + 1}`, `/Notice?n=${index}`))
  return [...names.map((name, index) => item(String(index), name, MENU_PATHS[index] ?? '/')), ...more]
}

export function footer() {
  const leaf = (bottomName: string, accessPath: string) => ({ bottomName, accessPath, show: 1, children: [] })
  const column = (bottomName: string, children: readonly unknown[]) => ({ bottomName, accessPath: null, show: 1, children })
  return [
    column('Trade', [
      leaf('Spot', '/trade?type=spot'),
      leaf('Markets', '/marketData'),
      leaf('Convert', '/exchange'),
      leaf('Earn', '/financial'),
    ]),
    column('Help', [leaf('Help centre', '/helpCenter'), leaf('Announcements', '/Notice')]),
    column('Legal', [
      leaf('User agreement', '/helpCenter/legal/user_agreement'),
      leaf('Privacy policy', '/helpCenter/legal/privacy_policy'),
    ]),
  ]
}

export const LANGUAGES = [
  { lang: 'English', langEncode: 'en_US', dir: 'ltr' },
  { lang: '简体中文', langEncode: 'zh_CN', dir: 'ltr' },
  { lang: 'العربية', langEncode: 'ar_SA', dir: 'rtl' },
] as const

export const RATES = [
  ['USD', '$', '0.9997'],
  ['EUR', '€', '0.9215'],
  ['GBP', '£', '0.788'],
  ['JPY', '¥', '151.2'],
  ['CNY', '¥', '7.23'],
  ['SAR', 'SR', '3.75'],
].map(([shortName, symbol, rate], index) => ({
  id: String(index + 1),
  shortName: shortName ?? '',
  symbol: symbol ?? '',
  status: 1,
  rate: rate ?? '1',
}))

/** A book around a price, 100 levels a side, canonical decimals. */
export function book(symbol: string): { bids: [string, string][]; asks: [string, string][] } {
  const pair = PAIRS.find(([coin]) => symbol.startsWith(`${coin}/`)) ?? PAIRS[0]
  const [, price, , scale, quantityScale] = pair
  const tick = 10 ** -scale
  const side = (direction: 1 | -1): [string, string][] =>
    Array.from({ length: 100 }, (_, index) => {
      const distance = 1 + index * 4 + (index % 3)
      return [plain(price + direction * distance * tick, scale), plain(0.2 + ((index * 37) % 29) / 20, quantityScale || 1)]
    })
  const better = (a: [string, string], b: [string, string]) => Number(a[0]) - Number(b[0])
  return { bids: side(-1).sort((a, b) => better(b, a)), asks: side(1).sort(better) }
}
