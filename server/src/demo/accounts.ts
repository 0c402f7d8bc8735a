/** The simulated makers and takers: ordinary accounts that use ordinary commands. Stop them and the market is silent and correct. */
import { type AssetId, asAssetId, asInstrumentId, asUserId, type InstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import { assetsOf, instrumentsOf, userByAccountKey } from '@agio/engine/read.ts'
import type { CommandGivenBy } from '@agio/engine/schema/commands.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { instrumentTerms, type ListedPair, listedAssets, listedPairs, units } from './listing.ts'
import { stockOf } from './stock.ts'

/** The process sets the demo up, and does what its simulated customers would. */
type Givers = 'customer' | 'system'
export type DemoExchange = Exchange<Givers>
export type DemoCommand = CommandGivenBy<Givers>

export interface DemoPair {
  readonly pair: ListedPair
  readonly instrumentId: InstrumentId
  /** Each quotes both sides: whoever has more of what a side needs. */
  readonly makers: readonly [UserId, UserId]
}

export interface DemoMarket {
  readonly pairs: readonly DemoPair[]
  readonly takers: readonly UserId[]
  /** Hedges what customers convert. */
  readonly desk: UserId
  readonly assetIds: ReadonlyMap<string, AssetId>
}

/** Accounts that trade against one another. */
export const simulatedOf = ({ pairs, takers }: DemoMarket): readonly UserId[] => [...pairs.flatMap(({ makers }) => makers), ...takers]

const TAKERS = 4
export const LEDGER_SCALE = 8

/** @returns the outcome's value @throws Error when it was refused: then the demo is wrong */
export async function must(exchange: DemoExchange, command: DemoCommand): Promise<number> {
  const outcome = await exchange.submit(command)
  if (outcome.reason !== 'none') throw new Error(`demo: ${command.kind} was refused: ${outcome.reason}`)
  return outcome.value
}

async function account(exchange: DemoExchange, name: string): Promise<UserId> {
  const accountKey = `demo:${name}`
  const known = userByAccountKey(exchange.state, accountKey)
  if (known !== undefined) return known
  return asUserId(await must(exchange, { kind: 'registerUser', accountKey, document: {}, role: 'maker' }))
}

async function fund(
  exchange: DemoExchange,
  userId: UserId,
  assetIds: ReadonlyMap<string, AssetId>,
  coins: Iterable<string>,
): Promise<void> {
  for (const coin of coins) {
    const assetId = assetIds.get(coin)
    if (assetId === undefined) continue
    const amount = units(stockOf(coin), LEDGER_SCALE)
    await must(exchange, { kind: 'creditUser', userId, assetId, amount, cause: 'airdrop', reference: 'demo' })
  }
}

async function listAssets(exchange: DemoExchange, platformCoin: string, platformName: string): Promise<Map<string, AssetId>> {
  const ids = new Map(assetsOf(exchange.state).map((asset) => [asset.symbol, asset.assetId]))
  for (const asset of listedAssets(platformCoin, platformName)) {
    if (!ids.has(asset.symbol)) {
      ids.set(
        asset.symbol,
        asAssetId(await must(exchange, { kind: 'defineAsset', symbol: asset.symbol, scale: asset.scale, document: asset.document })),
      )
    }
  }
  return ids
}

export interface Listing {
  readonly assetIds: ReadonlyMap<string, AssetId>
  readonly pairs: readonly { readonly pair: ListedPair; readonly instrumentId: InstrumentId }[]
  /** True when this call listed them. */
  readonly isNew: boolean
}

/** Lists the assets, pairs and fees that are missing. */
export async function openListing(exchange: DemoExchange, platformCoin: string, platformName: string): Promise<Listing> {
  const assetIds = await listAssets(exchange, platformCoin, platformName)
  const listed = new Map(instrumentsOf(exchange.state).map((instrument) => [instrument.terms.symbol, instrument.instrumentId]))
  const pairs: { pair: ListedPair; instrumentId: InstrumentId }[] = []
  for (const pair of listedPairs(platformCoin)) {
    const known = listed.get(`${pair.base}/${pair.quote}`)
    const terms = instrumentTerms(pair, assetIds, LEDGER_SCALE)
    pairs.push({ pair, instrumentId: known ?? asInstrumentId(await must(exchange, { kind: 'defineInstrument', terms })) })
  }
  if (listed.size === 0) await setFees(exchange, assetIds, platformCoin)
  return { assetIds, pairs, isNew: listed.size === 0 }
}

/** Opens and funds the simulated accounts that are missing; on a later start it only looks them up. */
export async function openDemoMarket(exchange: DemoExchange, platformCoin: string, platformName: string): Promise<DemoMarket> {
  const { assetIds, pairs: listed } = await openListing(exchange, platformCoin, platformName)
  const funded = async (name: string, coins: Iterable<string>): Promise<UserId> => {
    const isNew = userByAccountKey(exchange.state, `demo:${name}`) === undefined
    const userId = await account(exchange, name)
    if (isNew) await fund(exchange, userId, assetIds, coins)
    return userId
  }
  const pairs: DemoPair[] = []
  for (const { pair, instrumentId } of listed) {
    const symbol = `${pair.base}/${pair.quote}`
    const coins = [pair.base, pair.quote]
    pairs.push({ pair, instrumentId, makers: [await funded(`bid:${symbol}`, coins), await funded(`ask:${symbol}`, coins)] })
  }
  const takers: UserId[] = []
  for (let index = 0; index < TAKERS; index += 1) takers.push(await funded(`taker:${index}`, assetIds.keys()))
  return { pairs, takers, assetIds, desk: await account(exchange, 'desk') }
}

async function setFees(exchange: DemoExchange, assetIds: ReadonlyMap<string, AssetId>, platformCoin: string): Promise<void> {
  const feeAssetId = assetIds.get(platformCoin)
  if (feeAssetId === undefined) throw new Error(`demo: ${platformCoin} is not listed`)
  const level = (volume: string, makerFeeE8: number, takerFeeE8: number) => ({
    volumeMin: units(volume, LEDGER_SCALE),
    makerFeeE8,
    takerFeeE8,
  })
  await must(exchange, {
    kind: 'setFeeSchedule',
    levels: [
      level('0', 80_000, 100_000),
      level('100000', 70_000, 90_000),
      level('1000000', 50_000, 75_000),
      level('10000000', 20_000, 50_000),
    ],
    feeAssetId,
    feeAssetDiscountE8: 25_000_000,
  })
}
