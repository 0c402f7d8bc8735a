/** Which coins can be given and got: for a user those of the configuration, for a visitor every coin that has a price. */
import type { ConvertConfig } from '@agio/wire/convert/types.ts'
import type { UsdtPrices } from '../../data/market/usdt-prices.ts'
import { type Asset, useAssets } from '../../data/spot/pair-terms.ts'

export interface Coin {
  readonly coin: string
  readonly name: string
  readonly iconUrl: string | null
  readonly scale: number
  /** What can be given of it; undefined while that is not known. */
  readonly balance: string | undefined
}

export interface Coins {
  readonly send: readonly Coin[]
  readonly receive: readonly Coin[]
  /** What stands there before anybody chose. */
  readonly first: { readonly send: string; readonly receive: string }
  /** The operator closed this way. */
  isClosed(send: string, receive: string): boolean
  readonly isReady: boolean
}

/** What everything is priced in. */
export const UNIT = 'USDT'
const CLOSED = 2

function listed(config: ConvertConfig, side: 'sendCoins' | 'receiveCoins', assets: ReadonlyMap<string, Asset>): readonly Coin[] {
  return config[side].map(({ coinName, iconUrl, scale, balance }) => ({
    coin: coinName,
    name: assets.get(coinName)?.fullName ?? coinName,
    iconUrl,
    scale,
    balance,
  }))
}

export function coinsOf(config: ConvertConfig | undefined, assets: ReadonlyMap<string, Asset>, prices: UsdtPrices): Coins {
  const known = [...assets.values()]
    .filter(({ symbol }) => Object.keys(prices).length === 0 || prices[symbol] !== undefined || symbol === UNIT)
    .map(({ symbol, fullName, iconUrl, scale }): Coin => ({ coin: symbol, name: fullName, iconUrl, scale, balance: undefined }))
  const send = config === undefined ? known : listed(config, 'sendCoins', assets)
  const receive = config === undefined ? known : listed(config, 'receiveCoins', assets)
  const give = send.find(({ coin }) => coin === UNIT)?.coin ?? send[0]?.coin ?? UNIT
  const get = receive.find(({ coin }) => coin !== give)?.coin ?? 'BTC'
  const closed = new Set(config?.pairs.flatMap((pair) => (pair.status === CLOSED ? [`${pair.send} ${pair.receive}`] : [])))
  return {
    send,
    receive,
    first: { send: give, receive: get },
    isClosed: (from, to) => closed.has(`${from} ${to}`),
    isReady: send.length > 0 && receive.length > 0,
  }
}

const NONE: ReadonlyMap<string, Asset> = new Map()

export function useCoins(config: ConvertConfig | undefined, prices: UsdtPrices): Coins {
  return coinsOf(config, useAssets().data ?? NONE, prices)
}
