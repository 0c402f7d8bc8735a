/** Which sources the index of each tenant is made of: a list in the settings. */
import { SOURCES_MOST } from '@agio/engine/schema/index-price.ts'
import type { Profile } from '../core/tenant-config.ts'
import { SIMULATED_NAMES } from './simulated/simulated-sources.ts'
import type { PairOverrides } from './venues/venue.ts'

export const VENUE_NAMES = ['binance', 'okx', 'coinbase', 'kraken', 'bitstamp'] as const
export type VenueName = (typeof VENUE_NAMES)[number]

/** Sources of the demo and the test profile, which quote what the simulated makers believe. */
const SIMULATED = 'simulated'
const CCXT = /^ccxt-([a-z0-9]{1,30})$/

export interface IndexSettings {
  /** Names of sources by tenant, in the order in which they were given; a tenant without any has no index. */
  readonly sources: ReadonlyMap<string, readonly string[]>
  /** By source: which of its pairs is a coin's, where that is not the one of its name. */
  readonly pairs: ReadonlyMap<string, PairOverrides>
}

export const isVenue = (name: string): name is VenueName => VENUE_NAMES.some((known) => known === name)
/** The library's name of the venue; undefined for another kind of source. */
export const ccxtIdOf = (name: string): string | undefined => CCXT.exec(name)?.[1]
export const isSimulated = (name: string): boolean => SIMULATED_NAMES.some((known) => known === name)

function namesOf(list: string, profile: Profile): string[] {
  const names = list.split(/[\s,]+/).flatMap((name) => (name === '' ? [] : name === SIMULATED ? [...SIMULATED_NAMES] : [name]))
  for (const name of names) {
    if (isSimulated(name) ? profile === 'production' : !isVenue(name) && ccxtIdOf(name) === undefined)
      throw new Error(
        `${name} is no source${profile === 'production' ? ' for the production profile' : ''}; there are ${VENUE_NAMES.join(', ')}`,
      )
    if (names.indexOf(name) !== names.lastIndexOf(name)) throw new Error(`${name} stands there twice`)
  }
  if (names.length > SOURCES_MOST) throw new Error(`more than ${SOURCES_MOST} sources`)
  return names
}

/**
 * @param list `binance okx kraken` for all tenants, or `agio=binance okx;nova=kraken`; undefined = `simulated` outside production, none in it
 * @throws Error naming what cannot be used
 */
export function readSources(list: string | undefined, tenantIds: readonly string[], profile: Profile): IndexSettings['sources'] {
  const given = list ?? (profile === 'production' ? '' : SIMULATED)
  if (!given.includes('=')) return new Map(tenantIds.map((tenantId) => [tenantId, namesOf(given, profile)]))
  const sources = new Map<string, readonly string[]>()
  for (const part of given.split(';')) {
    if (part.trim() === '') continue
    const [, tenantId = '', names = ''] = /^\s*([a-z0-9-]+)\s*=(.*)$/.exec(part) ?? []
    if (!tenantIds.includes(tenantId) || sources.has(tenantId)) throw new Error(`${part.trim()} names no tenant, or one twice`)
    sources.set(tenantId, namesOf(names, profile))
  }
  return sources
}

const PAIR = /^([a-z0-9-]+)\.([A-Z0-9]{1,15})=([A-Za-z0-9/_-]{0,30})$/

/**
 * @param list `kraken.POL=MATICUSDT,binance.AGIO=`: source, coin, and the source's name of the pair; empty = that source does not know the coin
 * @throws Error naming what cannot be used
 */
export function readPairs(list: string): IndexSettings['pairs'] {
  const pairs = new Map<string, Map<string, string | null>>()
  for (const part of list.split(/[\s,]+/)) {
    if (part === '') continue
    const [, name = '', coin = '', pair = ''] = PAIR.exec(part) ?? []
    if (!isVenue(name) && ccxtIdOf(name) === undefined) throw new Error(`${part} is no pair of a source (kraken.POL=MATICUSDT)`)
    const own = pairs.get(name) ?? new Map<string, string | null>()
    pairs.set(name, own.set(coin, pair === '' ? null : pair))
  }
  return pairs
}
