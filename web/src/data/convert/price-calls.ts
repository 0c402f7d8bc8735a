/** What the price of a conversion is made of, as everybody may ask. */
import { indexSources } from '@agio/wire/market/index-price.ts'
import { marketKlines } from '@agio/wire/market/market.ts'
import { send } from '../http-client.ts'

/** The index price of a coin in the newest minute, and all that it was made of. */
export const loadSources = (coinName: string) => send(indexSources, { coinName }, { anonymous: true })
export type Sources = Awaited<ReturnType<typeof loadSources>>

const MINUTES = 30

/** Closes of the last half hour by the start of their minute, oldest first; for drawing. */
export async function loadHalfHour(symbol: string): Promise<readonly (readonly [at: number, close: string])[]> {
  const rows = await send(marketKlines, { symbol, interval: '1m', limit: MINUTES }, { anonymous: true })
  return rows.flatMap(([at, , , , close]) => (typeof at === 'number' && typeof close === 'string' ? [[at, close] as const] : []))
}
