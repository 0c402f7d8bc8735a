/** A real engine with one contract, BTC priced and margined in USDT, and three customers who have money for it. For tests only. */
import type { ContractTerms, PlaceContractOrder, Side } from '@agio/engine/command.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { type AssetId, asAssetId, asInstrumentId, asUserId, type InstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import { pairTerms } from '@agio/engine/plain-terms.ts'
import { contractOrder } from '../demo/contracts/contract-orders.ts'
import type { StampedEvent } from '../projections/testing/events.ts'
import { MemoryExchange } from './memory-exchange.ts'

const UNIT = 100_000_000n
const HOUSE = { actor: 'ann', why: 'a test' } as const
export const USDT: AssetId = asAssetId(1)
export const BTC: AssetId = asAssetId(2)
export const NAME = 'E-BTC-USDT'
/** A tick is 0.1 USDT, a contract 0.001 BTC. */
export const TICKS = 10

const TERMS: ContractTerms = {
  multiplier: 1,
  minLeverage: 1,
  maxLeverage: 100,
  tiers: [
    { upTo: 50_000n * UNIT, rateE8: 500_000, maxLeverage: 100 },
    { upTo: null, rateE8: 1_000_000, maxLeverage: 50 },
  ],
  liquidationFeeE8: 250_000,
  priceRangeE8: 50_000_000,
  fundingHours: 8,
  fundingStartHour: 0,
  interestE12: 100_000_000,
  fundingCapE12: 3_750_000_000,
  fundingFloorE12: -3_750_000_000,
  impactValue: 20_000n * UNIT,
}

type Order = Partial<Omit<PlaceContractOrder, 'kind' | 'userId' | 'instrumentId' | 'price'>> & {
  readonly side: Side
  readonly price?: number
}

export class ContractWorld {
  readonly exchange: MemoryExchange
  readonly events: StampedEvent[] = []
  readonly ann: UserId
  readonly bob: UserId
  readonly cid: UserId
  readonly contract: InstrumentId
  readonly pair: InstrumentId

  constructor(exchange = new MemoryExchange()) {
    this.exchange = exchange
    exchange.onDurable(({ events }) => {
      for (const { seq, at, event } of readEvents(events)) this.events.push({ seq, at, event: structuredClone(event) })
    })
    for (const symbol of ['USDT', 'BTC']) exchange.must({ kind: 'defineAsset', symbol, scale: 8, document: {} })
    const fees = { makerFeeE8: 20_000, takerFeeE8: 50_000 }
    const common = { baseAssetId: BTC, quoteAssetId: USDT, priceScale: 1, quantityScale: 3, ...fees }
    this.pair = asInstrumentId(exchange.must({ kind: 'defineInstrument', terms: pairTerms({ ...common, symbol: 'BTC/USDT' }) }).value)
    exchange.must({ kind: 'setIndexTerms', unitAssetId: USDT, sources: ['one', 'two'], freshMs: 86_400_000, capE8: 1_000_000, ...HOUSE })
    this.index(60_000)
    const terms = pairTerms({
      ...common,
      symbol: NAME,
      feeDirection: 'quote',
      maxTriggerOrders: 50,
      maxOpenOrders: 200,
      slippageCapE8: 1_000_000,
    })
    this.contract = asInstrumentId(exchange.must({ kind: 'defineContract', terms, contract: TERMS, ...HOUSE }).value)
    const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((accountKey) =>
      asUserId(exchange.must({ kind: 'registerUser', accountKey, role: 'customer', document: {} }).value),
    ) as [UserId, UserId, UserId]
    Object.assign(this, { ann, bob, cid })
    this.ann = ann
    this.bob = bob
    this.cid = cid
    for (const userId of [ann, bob, cid]) {
      exchange.must({ kind: 'creditUser', userId, assetId: USDT, amount: 100_000n * UNIT, cause: 'airdrop', reference: 'start' })
      exchange.must({ kind: 'openContractAccount', userId })
    }
    this.give(bob, 90_000)
    this.give(cid, 90_000)
  }

  /** Moves so many USDT to the contract account. */
  give(userId: UserId, amount: number): void {
    const what = { userId, assetId: USDT, amount: BigInt(amount) * UNIT }
    this.exchange.must({ kind: 'transferBetweenAccounts', from: 'spot', to: 'contract', ...what })
  }

  /** The index of BTC, USDT. */
  index(price: number): void {
    const items = [0, 1].map((source) => ({
      ...{ assetId: BTC, source, price: BigInt(price) * 10n ** 12n, at: this.exchange.now(), state: 'live' as const },
    }))
    this.exchange.must({ kind: 'reportPrices', items })
  }

  /** An order, crossed at 20 unless it says otherwise; its price in USDT. */
  place(userId: UserId, { price = 0, ...over }: Order): Outcome {
    return this.exchange.must(contractOrder(userId, this.contract, { source: 'web', ...over, price: price * TICKS }))
  }

  /** Time goes on, and what is due is done. */
  pass(ms: number): void {
    this.exchange.clock += ms
    for (let entries = 0; entries < 1000; entries += 1) {
      const before = this.events.length
      this.exchange.must({ kind: 'tick' })
      if (this.events.length === before) return
    }
  }
}
