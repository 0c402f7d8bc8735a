/** Somebody with two accounts trades a deposit away that will be undone. What the house is left with, whatever he tries. */
import { expect, test } from 'vitest'
import { ExchangeDriver, START_MS } from '../../scenarios/exchange-driver.ts'
import { PLAIN_LISTING } from '../../scenarios/rich-wallet.ts'
import type { OrderTerms } from '../command.ts'
import { createState } from '../create-state.ts'
import { asAddressId, asAssetId, asInstrumentId, asListingId, asNetworkId, asOrderId, asOrderListId, type UserId } from '../ids/id.ts'
import { trialBalance } from '../ledger/trial-balance.ts'
import { orderTerms } from '../plain-terms.ts'
import { balanceOf } from '../read.ts'

const HOUSE = { actor: 'ops', why: '' } as const
const [COIN, UNIT] = [asAssetId(1), asAssetId(2)]
const PAIR = asInstrumentId(1)
const ONE = 10n ** 8n
/** Ticks of 0.01: 100.00 of the unit asset. */
const INDEX = 10_000
const DEPOSIT = 100n * ONE
const MOVES = 120

/** 0 ≤ … < most, the same for a seed. */
function dice(seed: number): (most: number) => number {
  let at = seed
  return (most) => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((at / 2 ** 32) * most)
  }
}

class Attack {
  readonly exchange = new ExchangeDriver(createState())
  readonly thief: UserId
  readonly friend: UserId
  readonly #roll: (most: number) => number
  fills = 0

  constructor(seed: number, byDeposit: boolean) {
    const { exchange } = this
    this.#roll = dice(seed)
    exchange.open()
    this.thief = exchange.join('thief', byDeposit ? {} : { [COIN]: DEPOSIT })
    this.friend = exchange.join('friend', { [COIN]: 500n * ONE, [UNIT]: 50_000n * ONE })
    exchange.must({ kind: 'setIndexTerms', unitAssetId: UNIT, sources: ['a'], freshMs: 86_400_000, capE8: 1_000_000, ...HOUSE })
    const price = 100n * 10n ** 12n
    exchange.must({ kind: 'reportPrices', items: [{ assetId: COIN, source: 0, state: 'live', price, at: START_MS }] })
    exchange.must({ kind: 'defineNetwork', family: 1, document: {}, ...HOUSE })
    exchange.must({ kind: 'defineListing', terms: { ...PLAIN_LISTING, creditAt: 1, unlockAt: 50 }, document: {}, ...HOUSE })
    exchange.must({ kind: 'assignAddress', userId: this.thief, family: 1, place: 'addresses', tag: 0, label: '' })
    this.#book(0, 10, false)
    this.#book(10, 11, byDeposit)
  }

  #book(from: number, to: number, brings: boolean): void {
    const name = (height: number) => ({ height, block: height === 0 ? '' : `block-${height}` })
    const facts = { tx: 't', position: 'v', from: null, isHeld: false, dust: 0n }
    const one = { listingId: asListingId(1), addressId: asAddressId(1), key: '1'.padStart(32, '0'), amount: DEPOSIT, height: to, ...facts }
    const arrivals = brings ? [one] : []
    this.exchange.must({ kind: 'bookBlocks', networkId: asNetworkId(1), after: name(from), upTo: name(to), arrivals, mined: [] })
  }

  /** What an account has and holds, less what it owes, at the index, 1e-8 of the unit asset. */
  worth(userId: UserId): bigint {
    const { state } = this.exchange
    const of = (assetId: typeof COIN): bigint => {
      const { available, held } = balanceOf(state, userId, assetId)
      return available + held + balanceOf(state, userId, assetId, 'debt').available
    }
    return of(COIN) * 100n + of(UNIT)
  }

  /** Pushes value from the thief to his friend as well as chance can: at prices up to 4 % off, with orders of every kind. */
  play(): void {
    for (let move = 0; move < MOVES; move += 1) {
      const off = this.#roll(400)
      const thiefBuys = this.#roll(2) === 0
      const price = thiefBuys ? INDEX + off : INDEX - off
      const quantity = 1 + this.#roll(3_000_000)
      const [first, second] = this.#roll(3) === 0 ? [this.thief, this.friend] : [this.friend, this.thief]
      for (const userId of [first, second]) this.#place(userId, (userId === this.thief) === thiefBuys ? 'buy' : 'sell', price, quantity)
      if (this.#roll(4) === 0) for (const userId of [first, second]) this.#cancel(userId)
    }
    for (const userId of [this.thief, this.friend]) this.#cancel(userId)
  }

  #cancel(userId: UserId): void {
    this.exchange.must({ kind: 'cancelAllOrders', userId, instrumentId: asInstrumentId(0) })
    this.exchange.run({ kind: 'cancelOrder', userId, orderId: asOrderId(1), clientOrderId: '', orderListId: asOrderListId(0) })
  }

  #place(userId: UserId, side: 'buy' | 'sell', price: number, quantity: number): void {
    const kinds: readonly Partial<OrderTerms>[] = [
      { price },
      { price, timeInForce: 'ioc' },
      { price, timeInForce: 'fok' },
      { type: 'market', price: 0 },
      { type: 'stopMarket', price: 0, triggerPrice: side === 'buy' ? INDEX + this.#roll(300) : INDEX - this.#roll(300) },
    ]
    const terms = orderTerms({ side, quantity, ...kinds[this.#roll(kinds.length)] })
    const given = { selfTrade: 'none', source: 'api', child: null } as const
    const from = this.exchange.events.length
    this.exchange.run({ kind: 'placeOrder', userId, instrumentId: PAIR, terms, ...given })
    this.fills += this.exchange.events.slice(from).filter(({ kind }) => kind === 'traded').length
  }

  undo(): void {
    const [from, backTo] = [11, 10].map((height) => ({ height, block: `block-${height}` }))
    if (from === undefined || backTo === undefined) return
    this.exchange.must({ kind: 'leaveBlocks', networkId: asNetworkId(1), from, backTo })
  }
}

const SEEDS = Array.from({ length: 12 }, (_, seed) => seed + 1)
/** 2 % of the deposit at the index. */
const BOUND = (DEPOSIT * 100n) / 50n

test('WAL-012 a deposit that is undone leaves the house with 2 % of it at most, whatever its owner traded before', () => {
  let fills = 0
  for (const seed of SEEDS) {
    const attack = new Attack(seed, true)
    const before = attack.worth(attack.friend)
    attack.play()
    attack.undo()
    fills += attack.fills
    expect(attack.worth(attack.friend) - before, `seed ${seed}: what the friend may take out`).toBeLessThanOrEqual(BOUND)
    expect(attack.worth(attack.thief), `seed ${seed}: what stands against the debt`).toBeGreaterThanOrEqual(-BOUND)
    expect(trialBalance(attack.exchange.state).every(({ sum }) => sum === 0n)).toBe(true)
  }
  expect(fills).toBeGreaterThan(100)
})

test('the same moves empty an account that nothing bounds', () => {
  const lost = SEEDS.map((seed) => {
    const attack = new Attack(seed, false)
    const before = attack.worth(attack.thief)
    attack.play()
    return before - attack.worth(attack.thief)
  })
  expect(lost.filter((loss) => loss > BOUND).length).toBeGreaterThan(SEEDS.length / 2)
})
