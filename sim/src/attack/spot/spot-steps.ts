/**
 * What two persons with two accounts each try on a thin pair whose index stands still, beside three honest customers: prints away from the index
 * among themselves, stops of others in their way, halts, walls, icebergs, lists touched for a lot, the fee coin at a price of their own.
 */
import type { Command, OrderTerms, SelfTradeMode } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { ENGINE_VERSION } from '@agio/engine/rules.ts'
import { createPrng, type Prng } from '../../prng.ts'
import { type SimStep, START_MS } from '../../workload.ts'

export const FIRST = 100_001
/** The first person has the first two accounts, the second the next two; the others are honest. */
export const ATTACKERS = 4
export const ACCOUNTS = 7
/** Ticks; the price of the fee coin too. */
export const INDEX = 10_000
export const LEAST = 5n * 10n ** 8n
export const PAIR = asInstrumentId(1)
const COINS = asInstrumentId(2)
const SIGNED = { actor: 'operator', why: 'attack' } as const
const ONE = 10n ** 12n

function opening(): Command[] {
  const terms = {
    baseAssetId: asAssetId(2),
    quoteAssetId: asAssetId(1),
    priceScale: 2,
    quantityScale: 3,
    referencePrice: INDEX,
    priceBandE8: 20_000_000,
    notionalMin: LEAST,
    breakerMoveE8: 10_000_000,
    breakerHaltMs: 60_000,
    makerFeeE8: 50_000,
    takerFeeE8: 100_000,
  }
  const users = Array.from({ length: ACCOUNTS }, (_, at) => at)
  const sources = ['a', 'b', 'c']
  return [
    { kind: 'setEngineVersion', version: ENGINE_VERSION, secret: '5'.repeat(32) },
    ...['CASH', 'COIN', 'FEE'].map((symbol): Command => ({ kind: 'defineAsset', symbol, scale: 8, document: {} })),
    { kind: 'defineInstrument', terms: pairTerms({ ...terms, symbol: 'COIN/CASH' }) },
    { kind: 'defineInstrument', terms: pairTerms({ ...terms, symbol: 'FEE/CASH', baseAssetId: asAssetId(3) }) },
    ...users.map((at): Command => ({ kind: 'registerUser', accountKey: `account-${at}`, document: {}, role: 'customer' })),
    ...users.flatMap((at) =>
      [10n ** 13n, 10n ** 11n, 10n ** 10n].map(
        (amount, asset): Command => ({
          kind: 'creditUser',
          userId: asUserId(FIRST + at),
          assetId: asAssetId(asset + 1),
          amount,
          cause: 'airdrop',
          reference: 'opening',
        }),
      ),
    ),
    { kind: 'setPerson', userId: asUserId(FIRST + 1), withUserId: asUserId(FIRST), ...SIGNED },
    { kind: 'setPerson', userId: asUserId(FIRST + 3), withUserId: asUserId(FIRST + 2), ...SIGNED },
    { kind: 'setIndexTerms', unitAssetId: asAssetId(1), sources, freshMs: 60_000, capE8: 1_000_000, weights: [], ...SIGNED },
    {
      kind: 'reportPrices',
      items: sources.map((_, source) => ({ assetId: asAssetId(2), source, state: 'pinned', price: 100n * ONE, at: START_MS })),
    },
    {
      kind: 'setFeeSchedule',
      levels: [{ volumeMin: 0n, makerFeeE8: 50_000, takerFeeE8: 100_000 }],
      feeAssetId: asAssetId(3),
      feeAssetDiscountE8: 25_000_000,
      ...SIGNED,
    },
    ...[0, 2, 4].map((at): Command => ({ kind: 'setUserTerms', userId: asUserId(FIRST + at), payFeeInFeeAsset: true })),
  ]
}

const place = (account: number, over: Partial<OrderTerms>, selfTrade: SelfTradeMode = 'none', instrumentId = PAIR): Command => ({
  kind: 'placeOrder',
  userId: asUserId(FIRST + account),
  instrumentId,
  terms: orderTerms(over),
  selfTrade,
  source: 'api',
  child: null,
})

const cancelAll = (account: number): Command => ({ kind: 'cancelAllOrders', userId: asUserId(FIRST + account), instrumentId: PAIR })

/** Two accounts trade so many lots with each other at a price, if nobody stands between. */
function print(random: Prng, price: number, quantity: number, instrumentId = PAIR): Command[] {
  const [one, other] = [random.below(ATTACKERS), random.below(ATTACKERS)]
  const [side, opposite] = random.oneIn(2) ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
  return [
    place(one, { side, price, quantity }, 'none', instrumentId),
    place(other, { side: opposite, price, quantity, timeInForce: 'ioc' }, 'none', instrumentId),
  ]
}

const away = (random: Prng): number => INDEX + random.pick([-1, 1]) * random.pick([200, 500, 900, 1_050, 1_400, 1_900])

const ATTACKS: readonly [(random: Prng) => Command[], ...((random: Prng) => Command[])[]] = [
  // a bid far below, a print that should fire the stops above it
  (random) => [place(random.below(ATTACKERS), { price: 8_600, quantity: 5_000 }), ...print(random, 9_500 - random.below(900), 60)],
  (random) => print(random, away(random), random.pick([50, 60, 600, 6_000])),
  // one smallest trade that should halt
  (random) => print(random, random.pick([8_900, 11_100]), 60),
  // a wall in front of buys that fire
  (random) => [
    place(random.below(ATTACKERS), { side: 'sell', price: 11_900, quantity: 9_000, visibleQuantity: 900 }),
    ...print(random, 10_000 + random.below(1_200), 500),
  ],
  // touches whatever rests nearest, by a lot
  (random) => [
    place(random.below(ATTACKERS), { side: random.pick(['buy', 'sell'] as const), price: away(random), quantity: 60, timeInForce: 'ioc' }),
  ],
  // the fee coin at a price of one's own
  (random) => print(random, random.pick([8_200, 11_900]), 600, COINS),
  (random) => [cancelAll(random.below(ATTACKERS))],
]

function honest(random: Prng): Command[] {
  const account = ATTACKERS + random.below(ACCOUNTS - ATTACKERS)
  const quantity = random.between(60, 900)
  const near = random.between(0, 120)
  const side = random.pick(['buy', 'sell'] as const)
  const way = side === 'buy' ? 1 : -1
  const far = INDEX + way * random.between(150, 1_500)
  return [
    random.weighted([
      [8, place(account, { side, price: INDEX - way * near, quantity })],
      [3, place(account, { side, price: INDEX + way * near, quantity, timeInForce: 'ioc' })],
      [4, place(account, { side, type: 'stopMarket', triggerPrice: far, quantity })],
      [2, place(account, { side, type: 'stopLimit', triggerPrice: far, price: far + way * 100, quantity })],
      [3, place(account, { side, type: 'oneCancelsOther', price: INDEX - way * 300, triggerPrice: far, quantity })],
      [2, place(account, { side, type: 'trailingStop', trailingBps: random.between(50, 900), quantity })],
      [2, cancelAll(account)],
    ]),
  ]
}

/** The same steps for a seed everywhere. */
export function makeSpotAttack(seed: number, count: number): SimStep[] {
  const random = createPrng(seed)
  const steps: SimStep[] = []
  const push = (command: Command, elapsedMs: number): void => {
    steps.push({ id: steps.length, elapsedMs, key: '', command, target: null })
  }
  for (const command of opening()) push(command, 1)
  while (steps.length < count) {
    const commands = random.oneIn(2) ? honest(random) : (random.pick(ATTACKS)(random) ?? [])
    for (const command of commands) push(command, random.pick([0, 5, 5, 900, 20_000]))
  }
  return steps.slice(0, count)
}
