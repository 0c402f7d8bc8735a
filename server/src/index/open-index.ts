/** The sources of a tenant's index at work: what they say goes into the journal while this process leads. */
import type { AssetId } from '@agio/engine/ids/id.ts'
import { indexTermsOf, sourcesOf } from '@agio/engine/index/read-index.ts'
import { assetsOf } from '@agio/engine/read.ts'
import type { Log } from '../core/log.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { type IndexCoin, IndexReporter, type SourceHealth } from './reporter.ts'
import { isSimulated } from './settings.ts'
import type { IndexSource } from './source.ts'
import { indexTerms, UNIT_COIN } from './terms.ts'

export interface IndexPrices {
  /** Names of the sources that are read. */
  readonly names: readonly string[]
  readonly health: readonly SourceHealth[]
  /** See `IndexReporter.pin`. */
  pin(assetId: AssetId, price: bigint | 'silent' | 'free', only?: string): Promise<void>
  /** See `IndexReporter.refresh`. */
  refresh(): Promise<void>
  /** Nothing is told any more when it resolves. */
  stop(): Promise<void>
}

export interface IndexOptions {
  readonly exchange: Exchange<'system'>
  readonly sources: readonly IndexSource[]
  readonly log: Log
}

/** For a tenant without configured sources, and for tests. */
export const NO_INDEX: IndexPrices = {
  names: [],
  health: [],
  pin: () => Promise.reject(new Error('index: no sources')),
  refresh: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}

/** Begins when the exchange leads. Terms that do not know every source are amended first; until then the new ones are not told. */
export function openIndex({ exchange, sources, log }: IndexOptions): IndexPrices {
  const { state, tenantId } = exchange
  const names = sources.map(({ name }) => name)
  const coins = (): IndexCoin[] => assetsOf(state).filter(({ symbol }) => symbol !== UNIT_COIN)
  const reporter = new IndexReporter({
    sources,
    coins,
    positionOf: (name) => {
      const position = indexTermsOf(state).sources.indexOf(name)
      return position < 0 ? undefined : position
    },
    now: () => exchange.now(),
    tell: async (words) => (await exchange.submit({ kind: 'reportPrices', items: words })).reason === 'none',
    held: () =>
      coins().flatMap(({ assetId }) =>
        sourcesOf(state, assetId).flatMap(({ price, at, state: said }, source) =>
          price === 0n ? [] : [{ assetId, source, price, at, state: said }],
        ),
      ),
    onSilence(source, reason) {
      if (isSimulated(source)) return
      if (reason === undefined) log.info('a source of the index speaks again', { tenant: tenantId, source })
      else log.warn('a source of the index is silent', { tenant: tenantId, source, reason })
    },
  })
  const amendTerms = async (): Promise<void> => {
    const terms = indexTerms(state, names)
    if (terms === undefined) return
    const { reason } = await exchange.submit(terms)
    if (reason !== 'none') log.warn('the sources of the index were not taken', { tenant: tenantId, reason })
  }
  let amending = Promise.resolve()
  const leave = exchange.leadership.join({
    begin() {
      if (names.length === 0) return
      amending = amendTerms().catch((error: unknown) => log.warn('the terms of the index wait', { tenant: tenantId, error: String(error) }))
      reporter.begin()
    },
    async end() {
      await Promise.all([reporter.end(), amending])
    },
  })
  return {
    names,
    get health() {
      return reporter.health
    },
    pin: async (assetId, price, only) => {
      await amending
      await reporter.pin(assetId, price, only)
    },
    refresh: () => (names.length === 0 ? Promise.resolve() : reporter.refresh()),
    stop: leave,
  }
}
