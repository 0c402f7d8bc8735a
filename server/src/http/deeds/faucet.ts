/** Play money for the demo: about the same value of every coin, once an hour a coin and user. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { ISSUED_LIMIT } from '@agio/engine/ledger/issued-limit.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { VALUE_PRICE_SCALE } from '@agio/wire/market/view.ts'
import { wireNameOf } from '@agio/wire/reasons.ts'
import { Failure } from '../../core/failure.ts'
import type { CoinGiver } from '../../demo/chains/coin-giver.ts'
import type { ListedAsset } from '../../feeds/listings.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { submit } from './submit.ts'

const HOUR_MS = 3_600_000
/** Limits of the test profile are a thousand times wider. */
const TEST_FACTOR = 1000
const VALUE_USDT = 100_000n
/** Whole coins when nothing prices the coin. */
const UNPRICED_COINS = 1000n

/** Minor units worth about VALUE_USDT: cut to two digits, so that the figure looks like a gift and not like a quotient. */
export function giftAmount(asset: ListedAsset, usdtPrice: bigint): bigint {
  if (usdtPrice <= 0n) return UNPRICED_COINS * pow10(asset.scale)
  const exact = (VALUE_USDT * pow10(VALUE_PRICE_SCALE + asset.scale)) / usdtPrice
  const unit = pow10(Math.max(0, String(exact).length - 2))
  return (exact / unit) * unit
}

export interface Gift {
  readonly amount: bigint
  /** When the next one may be asked for, ms. */
  readonly nextAt: number
}

/** Remembers who took what; a restart forgets it, which costs nothing but play money. */
export class Faucet {
  readonly #intervalMs: number
  readonly #factor: bigint
  readonly #taken = new WeakMap<Tenant, Map<string, number>>()

  readonly #giverOf: (tenant: Tenant) => CoinGiver | undefined

  /** @param giverOf who sends coins on chains; without one they are entries of the ledger */
  constructor(profile: 'demo' | 'test' | 'production', giverOf: (tenant: Tenant) => CoinGiver | undefined = () => undefined) {
    this.#giverOf = giverOf
    this.#intervalMs = profile === 'test' ? HOUR_MS / TEST_FACTOR : HOUR_MS
    this.#factor = profile === 'test' ? BigInt(TEST_FACTOR) : 1n
  }

  /** @throws Failure FAUCET_WAIT before the hour is over, FAUCET_EMPTY where the ledger holds no more of it, ENGINE_BUSY while the coin's node starts */
  async give(tenant: Tenant, userId: UserId, asset: ListedAsset): Promise<Gift> {
    const now = tenant.exchange.now()
    const taken = this.#taken.get(tenant) ?? new Map<string, number>()
    this.#taken.set(tenant, taken)
    const slot = `${userId}:${asset.assetId}`
    const nextAt = (taken.get(slot) ?? 0) + this.#intervalMs
    if (now < nextAt) throw new Failure('FAUCET_WAIT', { nextTime: nextAt })
    // Marked before the answer, so that two requests at once get one gift.
    taken.set(slot, now)
    const amount = giftAmount(asset, tenant.feeds.usdtPrice(asset)) * this.#factor
    await this.#pay(tenant, userId, asset, amount).catch((error: unknown) => {
      taken.delete(slot)
      throw error
    })
    return { amount, nextAt: now + this.#intervalMs }
  }

  async #pay(tenant: Tenant, userId: UserId, asset: ListedAsset, amount: bigint): Promise<void> {
    if ((tenant.exchange.state.issued[asset.assetId] ?? 0n) + amount >= ISSUED_LIMIT) throw empty(asset)
    const isOnChain = await this.#giverOf(tenant)?.give(userId, asset, amount)
    if (isOnChain !== true) await credit(tenant, userId, asset, amount)
  }
}

const empty = ({ symbol }: ListedAsset): Failure => new Failure('FAUCET_EMPTY', { coinName: symbol })

async function credit(tenant: Tenant, userId: UserId, asset: ListedAsset, amount: bigint): Promise<void> {
  const { assetId } = asset
  const { reason } = await submit(tenant, { kind: 'creditUser', userId, assetId, amount, cause: 'airdrop', reference: 'faucet' })
  if (reason === 'valueTooLarge') throw empty(asset)
  if (reason !== 'none') throw new Failure(wireNameOf(reason))
}
