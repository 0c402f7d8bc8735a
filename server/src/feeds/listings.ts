/** Names and scales of what is listed, kept at hand: every price, quantity and amount that is parsed or printed asks here first. */
import type { ContractTerms, InstrumentStatus, InstrumentTerms, JsonObject } from '@agio/engine/command.ts'
import type { AssetId, InstrumentId } from '@agio/engine/ids/id.ts'
import { assetsOf, instrumentOf, instrumentsOf } from '@agio/engine/read.ts'
import { instrumentAt, type State } from '@agio/engine/state.ts'
import type { ContractFacts } from '@agio/wire/futures/view.ts'
import type { AssetFacts, PairFacts } from '@agio/wire/market/view.ts'

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

/** A contract is an instrument as a pair is, and is in no list of pairs; `symbol` is its name, `E-BTC-USDT`. */
export interface ListedContract extends ContractFacts {
  readonly instrumentId: InstrumentId
  readonly base: ListedAsset
  readonly quote: ListedAsset
  readonly terms: InstrumentTerms
  readonly contract: ContractTerms
  readonly depthSteps: ListedPair['depthSteps']
  readonly sort: number
}

/** What feeds of books, trades and candles ask of what is listed: the pairs, or the contracts. */
export interface BookListings<Listed extends PairFacts & { readonly instrumentId: InstrumentId }> {
  all(): Iterable<Listed>
  find(instrumentId: number): Listed | undefined
  /** @throws Error for one that does not exist */
  facts(instrumentId: number): Listed
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
  #contracts = new Map<number, ListedContract>()
  #contractsByName = new Map<string, ListedContract>()

  constructor(state: State) {
    this.#state = state
    this.#readAll()
  }

  /** Reads all again: an event said that something changed. */
  see(): void {
    this.#readAll()
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

  contract(instrumentId: number): ListedContract | undefined {
    return this.#contracts.get(instrumentId)
  }
  /** By its name: `E-BTC-USDT`. */
  contractByName(name: string): ListedContract | undefined {
    return this.#contractsByName.get(name)
  }
  /** Every contract, hidden ones too. */
  contracts(): Iterable<ListedContract> {
    return this.#contracts.values()
  }
  /** Contracts that lists may show, in the operator's order. */
  shownContracts(): ListedContract[] {
    const shown = [...this.#contracts.values()].filter(({ terms }) => terms.visible)
    return shown.sort((a, b) => a.sort - b.sort || a.instrumentId - b.instrumentId)
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

  /** Facts of a contract that must exist. */
  readonly contractFacts = (instrumentId: number): ListedContract => {
    const contract = this.#contracts.get(instrumentId)
    if (contract !== undefined) return contract
    this.#readAll()
    const found = this.#contracts.get(instrumentId)
    if (found === undefined) throw new Error(`listings: no contract ${instrumentId}`)
    return found
  }

  readonly booksOfPairs: BookListings<ListedPair> = {
    all: () => this.pairs(),
    find: (instrumentId) => this.pair(instrumentId),
    facts: this.pairFacts,
  }
  /** As books and tapes show them: a lot is one contract, whatever part of a coin it stands for. */
  readonly booksOfContracts: BookListings<ListedContract> = {
    all: () => [...this.contracts()].map(inContracts),
    find: (instrumentId) => {
      const contract = this.contract(instrumentId)
      return contract && inContracts(contract)
    },
    facts: (instrumentId) => inContracts(this.contractFacts(instrumentId)),
  }

  /** Trading state now, from the engine. */
  status(instrumentId: InstrumentId): { readonly status: InstrumentStatus; readonly until: number } {
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
    for (const { instrumentId, terms } of instrumentsOf(this.#state)) this.#readInstrument(instrumentId, terms)
    this.#pairsBySymbol = new Map([...this.#pairs.values()].map((pair) => [pair.symbol, pair]))
    this.#contractsByName = new Map([...this.#contracts.values()].map((contract) => [contract.symbol, contract]))
  }

  #readInstrument(instrumentId: InstrumentId, terms: InstrumentTerms): void {
    const base = this.#assets.get(terms.baseAssetId)
    const quote = this.#assets.get(terms.quoteAssetId)
    if (base === undefined || quote === undefined) return
    const { symbol, priceScale, quantityScale, document } = terms
    const common = {
      ...{ instrumentId, symbol, base, quote, priceScale, quantityScale, terms },
      depthSteps: depthSteps(terms),
      sort: integer(document.sort, instrumentId),
    }
    const contract = instrumentAt(this.#state, instrumentId)?.contract
    if (contract === undefined) {
      const classLabel = typeof document.classLabel === 'string' ? document.classLabel : null
      this.#pairs.set(instrumentId, { ...common, classLabel, group: text(document.group, quote.symbol) })
    } else {
      const otherName = text(document.otherName, `${base.symbol}/${quote.symbol}`)
      this.#contracts.set(instrumentId, { ...common, contract, multiplier: contract.multiplier, otherName })
    }
  }
}

const inContracts = (contract: ListedContract): ListedContract => ({ ...contract, quantityScale: 0 })
