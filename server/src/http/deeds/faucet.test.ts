import type { AssetId, UserId } from '@agio/engine/ids/id.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { ISSUED_LIMIT } from '@agio/engine/ledger/issued-limit.ts'
import { assetsOf, balanceOf } from '@agio/engine/read.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { Failure } from '../../core/failure.ts'
import type { CoinGiver } from '../../demo/chains/coin-giver.ts'
import type { ListedAsset } from '../../feeds/listings.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { MemoryExchange } from '../../testing/memory-exchange.ts'
import { Faucet } from './faucet.ts'

let exchange: MemoryExchange
let tenant: Tenant
let ann: UserId
let coin: ListedAsset

beforeEach(() => {
  exchange = new MemoryExchange()
  exchange.must({ kind: 'defineAsset', symbol: 'COIN', scale: 8, document: {} })
  ann = asUserId(exchange.must({ kind: 'registerUser', accountKey: 'ann', document: {}, role: 'customer' }).value)
  tenant = { tenantId: 'agio', exchange, feeds: { usdtPrice: () => 0n } } as unknown as Tenant
  coin = { assetId: assetsOf(exchange.state)[0]?.assetId, symbol: 'COIN', scale: 8 } as ListedAsset
})

const ledger = (): bigint => balanceOf(exchange.state, ann, coin.assetId as AssetId).available

it('sends coins on their chain where one is kept, credits them where none takes them, and once an hour either way', async () => {
  const sent: bigint[] = []
  let isListed = true
  const giver: CoinGiver = {
    async give(_, __, amount) {
      if (isListed) sent.push(amount)
      return isListed
    },
  }
  const faucet = new Faucet('demo', () => giver)
  const { amount, nextAt } = await faucet.give(tenant, ann, coin)
  expect([sent, ledger()]).toEqual([[amount], 0n])
  await expect(faucet.give(tenant, ann, coin)).rejects.toMatchObject({ errorName: 'FAUCET_WAIT' })
  isListed = false
  exchange.clock = nextAt
  await faucet.give(tenant, ann, coin)
  expect([sent.length, ledger()]).toEqual([1, amount])
})

it('what could not be sent is no gift: the next one need not wait', async () => {
  let isAway = true
  const faucet = new Faucet('demo', () => ({
    async give() {
      if (isAway) throw new Failure('ENGINE_BUSY', { retryAfter: 3 })
      return true
    },
  }))
  await expect(faucet.give(tenant, ann, coin)).rejects.toMatchObject({ errorName: 'ENGINE_BUSY' })
  isAway = false
  await faucet.give(tenant, ann, coin)
  expect(ledger()).toBe(0n)
})

it('a coin of which the ledger holds no more is refused by that name, on its chain as in the ledger, and nothing is sent', async () => {
  const given = { userId: ann, assetId: coin.assetId, cause: 'airdrop', reference: 'all' } as const
  exchange.must({ kind: 'creditUser', ...given, amount: ISSUED_LIMIT - 2n })
  const give = vi.fn(async () => true)
  for (const faucet of [new Faucet('demo', () => ({ give })), new Faucet('demo')])
    await expect(faucet.give(tenant, ann, coin)).rejects.toMatchObject({ errorName: 'FAUCET_EMPTY', params: { coinName: 'COIN' } })
  expect(give).not.toHaveBeenCalled()
})
