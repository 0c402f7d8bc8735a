/** More arrivals than there are rows: nothing is refused, nothing is lost or booked twice, and what one sends keeps nobody else waiting. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { PLAIN_LISTING } from '../../scenarios/rich-wallet.ts'
import type { Arrival, BlockName, WaitingArrival } from '../command.ts'
import { createState } from '../create-state.ts'
import { readEvents } from '../event-buffer.ts'
import { stateHash } from '../hash.ts'
import { asAddressId, asListingId, asNetworkId, asUserId, type UserId } from '../ids/id.ts'
import { trialBalance } from '../ledger/trial-balance.ts'
import { balanceOf } from '../read.ts'
import type { Reason } from '../reason.ts'
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts'
import { crowdsOf } from './read-deposits.ts'
import { bookedBlockOf } from './read-holdings.ts'
import { depositsOf, listingsOf } from './read-wallet.ts'

const HOUSE = { actor: 'ops', why: '' } as const
const NETWORK = asNetworkId(1)
/** Less than a customer may have: the table is full before he comes to his bound. */
const SHARE = 0.004
const AT_ONCE = 500
/** Blocks behind its depth at which a deposit is forgotten, and one that is too little is part of a sum. */
const KEPT = 20_000
const PILED = 100
const LEAST = 5_000n
const OWN = 3_000
const SMALL = 500
const ANN = asAddressId(1)
const MALLORY = asAddressId(2)
const WANTED = new Set(['depositSeen'] as const)

class Bank extends ExchangeDriver {
  readonly ann: UserId
  readonly mallory: UserId
  #number = 0

  constructor(share = 1) {
    super(createState(share))
    this.open()
    this.ann = this.join('ann', {})
    this.mallory = this.join('mallory', {})
    this.must({ kind: 'defineNetwork', family: 1, document: {}, ...HOUSE })
    this.must({ kind: 'defineListing', terms: { ...PLAIN_LISTING, creditAt: 1, unlockAt: 1, minDeposit: LEAST }, document: {}, ...HOUSE })
    for (const userId of [this.ann, this.mallory])
      this.must({ kind: 'assignAddress', userId, family: 1, place: 'addresses', tag: 0, label: '' })
    expect(this.book(10, [])).toBe('none')
  }

  arrival(height: number, facts: Partial<Arrival> = {}): Arrival {
    this.#number += 1
    const key = this.#number.toString(16).padStart(32, '0')
    const coins = { listingId: asListingId(1), addressId: ANN, amount: LEAST, dust: 0n }
    return { ...coins, key, tx: `tx-${key}`, position: 'v', from: null, height, isHeld: false, ...facts }
  }

  many(count: number, height: number, facts: Partial<Arrival>): Arrival[] {
    return Array.from({ length: count }, () => this.arrival(height, facts))
  }

  /** As a watcher tells it: blocks behind the last one, or that one again. */
  book(height: number, arrivals: readonly Arrival[]): Reason {
    const last = bookedBlockOf(this.state, NETWORK)?.height ?? 0
    const nameOf = (at: number): BlockName => ({ height: at, block: at === 0 ? '' : `block-${at}` })
    return this.run({ kind: 'bookBlocks', networkId: NETWORK, after: nameOf(last), upTo: nameOf(height), arrivals, mined: [] }).reason
  }

  /** Tells many of a block, in as many entries as they need. @returns those that wait for a row */
  tell(height: number, arrivals: readonly Arrival[]): WaitingArrival[] {
    const waiting: WaitingArrival[] = []
    for (let from = 0; from < arrivals.length; from += AT_ONCE) {
      const part = arrivals.slice(from, from + AT_ONCE)
      expect(this.book(height, part)).toBe('none')
      for (const { event } of readEvents(this.state.out.bytes(), WANTED)) {
        const told = event.kind === 'depositSeen' && event.waiting !== undefined ? part.find(({ key }) => key === event.key) : undefined
        if (told !== undefined && event.kind === 'depositSeen') waiting.push({ ...told, depositId: event.depositId })
      }
    }
    return waiting
  }

  take(arrivals: readonly WaitingArrival[]): number {
    const outcome = this.run({ kind: 'takeArrivals', networkId: NETWORK, arrivals })
    expect(outcome.reason).toBe('none')
    return outcome.value
  }

  has(userId: UserId): bigint {
    return balanceOf(this.state, userId, PLAIN_LISTING.assetId).available
  }

  get held(): bigint | undefined {
    return listingsOf(this.state)[0]?.held.addresses
  }

  get waiting(): number {
    return crowdsOf(this.state, NETWORK).reduce((sum, { count }) => sum + count, 0)
  }

  get isBalanced(): boolean {
    return trialBalance(this.state).every(({ sum }) => sum === 0n)
  }
}

test('WAL-011 WAL-013 [part] what comes to a full table is held from its block on, waits, and is credited once when there is room', () => {
  const bank = new Bank(SHARE)
  const room = bank.state.deposits.rowsMax
  expect(bank.tell(11, bank.many(room, 11, { addressId: MALLORY }))).toHaveLength(0)
  expect(bank.state.deposits.hasRoom(1)).toBe(false)
  const real = bank.arrival(12)
  const waiting = bank.tell(12, [real])
  for (const _ of ['told again', 'and again']) expect([bank.book(12, [real]), bank.waiting, bank.has(bank.ann)]).toEqual(['none', 1, 0n])
  expect([bank.held, bank.take(waiting)]).toEqual([LEAST * BigInt(room + 1), 0])
  // rows of the first block are forgotten some at each entry
  expect(bank.book(11 + KEPT, [])).toBe('none')
  expect([bank.take(waiting), bank.has(bank.ann), bank.waiting]).toEqual([1, LEAST, 0])
  expect([bank.take(waiting), bank.has(bank.ann), bank.held, bank.isBalanced]).toEqual([0, LEAST, LEAST * BigInt(room + 1), true])
})

test('WAL-011 [part] a customer who is sent more than he has rows for fills no table, keeps nobody waiting, and gets all of it', () => {
  const bank = new Bank()
  const all = bank.many(OWN + 700, 11, { addressId: MALLORY })
  const waiting = bank.tell(11, all)
  expect([waiting.length, bank.waiting, depositsOf(bank.state, bank.mallory).length]).toEqual([700, 700, OWN])
  expect(bank.tell(11, all)).toHaveLength(0)
  expect(bank.tell(12, [bank.arrival(12)])).toHaveLength(0)
  expect([bank.has(bank.ann), bank.has(bank.mallory), bank.held]).toEqual([LEAST, LEAST * BigInt(OWN), LEAST * BigInt(OWN + 701)])
  // the same after a snapshot
  expect(stateHash(decodeSnapshot(encodeSnapshot(bank.state)))).toBe(stateHash(bank.state))
  expect(bank.take(waiting)).toBe(0)
  for (let tries = 0; tries < OWN / 64 + 1; tries += 1) expect(bank.book(12 + KEPT, [])).toBe('none')
  expect(bank.take(waiting)).toBe(700)
  expect([bank.has(bank.mallory), bank.waiting, bank.isBalanced]).toEqual([LEAST * BigInt(OWN + 700), 0, true])
})

test('WAL-012 [part] what waits goes with its block, and is told anew by the one that has it then', () => {
  const bank = new Bank()
  bank.tell(11, bank.many(OWN, 11, { addressId: MALLORY }))
  const late = bank.many(3, 12, { addressId: MALLORY })
  const waiting = bank.tell(12, late)
  expect(waiting).toHaveLength(3)
  bank.must({ kind: 'leaveBlocks', networkId: NETWORK, from: { height: 12, block: 'block-12' }, backTo: { height: 11, block: 'block-11' } })
  expect([bank.waiting, bank.held, bank.isBalanced]).toEqual([0, LEAST * BigInt(OWN), true])
  const anew = bank.tell(
    13,
    late.slice(0, 2).map((arrival) => ({ ...arrival, height: 13 })),
  )
  expect(bank.book(13 + KEPT, [])).toBe('none')
  // those of the block that left are part of no sum
  expect([bank.take(waiting), bank.take(anew.map((one) => ({ ...one, depositId: waiting[0]?.depositId ?? one.depositId })))]).toEqual([
    0, 0,
  ])
  expect([bank.take(anew), bank.has(bank.mallory), bank.held]).toEqual([2, LEAST * BigInt(OWN + 2), LEAST * BigInt(OWN + 2)])
})

test('a stranger’s dust uses up nobody’s bound, and becomes one row of its address', () => {
  const bank = new Bank()
  const waiting = bank.tell(11, bank.many(SMALL + 200, 11, { addressId: ANN, amount: 1n }))
  expect([waiting.length, depositsOf(bank.state, bank.ann).length]).toEqual([200, SMALL])
  expect(bank.tell(12, [bank.arrival(12)])).toHaveLength(0)
  expect(bank.has(bank.ann)).toBe(LEAST)
  expect(bank.book(12 + PILED, [])).toBe('none')
  const small = (): readonly string[] =>
    depositsOf(bank.state, bank.ann).flatMap(({ status, amount }) => (status === 'belowMin' ? [`${amount}`] : []))
  expect(small()).toEqual([`${SMALL}`])
  expect([bank.take(waiting), small(), bank.waiting]).toEqual([200, [`${SMALL + 200}`], 0])
  // all of it is credited with what reaches the least amount
  const last = 13 + PILED
  bank.tell(last, [bank.arrival(last, { amount: LEAST - BigInt(SMALL + 200) })])
  expect([small(), bank.has(bank.ann), bank.held, bank.isBalanced]).toEqual([[], LEAST * 2n, LEAST * 2n, true])
})

test('a person may credit the sum of an address though it is too little', () => {
  const bank = new Bank()
  const [first, ...others] = bank.many(3, 11, { addressId: ANN, amount: 1n })
  bank.tell(11, [...(first === undefined ? [] : [first]), ...others])
  expect(bank.book(12 + PILED, [])).toBe('none')
  bank.must({ kind: 'judgeDeposit', key: first?.key ?? '', verdict: 'credit', userId: asUserId(0), ...HOUSE })
  expect(bank.has(bank.ann)).toBe(3n)
  expect(depositsOf(bank.state, bank.ann).map(({ status }) => status)).toEqual(['unlocked'])
})
