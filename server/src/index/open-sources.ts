/** The sources that the settings name. */
import { ccxtIdOf, isVenue, type VenueName } from './settings.ts'
import { simulatedSources } from './simulated/simulated-sources.ts'
import type { IndexSource } from './source.ts'
import { binance } from './venues/binance.ts'
import { bitstamp } from './venues/bitstamp.ts'
import { ccxtVenue } from './venues/ccxt-venue.ts'
import { coinbase } from './venues/coinbase.ts'
import { httpGet } from './venues/http-get.ts'
import { kraken } from './venues/kraken.ts'
import { okx } from './venues/okx.ts'
import type { PairOverrides, VenueOptions } from './venues/venue.ts'

const VENUES: Readonly<Record<VenueName, (options: VenueOptions) => IndexSource>> = { binance, okx, coinbase, kraken, bitstamp }

/** What the simulated sources quote. */
export interface SimulatedWorld {
  readonly seed: number
  /** USDT for a coin at an instant; undefined for one that it does not know. */
  of(coin: string, at: number): number | undefined
}

export interface SourceOptions {
  readonly names: readonly string[]
  readonly pairs: ReadonlyMap<string, PairOverrides>
  readonly simulated: SimulatedWorld
  /** The exchange's clock, ms. */
  now(): number
}

/** @throws Error for a source whose library is not installed */
export async function openSources({ names, pairs, simulated, now }: SourceOptions): Promise<IndexSource[]> {
  const get = httpGet()
  const ofDemo = simulatedSources((coin) => simulated.of(coin, now()), simulated.seed, now)
  const sources: IndexSource[] = []
  for (const name of names) {
    const overrides = pairs.get(name) ?? new Map()
    const ccxtId = ccxtIdOf(name)
    const known = ofDemo.find((source) => source.name === name)
    if (isVenue(name)) sources.push(VENUES[name]({ get, overrides }))
    else if (ccxtId !== undefined) sources.push(await ccxtVenue(ccxtId, overrides))
    else if (known !== undefined) sources.push(known)
    else throw new Error(`index: no source ${name}`)
  }
  return sources
}
