/** What a movement of all coins of addresses spends, on a chain where each of them costs something to spend. */
import { chooserOf } from '@agio/chain/adapters.ts'
import { writeSegwit } from '@agio/chain/address/segwit.ts'
import { buildTransaction } from '@agio/chain/bitcoin/build.ts'
import { REGTEST } from '@agio/chain/bitcoin/network.ts'
import { readPsbt } from '@agio/chain/bitcoin/psbt-reader.ts'
import type { Coin, Plan } from '@agio/chain/port.ts'
import { asAddressId, asListingId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import type { Move } from '../move.ts'
import { type MoveParts, planMove } from './moves.ts'

const [FROM, HOT] = [3, 9].map((byte) => writeSegwit('bcrt', 0, new Uint8Array(20).fill(byte)))
const LISTING = asListingId(1)
/** Of an input at 2 satoshi a vB. */
const COSTS = 137n

function partsOf(coins: readonly Coin[], choose: MoveParts['choose']): MoveParts {
  const port = {
    fee: async () => ({ rate: 2000n, tip: 0n }),
    coins: async () => coins,
    build: async (plan: Plan) => buildTransaction(plan, REGTEST),
  }
  return {
    network: {} as MoveParts['network'],
    port: port as unknown as MoveParts['port'],
    texts: { textOf: (_network, place) => (place === 'hot' ? HOT : FROM) },
    listing: { listingId: LISTING, token: null, units: { symbol: 'BTC', chainScale: 8, scale: 8 } },
    ...{ under: [], most: 16, spentBelow: () => 0, choose },
  }
}

const coinsOf = (amounts: readonly bigint[]): readonly Coin[] =>
  amounts.map((amount, index) => ({ tx: index.toString(16).padStart(64, '0'), output: 0, amount, address: FROM ?? '', height: 5 }))

it('OPS-016 [part] all coins are those that are worth their fee, the largest first, and no more than nodes and signer take', async () => {
  const choose = await chooserOf({ kind: 'bitcoin', network: 'regtest', form: 'p2wpkh' })
  const order: Move = {
    listingId: LISTING,
    amount: 'all',
    actor: 'treasury',
    why: 'sweep',
    from: { place: 'addresses', addressIds: [asAddressId(1)] },
    to: { place: 'hot', addressId: asAddressId(2) },
  }
  const amounts = Array.from({ length: 1700 }, (_, index) => (index % 2 === 0 ? COSTS - 1n : 10_000n + BigInt(index)))
  const planned = await planMove(partsOf(coinsOf(amounts), choose), order)
  if (!('stored' in planned)) throw new Error(planned.text)
  const { plan, feeMost } = planned.stored
  const spent = plan.slot.kind === 'coins' ? plan.slot.coins.map(({ amount }) => amount) : []
  expect(spent).toEqual(amounts.toSorted((one, other) => (one > other ? -1 : 1)).slice(0, 500))
  expect(planned.amount).toBe(spent.reduce((sum, amount) => sum + amount, 0n) - feeMost)
  expect(readPsbt(Buffer.from(buildTransaction(plan, REGTEST).bytes, 'hex')).outputs).toMatchObject([{ amount: planned.amount }])
  // With few of them, what costs more than it is worth stays where it is.
  const few = await planMove(partsOf(coinsOf([COSTS - 1n, 5000n, COSTS - 1n]), choose), order)
  expect('stored' in few && few.amount).toBeLessThan(5000n)
  expect('stored' in few && few.stored.plan.slot).toMatchObject({ coins: [{ amount: 5000n }] })
  expect(await planMove(partsOf(coinsOf([COSTS - 1n, COSTS - 1n]), choose), order)).toMatchObject({ why: 'noFunds' })
})
