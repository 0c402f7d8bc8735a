/**
 * Two persons deposit what will be undone, and let it go to their other accounts before its block leaves; in between, one of them has got into a
 * stranger's account whose withdrawals rest.
 */
import { asUserId } from '@agio/engine/ids/id.ts'
import { debtOf } from '@agio/engine/read.ts'
import type { SimStep } from '../../workload.ts'
import type { Sent } from './chain.ts'
import { Enough, WalletHand, type Watcher } from './wallet-hand.ts'
import { drainAll, empty, gather, leave, MOVES, strangers, type Ways } from './wallet-moves.ts'
import { WalletWatch } from './wallet-watch.ts'
import { ASSETS, ATTACKERS, CASH, DAY_MS, LEAST, ONE, openingOf, UNIT, UNLOCK_AT, VICTIM } from './wallet-world.ts'

function act(hand: WalletHand, ways: Ways, most: number): void {
  for (let more = 1 + hand.random.below(most); more > 0; more -= 1) hand.random.weighted(MOVES)(hand, ways)
}

/** Value, whole units of cash. */
const VALUES = [LEAST, 50n, 1_000n, 10_000n, 20_000n, 100_000n] as const

/** What comes in a block: large, dust that is enough together, more than there are rows for. */
function arrivals(hand: WalletHand, userId: number): Sent[] {
  const assetId = hand.coinOf()
  const how = hand.random.weighted([
    [6, 'one'],
    [2, 'dust'],
    [2, 'many'],
  ] as const)
  if (how === 'one') return [hand.send(userId, assetId, hand.random.pick([...VALUES]))]
  if (how === 'many') return [1, 2, 3].map(() => hand.send(userId, hand.coinOf(), hand.random.pick([...VALUES])))
  return Array.from({ length: 1 + hand.random.below(6) }, () => hand.send(userId, assetId, LEAST / 4n))
}

function deposit(hand: WalletHand, userId: number): void {
  const sent = arrivals(hand, userId)
  const [first] = sent
  if (first !== undefined && hand.random.oneIn(4)) hand.note(first)
  const again = hand.random.oneIn(3) ? hand.orphans : []
  hand.orphans = again.length > 0 ? [] : hand.orphans
  hand.book([...again, ...sent], hand.random.pick([0, 40, 60_000]), hand.random.oneIn(4))
  if (hand.random.oneIn(4)) hand.takeWaiting()
}

/** An account that owes is of no more use: what it owes is paid from outside, and stands. */
function settle(hand: WalletHand): void {
  const owing = ATTACKERS.flatMap((userId) =>
    ASSETS.flatMap((assetId) => {
      const owed = debtOf(hand.state, asUserId(userId), assetId as never)
      return owed > 0n ? [{ userId, assetId, value: (owed * (hand.prices.get(assetId) ?? ONE)) / ONE / UNIT + LEAST }] : []
    }),
  )
  const poor = ATTACKERS.filter((userId) => hand.cash(userId) < 500n)
  const sent = [
    ...owing.map(({ userId, assetId, value }) => hand.send(userId, assetId, value)),
    ...poor.slice(0, 1).map((userId) => hand.send(userId, CASH, 10_000n)),
  ]
  if (sent.length === 0) return
  hand.book(sent, 60_000)
  for (let more = 0; more < 4; more += 1) hand.book([], 60_000)
}

/** Coins come, go to the others as far as they can, and their block leaves. */
function undo(hand: WalletHand): void {
  const from = hand.attacker()
  const ways = { from, to: hand.other(from) }
  // what rests already when the coins come
  if (hand.random.oneIn(4)) act(hand, ways, 2)
  if (hand.random.oneIn(2)) empty(hand, ways)
  // more than it is about to have: by what is little the account is bounded, and what it had leaves
  if (hand.random.oneIn(3)) {
    empty(hand, { from: ways.to, to: from })
    hand.book([hand.send(from, CASH, LEAST)], 0)
    empty(hand, ways)
  }
  deposit(hand, from)
  act(hand, ways, 8)
  if (hand.random.oneIn(3)) deposit(hand, hand.attacker())
  if (hand.random.oneIn(3)) hand.jump()
  if (hand.random.oneIn(3)) act(hand, ways, 4)
  if (hand.random.oneIn(2)) empty(hand, ways)
  if (hand.random.oneIn(6)) hand.book([], 60_000)
  if (!hand.random.oneIn(5)) hand.leave(1 + hand.random.below(3))
  if (hand.random.oneIn(2)) act(hand, ways, 3)
  if (hand.random.oneIn(2)) leave(hand, ways)
}

/**
 * What an account may lose follows from what it has: all of them lend it what they have while something small bounds it, and take that back before
 * what is to be undone comes, or after.
 */
function lend(hand: WalletHand): void {
  settle(hand)
  for (let more = 0; more < UNLOCK_AT; more += 1) hand.book([], 60_000)
  const from = hand.attacker()
  const ways = { from, to: hand.other(from) }
  gather(hand, from)
  for (const userId of ATTACKERS) if (userId !== from) empty(hand, { from: userId, to: from })
  hand.book([hand.send(from, CASH, LEAST)], 0)
  const isBefore = hand.random.oneIn(2)
  if (isBefore) empty(hand, ways)
  hand.book([hand.send(from, hand.random.pick([1, 2] as const), hand.random.pick([500n, 2_000n, 8_000n]))], 0)
  if (!isBefore) empty(hand, ways)
  drainAll(hand, ways)
  hand.leave(2)
}

/** Withdrawals of the victim rest: the thief may do all but withdraw. */
function steal(hand: WalletHand): void {
  if (hand.clock >= hand.lockedUntil) {
    hand.lockedUntil = hand.clock + DAY_MS
    hand.cancelAll(VICTIM)
    const document = {
      userId: asUserId(VICTIM),
      collection: 'security',
      id: 'account',
      document: {},
      boundUntil: hand.lockedUntil,
    } as const
    hand.give({ kind: 'saveDocument', ...document, actor: 'user' })
  }
  if (hand.random.oneIn(4)) hand.book([hand.send(VICTIM, hand.coinOf(), hand.random.pick([LEAST, 1_000n]))], 0)
  const ways = { from: VICTIM, to: hand.attacker() }
  for (let more = 1 + hand.random.below(5); more > 0; more -= 1) {
    if (hand.clock + 10_000 >= hand.lockedUntil) return
    const move = hand.random.weighted(MOVES)
    if (move !== leave) move(hand, ways)
  }
  // before it ends its owner is back
  if (hand.random.oneIn(4)) {
    hand.cancelAll(VICTIM)
    hand.pass(Math.max(0, hand.lockedUntil - hand.clock) + 1)
  }
}

function play(hand: WalletHand): void {
  for (const command of openingOf()) hand.give(command, 1)
  hand.book([])
  for (let more = 0; more < 3; more += 1) hand.book([], 1)
  for (;;) {
    hand.random.weighted([
      [6, undo],
      [hand.hasThief ? 2 : 0, steal],
      [2, lend],
      [2, settle],
      [3, strangers],
      [1, (one: WalletHand) => one.jump()],
      [1, (one: WalletHand) => one.book([], 600_000)],
      [1, (one: WalletHand) => one.pass(one.random.pick([1_000, 3_600_000]))],
    ])(hand)
  }
}

function run(seed: number, count: number, isStill: boolean, watcher: (hand: WalletHand) => Watcher): WalletHand {
  const watch: { look?: Watcher } = {}
  const hand = new WalletHand(seed, count, isStill, (told) => watch.look?.(told))
  watch.look = watcher(hand)
  try {
    play(hand)
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return hand
}

/** The same steps for a seed everywhere. @param isStill the index never moves */
export const makeWalletAttack = (seed: number, count: number, isStill: boolean): SimStep[] =>
  run(seed, count, isStill, () => () => {}).steps

/** @returns who looked behind every command; after the first fault nothing more is given */
export function watchWallet(seed: number, count: number, isStill: boolean): WalletWatch {
  let watch: WalletWatch | undefined
  run(seed, count, isStill, ({ state }) => {
    const one = new WalletWatch(state, isStill)
    watch = one
    return (told) => {
      one.look(told)
      if (one.faults.length > 0) throw new Enough()
    }
  })
  if (watch === undefined) throw new Error('nobody looked')
  watch.conclude()
  return watch
}
