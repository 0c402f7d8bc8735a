/** Conversion of the demo: the stock of the house, the bounds that it is held in, and what the demo customer converted. */
import { priceOf, receivedFor, valueAtMid } from '@agio/engine/convert/quote.ts'
import type { AssetId, UserId } from '@agio/engine/ids/id.ts'
import { indexOf } from '@agio/engine/index/read-index.ts'
import { assetsOf } from '@agio/engine/read.ts'
import type { DemoMarket } from '../accounts.ts'
import { units } from '../listing.ts'
import type { References } from '../references.ts'
import type { Happening, Moment } from './happenings.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const SCALE = 8
const BY = { actor: 'system', why: 'demo' } as const
/** Stock of each coin, worth so many USDT. */
const STOCK = 1_000_000
/** The stock swings with the market: less than a third of it lost in a day is no reason to close. */
const LOSS_BOUND = '4000000'
const SPREAD_E8 = 80_000n
const QUOTE_MS = 10_000
const FUNDS = '6000'

/** What is sent for what, hours before the end of the lapse. */
const CONVERSIONS: readonly (readonly [hoursAgo: number, send: string, receive: string, amount: string])[] = [
  [39 * 24, 'USDT', 'ETH', '2400'],
  [27 * 24 + 5, 'USDT', 'SOL', '1200'],
  [15 * 24 + 2, 'ETH', 'USDT', '0.25'],
  [4 * 24 + 7, 'SOL', 'BTC', '3'],
  [19, 'USDT', 'LINK', '350'],
  [3, 'ETH', 'USDT', '0.1'],
]

export interface Conversion {
  readonly market: DemoMarket
  readonly customer: UserId
  readonly desk: UserId
  readonly references: References
  readonly endAt: number
}

const assetOf = ({ assetIds }: DemoMarket, coin: string): AssetId => {
  const assetId = assetIds.get(coin)
  if (assetId === undefined) throw new Error(`demo: ${coin} is not listed`)
  return assetId
}

/** Whole coins worth the stock, two digits of them: what a treasurer would put in. */
function stockOf(price: number): string {
  const coins = STOCK / price
  const unit = 10 ** Math.max(-2, Math.floor(Math.log10(coins)) - 1)
  return (Math.max(1, Math.round(coins / unit)) * unit).toFixed(2)
}

async function openStock(moment: Moment, { market, desk, references }: Conversion): Promise<void> {
  for (const [coin, assetId] of market.assetIds) {
    const target = stockOf(coin === 'USDT' ? 1 : (references.of(coin, moment.at) ?? 1))
    const most = (Number(target) * 3).toFixed(2)
    const amounts = { least: units(target, SCALE) / 5n, target: units(target, SCALE), most: units(most, SCALE) }
    await moment.does({ kind: 'fundInventory', assetId, amount: units(target, SCALE), reference: 'demo', ...BY })
    await moment.does({ kind: 'setStockTerms', assetId, ...amounts, ...BY })
  }
  const document = { minTradeU: '1', maxTradeU: '200000' }
  const bounds = { dailyLimit: 0n, lossBound: units(LOSS_BOUND, SCALE), deskUserId: desk, isClosed: false }
  await moment.does({ kind: 'setConvertTerms', ...bounds, ...BY, note: { collection: 'convert', id: 'settings', document } })
}

/** Quoted and accepted at one instant, at the price that the index has then; not while it stands still. */
async function convert(moment: Moment, userId: UserId, sendAssetId: AssetId, receiveAssetId: AssetId, text: string): Promise<void> {
  const { state, at } = moment
  const scaleOf = (assetId: AssetId): number => assetsOf(state).find((asset) => asset.assetId === assetId)?.scale ?? SCALE
  const scales = { send: scaleOf(sendAssetId), receive: scaleOf(receiveAssetId) }
  const [send, receive] = [indexOf(state, sendAssetId), indexOf(state, receiveAssetId)]
  if (send.live === 0 || receive.live === 0) return
  const sendAmount = units(text, scales.send)
  const receiveAmount = receivedFor(sendAmount, priceOf(send.price, receive.price, SPREAD_E8), scales)
  await moment.does({
    kind: 'acceptQuote',
    userId,
    caller: 0,
    quoteId: at,
    sendAssetId,
    receiveAssetId,
    sendAmount,
    receiveAmount,
    sendIndex: send.price,
    receiveIndex: receive.price,
    spread: SPREAD_E8,
    validUntil: at + QUOTE_MS,
    value: valueAtMid(sendAmount, send.price, scales.send),
  })
}

/** In the order of their instants. */
export function conversionHappenings(conversion: Conversion): readonly Happening[] {
  const { market, customer, endAt } = conversion
  const usdt = assetOf(market, 'USDT')
  return [
    { at: endAt - 179 * DAY, run: (moment) => openStock(moment, conversion) },
    {
      at: endAt - 40 * DAY,
      run: async (moment) => {
        const gift = { userId: customer, assetId: usdt, amount: units(FUNDS, SCALE), cause: 'airdrop', reference: 'demo' } as const
        await moment.does({ kind: 'creditUser', ...gift })
      },
    },
    ...CONVERSIONS.map(([hours, send, receive, text]) => ({
      at: endAt - hours * HOUR,
      run: (moment: Moment) => convert(moment, customer, assetOf(market, send), assetOf(market, receive), text),
    })),
  ]
}
