/** What coins are worth, asked for apart from the other market calls: `/exchange` needs nothing else of them. */
import { usdtPrices } from '@agio/wire/market/market.ts'
import { send } from '../http-client.ts'

export async function loadUsdtPrices(): Promise<Readonly<Record<string, string>>> {
  try {
    return Object.fromEntries((await send(usdtPrices, {}, { anonymous: true })).map((item) => [item.coinName, item.price]))
  } catch (error) {
    console.error('Failed to load UsdtPrice', error)
    throw error
  }
}
