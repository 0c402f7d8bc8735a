/** What the keeper of the demo's chains does of a coin that no ledger can book: it says so once, and sends nothing again. */

import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { ISSUED_LIMIT } from '@agio/engine/ledger/issued-limit.ts'
import { networksOf } from '@agio/engine/wallet/read-wallet.ts'
import { expect, it, vi } from 'vitest'
import { MemoryExchange } from '../../testing/memory-exchange.ts'
import { memoryModels } from '../../testing/memory-models.ts'
import { NetworkBook } from '../../wallet/network-book.ts'
import { simulatedNetwork } from '../../wallet/testing/documents.ts'
import { Backing, type BackingParts } from './backing.ts'

const TERMS = {
  ...{ depositOpen: true, withdrawOpen: true, chainScale: 8, withdrawScale: 8, creditAt: 1, unlockAt: 1 },
  ...{ minDeposit: 0n, minWithdraw: 0n, maxWithdraw: 0n, fee: 0n, feeRateE8: 0 },
} as const

it('a coin of which more was given out than a ledger can book is given up once, by name, and is not sent for ever', async () => {
  const exchange = new MemoryExchange()
  const models = memoryModels(exchange)
  const why = { actor: 'x', why: 'x' } as const
  const assetId = asAssetId(exchange.must({ kind: 'defineAsset', symbol: 'SIM', scale: 8, document: {} }).value)
  exchange.must({ kind: 'defineNetwork', family: 9, document: simulatedNetwork('sim'), ...why })
  const [network] = networksOf(exchange.state)
  if (network === undefined) throw new Error('no network')
  exchange.must({ kind: 'defineListing', terms: { ...TERMS, assetId, networkId: network.networkId }, document: { token: null }, ...why })
  const ann = asUserId(exchange.must({ kind: 'registerUser', accountKey: 'ann', document: {}, role: 'customer' }).value)
  exchange.must({ kind: 'creditUser', userId: ann, assetId, amount: ISSUED_LIMIT - 10n, cause: 'airdrop', reference: 'x' })
  const book = new NetworkBook(exchange, models)
  await book.ready
  const pay = vi.fn(async () => undefined)
  const error = vi.fn()
  const backing = new Backing({
    exchange,
    models,
    book,
    texts: { textOf: () => 'sim1house' },
    keeper: { pay, standing: async () => ({ height: 0, waits: false }) },
    halts: { isReady: true, has: () => true, end: async () => undefined },
    log: { info: () => undefined, warn: () => undefined, error },
  } as unknown as BackingParts)
  backing.begin()
  await vi.waitFor(() => expect(error).toHaveBeenCalled(), 10_000)
  await new Promise((resolve) => setTimeout(resolve, 3_500))
  await backing.end()
  book.stop()
  expect(error.mock.calls).toEqual([
    ['the demo cannot back what was given out', expect.objectContaining({ blockchain: 'sim', why: 'the ledger holds no more of it' })],
  ])
  expect(pay).not.toHaveBeenCalled()
})
