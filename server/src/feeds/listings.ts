/** Names and scales of what is listed, kept at hand: every price, quantity and amount that is parsed or printed asks here first. */

import type { InstrumentTerms, JsonObject } from '@agio/engine/command.ts'
import type { Event } from '@agio/engine/event.ts'
import type { AssetId, InstrumentId } from '@agio/engine/ids/id.ts'
import { assetsOf, instrumentOf, instrumentsOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import type { AssetFacts, PairFacts } from '@agio/wire/market-view.ts'

export interface ListedAsset extends AssetFacts {
  readonly assetId: AssetId
  readonly fullName: string
  readonly iconUrl: string | null
  readonly isStable: boolean
  readonly sort: number
  readonly document: JsonObject
}

export interface ListedPair extends PairFacts {
  readonly instrumentId: InstrumentId
  readonly base: ListedAsset
  readonly quote: ListedAsset
  readonly terms: InstrumentTerms
  readonly depthSteps: readonly [string, string, string, string]
  readonly classLabel: string | null
  readonly group: string
  readonly sort: number
}

const text = (value: unknown, fallback: string): string => (typeof value === 'string' && value !== '' ? value : fallback)
const integer = (value: unknown, fallback: number): number => (Number.isSafeInteger(value) ? Number(value) : fallback)

/** The steps the operator gave, else one, ten, a hundred and a thousand ticks. */
function depthSteps(terms: InstrumentTerms): ListedPair['depthSteps'] {
  const given = terms.document.depthSteps
  const made = (power: number): string => {
    const exponent = power - terms.priceScale
    return exponent >= 0 ? `1${'0'.repeat(exponent)}` : `0.${'0'.repeat(-exponent - 1)}1`
  }
  const step = (index: number): string => text(Array.isArray(given) ? given[index] : undefined, made(index))
  return [step(0), step(1), step(2), step(3)]
}

export class Listings {
  readonly #state: State
  #assets = new Map<number, ListedAsset>()
  #assetsBySymbol = new Map<string, ListedAsset>()
  #pairs = new Map<number, ListedPair>()
  #pairsBySymbol = new Map<string, ListedPair>()

  constructor(state: State) {
    this.#state = state
    this.#readAll()
  }

  /** Reads again what an event says has changed. */
  see(event: Event): void {
    if (event.kind === 'assetDefined' || event.kind === 'instrumentDefined' || event.kind === 'instrumentChanged') this.#readAll()
  }

  asset(assetId: number): ListedAsset | undefined {
    return this.#assets.get(assetId)
  }
  assetBySymbol(symbol: string): ListedAsset | undefined {
    return this.#assetsBySymbol.get(symbol)
  }
  pair(instrumentId: number): ListedPair | undefined {
    return this.#pairs.get(instrumentId)
  }
  pairBySymbol(symbol: string): ListedPair | undefined {
    return this.#pairsBySymbol.get(symbol)
  }
  assets(): Iterable<ListedAsset> {
    return this.#assets.values()
  }
  /** Every pair, hidden ones too: their orders stay visible to the owners. */
  pairs(): Iterable<ListedPair> {
    return this.#pairs.values()
  }
  /** Pairs that lists, searches and rankings may show, in the operator's order (MKT-006). */
  shownPairs(): ListedPair[] {
    return [...this.#pairs.values()].filter((pair) => pair.terms.visible).sort((a, b) => a.sort - b.sort || a.instrumentId - b.instrumentId)
  }

  /** Facts of an asset that must exist, as every asset named by an order or balance does. */
  readonly assetFacts = (assetId: number): ListedAsset => {
    const asset = this.#assets.get(assetId)
    if (asset !== undefined) return asset
    this.#readAll()
    const found = this.#assets.get(assetId)
    if (found === undefined) throw new Error(`listings: no asset ${assetId}`)
    return found
  }

  readonly pairFacts = (instrumentId: number): ListedPair => {
    const pair = this.#pairs.get(instrumentId)
    if (pair !== undefined) return pair
    this.#readAll()
    const found = this.#pairs.get(instrumentId)
    if (found === undefined) throw new Error(`listings: no instrument ${instrumentId}`)
    return found
  }

  /** Trading state now, from the engine. */
  status(instrumentId: InstrumentId): { readonly status: 'trading' | 'halt' | 'cancelOnly' | 'auction'; readonly until: number } {
    const instrument = instrumentOf(this.#state, instrumentId)
    return { status: instrument?.status ?? 'halt', until: instrument?.statusUntil ?? 0 }
  }

  #readAll(): void {
    for (const asset of assetsOf(this.#state)) {
      const { document } = asset
      this.#assets.set(asset.assetId, {
        assetId: asset.assetId,
        symbol: asset.symbol,
        scale: asset.scale,
        fullName: text(document.fullName, asset.symbol),
        iconUrl: typeof document.iconUrl === 'string' ? document.iconUrl : null,
        isStable: document.isStable === true,
        sort: integer(document.sort, asset.assetId),
        document,
      })
    }
    this.#assetsBySymbol = new Map([...this.#assets.values()].map((asset) => [asset.symbol, asset]))
    for (const { instrumentId, terms } of instrumentsOf(this.#state)) {
      const base = this.#assets.get(terms.baseAssetId)
      const quote = this.#assets.get(terms.quoteAssetId)
      if (base === undefined || quote === undefined) continue
      this.#pairs.set(instrumentId, {
        instrumentId,
        symbol: terms.symbol,
        base,
        quote,
        priceScale: terms.priceScale,
        quantityScale: terms.quantityScale,
        terms,
        depthSteps: depthSteps(terms),
        classLabel: typeof terms.document.classLabel === 'string' ? terms.document.classLabel : null,
        group: text(terms.document.group, quote.symbol),
        sort: integer(terms.document.sort, instrumentId),
      })
    }
    this.#pairsBySymbol = new Map([...this.#pairs.values()].map((pair) => [pair.symbol, pair]))
  }
}
