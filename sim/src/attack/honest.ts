/**
 * What honest customers meet: a usual book, and an index that falls by 5 % in half a minute with makers who are quick, late or poor, with thin
 * books and with wide ones. A table of it is run on two engines and put side by side: a rule against attackers must not be one against them.
 */
import type { Command } from '@agio/engine/command.ts'
import { asInstrumentId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { PLAIN_ORDER } from '../plain-contract-order.ts'
import { createPrng, type Prng } from '../prng.ts'
import { FIRST_USER } from '../workload-world.ts'
import { Drive, type Happened } from './drive.ts'
import { fundOf, houseLegs, readAccount } from './eyes.ts'
import type { Shot } from './hand.ts'
import { FUND, type Market, marketsOf, ONE, openingOf, said } from './world.ts'

const SECOND_MS = 1_000
const MAKERS = 3
const CUSTOMERS = 60

interface Scene {
  readonly name: string
  /** What the index is after so many seconds, of what it was. */
  readonly path: (second: number) => number
  readonly seconds: number
  /** How old a maker’s index is when he quotes, seconds. */
  readonly late: number
  /** Coins of a maker, and value of each of his quotes. */
  readonly maker: bigint
  readonly quote: number
  /** Half of what lies between the best bid and the best ask. */
  readonly half: number
}

const still = (): number => 1
const fall = (second: number): number => 1 - 0.05 * Math.min(1, Math.max(0, (second - 60) / 30))
const fallAndRise = (second: number): number => fall(second) + 0.04 * Math.min(1, Math.max(0, (second - 95) / 30))

const USUAL = { seconds: 300, late: 1, maker: 2_000_000n, quote: 200_000, half: 0.0002 } as const

const SCENES: readonly Scene[] = [
  { ...USUAL, name: 'usual book, calm', path: still },
  { ...USUAL, name: '-5 %, quick makers', path: fall },
  { ...USUAL, name: '-5 % and back, quick makers', path: fallAndRise },
  { ...USUAL, name: '-5 %, late makers (5 s)', path: fall, late: 5 },
  { ...USUAL, name: '-5 %, late makers (15 s)', path: fall, late: 15 },
  { ...USUAL, name: '-5 %, poor makers', path: fall, maker: 20_000n },
  { ...USUAL, name: '-5 %, poor and late (5 s)', path: fall, maker: 20_000n, late: 5 },
  { ...USUAL, name: '-5 %, thin book', path: fall, quote: 5_000 },
  { ...USUAL, name: '-5 %, thin and late (5 s)', path: fall, quote: 5_000, late: 5 },
  { ...USUAL, name: '-5 %, spread 0.3 %', path: fall, half: 0.0015 },
  { ...USUAL, name: '-5 %, spread 0.3 %, thin', path: fall, half: 0.0015, quote: 5_000 },
  { ...USUAL, name: 'calm, spread 0.3 %', path: still, half: 0.0015 },
]

interface Tally {
  fills: number
  unborne: number
  refused: number
  liquidations: number
  first: number
  last: number
  deleveraged: number
}

/** The lines of the table. */
export function honestTable(seed: number): string[] {
  const head = ['scene', 'fills', 'unborne', 'refused', 'liquid.', 'first s', 'last s', 'delever.', 'fund', 'house left', 'customers']
  return [row(head), ...SCENES.map((scene) => row(played(scene, seed)))]
}

const row = (cells: readonly string[]): string => cells.map((cell, place) => (place === 0 ? cell.padEnd(30) : cell.padStart(11))).join('')

function played(scene: Scene, seed: number): string[] {
  const random = createPrng(seed ^ 0x40e5)
  const customers = Array.from({ length: CUSTOMERS }, () => BigInt(random.pick([500, 1_000, 2_000, 5_000])))
  const plan = { terms: 'demo', deposits: [...Array<bigint>(MAKERS).fill(scene.maker), ...customers], isHedged: [], strangers: [] } as const
  const drive = new Drive()
  for (const command of openingOf(plan, drive.clock)) drive.give(command, 1)
  const market = marketsOf(plan)[0] as Market
  const tally: Tally = { fills: 0, unborne: 0, refused: 0, liquidations: 0, first: -1, last: -1, deleveraged: 0 }
  const begin = drive.clock
  drive.watcher = (happened) => count(tally, happened, (drive.clock - begin) / SECOND_MS)
  const worth = (): bigint => customers.reduce((sum, _, place) => sum + readAccount(drive.state, userAt(MAKERS + place)).equity, 0n)
  const before = worth()
  for (let second = 0; second < scene.seconds; second += 1) play(drive, random, market, scene, second)
  const left = houseLegs(drive.state).reduce((sum, { quantity }) => sum + quantity, 0)
  const { fills, unborne, refused, liquidations, first, last, deleveraged } = tally
  const figures = [fills, unborne, refused, liquidations, first, last, deleveraged].map((figure) => String(Math.round(figure)))
  return [scene.name, ...figures, coinsOf(fundOf(drive.state) - FUND), String(left), coinsOf(worth() - before)]
}

const userAt = (place: number): UserId => asUserId(FIRST_USER + place)
const coinsOf = (amount: bigint): string => (Number(amount / (ONE / 100n)) / 100).toFixed(2)

function count(tally: Tally, { command, fills, liquidated, reason, unborne }: Happened, second: number): void {
  tally.fills += fills.length / 2
  tally.unborne += unborne
  if (command.kind === 'placeContractOrder' && reason === 'insufficientBalance') tally.refused += 1
  for (const { isDone, step } of liquidated) {
    if (isDone) continue
    if (step === 'adl') tally.deleveraged += 1
    else {
      tally.liquidations += 1
      if (tally.first < 0) tally.first = second
      tally.last = second
    }
  }
}

/** A second: the index, the makers, a few customers, and what is due. */
function play(drive: Drive, random: Prng, market: Market, scene: Scene, second: number): void {
  const price = (at: number): number => Math.round(market.start * scene.path(Math.max(0, at)) * (1 + 0.0001 * Math.sin(at / 7)))
  drive.give(said(market.base, BigInt(price(second)) * market.fineTick, drive.clock + SECOND_MS), SECOND_MS)
  for (let place = 0; place < MAKERS; place += 1)
    if (second % scene.late === place % scene.late) quotes(drive, market, scene, userAt(place), price(second))
  for (let more = second < 60 ? 3 : 1; more > 0; more -= 1) customer(drive, random, market)
  drive.give({ kind: 'tick' })
}

function quotes(drive: Drive, market: Market, { half, maker, quote }: Scene, userId: UserId, index: number): void {
  drive.give({ kind: 'cancelAllOrders', userId, instrumentId: asInstrumentId(-1) })
  for (const [level, share] of [half, half * 2, half * 5].entries())
    for (const side of ['buy', 'sell'] as const) {
      const price = side === 'buy' ? Math.floor(index * (1 - share)) : Math.ceil(index * (1 + share))
      // a poor one quotes what his margin is good for
      const most = Math.min(quote * (level + 1), Number(maker) * 3)
      give(drive, userId, market, { side, price, quantity: lotsOf(market, price, most) })
    }
}

/** A customer opens at market with a leverage of his own, or closes a part. */
function customer(drive: Drive, random: Prng, market: Market): void {
  const userId = userAt(MAKERS + random.below(CUSTOMERS))
  const account = readAccount(drive.state, userId)
  const [leg] = account.legs
  if (leg !== undefined) {
    if (random.oneIn(4))
      give(drive, userId, market, {
        side: leg.isShort ? 'buy' : 'sell',
        action: 'close',
        type: 'market',
        timeInForce: 'ioc',
        leverage: leg.leverage,
        marginMode: leg.isIsolated ? 'isolated' : 'cross',
        quantity: Math.ceil(leg.quantity / 2),
      })
    return
  }
  const leverage = random.pick([5, 10, 20, 50, 75, 100])
  const mode = random.pick(['cross', 'isolated'] as const)
  drive.give({ kind: 'setMarginMode', userId, mode, instrumentId: market.id })
  drive.give({ kind: 'setLeverage', userId, instrumentId: market.id, leverage })
  const value = (Number(account.free) / 1e8 / (1 / leverage + 0.002)) * random.pick([0.3, 0.6, 0.9])
  const side = random.oneIn(3) ? 'sell' : 'buy'
  give(drive, userId, market, {
    side,
    type: 'market',
    timeInForce: 'ioc',
    leverage,
    marginMode: mode,
    quantity: lotsOf(market, market.start, Math.min(value, 49_000)),
  })
}

const give = (drive: Drive, userId: UserId, market: Market, shot: Shot): Happened => {
  const command: Command = { ...PLAIN_ORDER, userId, instrumentId: market.id, ...shot }
  return drive.give(command)
}

const lotsOf = (market: Market, price: number, value: number): number =>
  Math.max(1, Math.floor((value * 1e8) / (price * Number(market.unit))))
