/** The conductor over bcoin (or the node that BITCOIND_PATH names): coins, change, batches, fees that are raised or are not. */
import { writeSegwit } from '@agio/chain/address/segwit.ts'
import { type BitcoinWorld, ON_CORE, openBitcoinWorld } from '@agio/chain/bitcoin/testing/bitcoin-world.ts'
import { asAddressId, asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { houseAddresses } from '@agio/engine/wallet/read-payments.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { crashTests } from './testing/crash-tests.ts'
import { COIN, NETWORK, PayHouse, until } from './testing/pay-house.ts'

/** Satoshi. */
const SOME = 1_000_000n

let world: BitcoinWorld
let house: PayHouse
/** So far: each has an address of its own. */
let houses = 0

type Options = Partial<Parameters<typeof PayHouse.open>[1]>

/** With so many coins on its hot address. */
async function open(coins: number, document: Options['document'] = {}, more: Options = {}): Promise<PayHouse> {
  const adapter = { kind: 'bitcoin', network: 'regtest', form: 'p2wpkh' } as const
  house = await PayHouse.open(world, {
    adapter,
    coinScale: 8,
    tokenScale: 8,
    document,
    hotCoins: SOME * 20n,
    addressesBefore: houses,
    ...more,
  })
  houses += 1
  const hot = houseAddresses(house.exchange.state).find(({ place }) => place === 'hot')
  for (let made = 1; made < coins; made += 1) await house.fund(hot?.addressId ?? asAddressId(0), COIN, SOME * 20n)
  await house.mine()
  return house
}

beforeAll(async () => {
  world = await openBitcoinWorld('p2wpkh')
})
afterEach(async () => {
  await house.payments.stop()
  await world.mine(1)
})
afterAll(async () => {
  await world.close()
})

it('WAL-019 [part] K3 pays 200 withdrawals in one transaction, each less its fee, with change to itself', async () => {
  await open(3, { batchMost: 200 }, { fee: 1000n, unlockAt: 3 })
  const receivers = Array.from({ length: 200 }, () => world.stranger())
  // nobody has more than a hundred under way
  const { exchange, customer } = house
  const other = asUserId(exchange.must({ kind: 'registerUser', accountKey: 'bob', role: 'customer', document: {} }).value)
  const gift = { kind: 'creditUser', userId: other, assetId: asAssetId(1), amount: 100_000_000n, cause: 'deposit', reference: '' } as const
  exchange.must(gift)
  const by = (index: number) => (index < 100 ? customer : other)
  const ids = receivers.map((to, index) => house.withdraw(to, 100_000n + BigInt(index), COIN, null, by(index)))
  await house.out()
  expect(house.signer.signed).toHaveLength(1)
  const [tx = ''] = house.payments.own.under(NETWORK)[0]?.txs ?? []
  await house.mine(3)
  expect(ids.filter((id) => house.status(id) === 'completed')).toHaveLength(200)
  const found = (await world.rpc.call('getrawtransaction', tx, true)) as { vout: { value: number }[] }
  expect(found.vout).toHaveLength(201)
  const paid = found.vout.slice(0, 200).map(({ value }) => BigInt(Math.round(value * 1e8)))
  expect(paid).toEqual(receivers.map((_, index) => 99_000n + BigInt(index)))
  // What left the hot place is what was paid and the fee of the chain.
  const held = listingsOf(house.exchange.state)[0]?.held.hot
  const [hot = ''] = house.hot
  expect(await house.balance(hot)).toBe(held)
})

it('spends confirmed coins alone, each once, and waits for its change', async () => {
  await open(1, { batchMost: 1 })
  const to = world.stranger()
  const [first, second] = [house.withdraw(to, SOME), house.withdraw(to, SOME)]
  await house.out(1)
  await until(() => house.health?.why === 'noFunds', 'a word about coins')
  expect([house.status(first), house.status(second)]).toEqual(['broadcast', 'queued'])
  await house.mine()
  house.skewMs += 10_000
  await house.reaches(second, 'broadcast')
  await house.out()
  await house.mine(2)
  expect([house.status(first), house.status(second)]).toEqual(['completed', 'completed'])
})

it('pays what the coins are enough for of a batch, and passes over what is too much alone', async () => {
  await open(1, { batchMost: 10 })
  const to = world.stranger()
  const [large, small] = [house.withdraw(to, SOME * 30n), house.withdraw(to, SOME)]
  await house.reaches(small, 'broadcast')
  await house.out(1)
  await house.mine(2)
  expect([house.status(large), house.status(small)]).toEqual(['queued', 'completed'])
  expect(house.health?.withdrawals).toMatchObject([{ withdrawalId: large, why: 'noFunds' }])
})

it('WAL-019 [part] passes over a receiver that no script can be made for, and pays the others of its batch', async () => {
  await open(1, { batchMost: 10 })
  const to = world.stranger()
  // 32 bytes that are the x coordinate of no point, so that no key has them (BIP 340).
  const nobody = writeSegwit('bcrt', 1, Buffer.from('eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34', 'hex'))
  const [bad, good] = [house.withdraw(nobody, SOME), house.withdraw(to, SOME)]
  await house.reaches(good, 'broadcast')
  await house.out(1)
  await house.mine(2)
  expect([house.status(bad), house.status(good)]).toEqual(['queued', 'completed'])
  expect(house.health?.withdrawals).toMatchObject([{ withdrawalId: bad, why: 'cannotBuild' }])
})

it('takes back what a re-organisation left out, and it is mined again', async () => {
  await open(2, {}, { unlockAt: 4 })
  const id = house.withdraw(world.stranger(), SOME)
  await house.out()
  await house.mine()
  expect(house.status(id)).toBe('confirming')
  await world.reorganise({ depth: 1, ahead: null, again: [] })
  await house.book()
  expect(house.status(id)).toBe('broadcast')
  await house.out()
  await house.mine(4)
  expect(house.status(id)).toBe('completed')
  expect(house.signer.signed).toHaveLength(1)
})

it('WAL-025 [part] offers more for what waits with the same coins; a node that replaces nothing keeps the first', async () => {
  await open(1, { bumpAfterMs: 1000 })
  const to = world.stranger()
  const id = house.withdraw(to, SOME)
  await house.out()
  house.skewMs += 2000
  await until(() => (house.payments.own.under(NETWORK)[0]?.txs.length ?? 0) === 2, 'a second version')
  await house.out()
  const [first, second] = house.signer.signed.map(({ intent }) => intent.plan)
  expect(second?.slot).toEqual(first?.slot)
  expect(second?.fee.rate).toBeGreaterThan(first?.fee.rate ?? 0n)
  if (!ON_CORE) {
    house.skewMs += 2000
    await until(() => house.health?.payments[0]?.text === 'the node takes no replacement', 'a word about it')
  }
  await house.mine(2)
  expect(house.status(id)).toBe('completed')
  await until(async () => {
    await house.mine()
    return house.exchange.state.payments.liveCount === 0
  }, 'an end of all that was for it')
})

it.skipIf(ON_CORE)(
  'WAL-025 [part] a batch that cannot be replaced is pulled along by a child, which is a move of the house and pays for both',
  async () => {
    await open(1, { bumpAfterMs: 1000, batchMost: 10 }, { unlockAt: 3 })
    const [to, other] = [world.stranger(), world.stranger()]
    const ids = [house.withdraw(to, SOME), house.withdraw(other, SOME * 2n)]
    await house.out()
    const before = listingsOf(house.exchange.state)[0]?.held.hot ?? 0n
    const childOf = () => house.payments.own.under(NETWORK).find(({ isMove }) => isMove)
    await until(
      () => {
        house.skewMs += 500
        return childOf() !== undefined
      },
      () => `a child: ${JSON.stringify([house.health, house.logged])}`,
    )
    const [parent] = house.signer.signed
    const child = house.signer.signed.find(({ intent }) => intent.purpose.kind === 'move')
    expect(child?.intent.plan.slot).toMatchObject({ kind: 'coins', coins: [{ tx: parent?.tx, height: null }] })
    expect(child?.intent.plan.fee.rate).toBeGreaterThan(parent?.intent.plan.fee.rate ?? 0n)
    await house.out()
    const waits = async (): Promise<unknown> => await world.rpc.call('getrawmempool')
    expect(await waits()).toEqual(expect.arrayContaining([parent?.tx, child?.tx]))
    // One child, however long both wait; and whoever starts again finds it.
    await house.restart()
    house.skewMs += 5000
    await house.out()
    expect(house.payments.own.under(NETWORK).filter(({ isMove }) => isMove)).toHaveLength(1)
    await house.mine(3)
    expect(ids.map((id) => house.status(id))).toEqual(['completed', 'completed'])
    expect(house.exchange.state.payments.liveCount).toBe(0)
    const [hot = ''] = house.hot
    const held = listingsOf(house.exchange.state)[0]?.held.hot ?? 0n
    expect(await house.balance(hot)).toBe(held)
    expect(held).toBeLessThan(before)
  },
)

it('moves all coins of an address, less the fee, to the smallest unit', async () => {
  await open(3)
  const hot = houseAddresses(house.exchange.state).find(({ place }) => place === 'hot')
  const warm = { kind: 'assignAddress', userId: 0 as never, family: 60, place: 'warm', tag: 0, label: '' } as const
  const to = asAddressId(house.exchange.must(warm).value)
  const from = { place: 'hot', addressIds: [hot?.addressId ?? asAddressId(0)] } as const
  const before = await house.balance(house.hot[0] ?? '')
  const moved = await house.payments.move({
    listingId: COIN,
    from,
    to: { place: 'warm', addressId: to },
    amount: 'all',
    actor: 'ops',
    why: '',
  })
  if (!('amount' in moved)) throw new Error(moved.text)
  await house.out()
  const [signed] = house.signer.signed
  house.follow(house.text('warm', to))
  await house.mine(2)
  expect(moved.amount).toBe(before - (signed?.intent.unsigned.feeMost ?? 0n))
  expect(await house.balance(house.hot[0] ?? '')).toBe(0n)
  expect(await house.balance(house.text('warm', to))).toBe(moved.amount)
})

describe('killed at each step', () => crashTests(() => open(4, { batchMost: 2 }), false, SOME))
