/** A table of deposits that is full: what comes is delayed, and neither lost nor booked twice. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { PLAIN_LISTING } from '../../scenarios/rich-wallet.ts'
import type { Arrival, BlockName } from '../command.ts'
import { createState } from '../create-state.ts'
import { asAddressId, asListingId, asNetworkId, asUserId, type UserId } from '../ids/id.ts'
import { trialBalance } from '../ledger/trial-balance.ts'
import { balanceOf } from '../read.ts'
import type { Reason } from '../reason.ts'
import { bookedBlockOf } from './read-holdings.ts'

const HOUSE = { actor: 'ops', why: '' } as const
/** 2,000 deposits. */
const SHARE = 0.004
const AT_ONCE = 200
/** Blocks behind its depth at which a deposit is forgotten. */
const KEPT = 20_000
/** Deposits that an entry of blocks looks at to forget them. */
const FORGOTTEN = 64
const ANN = asAddressId(1)
const MALLORY = asAddressId(2)

class Bank extends ExchangeDriver {
  readonly ann: UserId
  #dust = 0

  /** A coin on two networks, of which 5,000 units are the least that is credited by itself, with block 10 booked on both. */
  constructor() {
    super(createState(SHARE))
    this.open()
    this.ann = this.join('ann', {})
    const mallory = this.join('mallory', {})
    for (const networkId of [1, 2].map(asNetworkId)) {
      this.must({ kind: 'defineNetwork', family: 1, document: {}, ...HOUSE })
      const terms = { ...PLAIN_LISTING, networkId, creditAt: 1, unlockAt: 1, minDeposit: 5_000n }
      this.must({ kind: 'defineListing', terms, document: {}, ...HOUSE })
    }
    for (const userId of [this.ann, mallory]) this.must({ kind: 'assignAddress', userId, family: 1, place: 'addresses', tag: 0, label: '' })
    for (const network of [1, 2]) expect(this.book(10, [], network)).toBe('none')
  }

  arrival(key: string, height: number, facts: Partial<Arrival> = {}): Arrival {
    const coins = { listingId: asListingId(1), addressId: ANN, amount: 5_000n, dust: 0n }
    return { ...coins, key: key.padStart(32, '0'), tx: `tx-${key}`, position: 'v', from: null, height, isHeld: false, ...facts }
  }

  /** So many units of one that are never enough together. @param network that it is on, which is the listing's number too */
  dust(count: number, height: number, network = 1): Arrival[] {
    const facts = { listingId: asListingId(network), addressId: MALLORY, amount: 1n, dust: 0n }
    return Array.from({ length: count }, () => this.arrival(`d${(this.#dust++).toString(16).padStart(8, '0')}`, height, facts))
  }

  /** As a watcher tells it: blocks behind the last one, or that one again. */
  book(height: number, arrivals: readonly Arrival[], network = 1): Reason {
    const networkId = asNetworkId(network)
    const last = bookedBlockOf(this.state, networkId)?.height ?? 0
    const nameOf = (at: number): BlockName => ({ height: at, block: at === 0 ? '' : `block-${at}` })
    return this.run({ kind: 'bookBlocks', networkId, after: nameOf(last), upTo: nameOf(height), arrivals, mined: [] }).reason
  }

  /** Fills the table in one block with what is too little. */
  fill(height: number, ...before: Arrival[]): readonly Arrival[] {
    const told = [...before]
    expect(this.book(height, before)).toBe('none')
    while (this.state.deposits.hasRoom(1)) {
      const { rowsMax, liveCount } = this.state.deposits
      const more = this.dust(Math.min(AT_ONCE, rowsMax - liveCount), height)
      expect(this.book(height, more)).toBe('none')
      told.push(...more)
    }
    return told
  }

  /** A person credits it although it is too little. */
  waive({ key }: Arrival): void {
    this.must({ kind: 'judgeDeposit', key, verdict: 'credit', userId: asUserId(0), ...HOUSE })
  }

  get anns(): bigint {
    return balanceOf(this.state, this.ann, PLAIN_LISTING.assetId).available
  }

  /** Of the first network. */
  get height(): number | undefined {
    return bookedBlockOf(this.state, asNetworkId(1))?.height
  }

  get isBalanced(): boolean {
    return trialBalance(this.state).every(({ sum }) => sum === 0n)
  }
}

test('WAL-011 WAL-013 [part] a deposit that a full table has no room for changes nothing, and is booked once when there is room', () => {
  const bank = new Bank()
  const dust = bank.fill(11, bank.arrival('a1', 11)).slice(1)
  expect([bank.anns, bank.state.deposits.liveCount]).toEqual([5_000n, 2_000])
  expect(bank.book(11 + KEPT, [])).toBe('none')
  // Her first deposit is forgotten, and nothing else: what was too little counts for the sum at its address for good.
  expect(bank.state.deposits.liveCount).toBe(1_999)
  const at = 12 + KEPT
  const told = [bank.arrival('a2', at), bank.arrival('a3', at)]
  expect(bank.book(at, told)).toBe('engineFull')
  expect([bank.anns, bank.height]).toEqual([5_000n, 11 + KEPT])
  // The watcher begins behind the last booked block again: what may be forgotten is, and nothing may yet.
  expect([bank.book(11 + KEPT, []), bank.book(at, told)]).toEqual(['none', 'engineFull'])
  for (const one of dust.slice(0, 2)) bank.waive(one)
  for (let tries = 0; tries < 2_000 / FORGOTTEN; tries += 1) expect(bank.book(11 + KEPT, [])).toBe('none')
  expect(bank.state.deposits.liveCount).toBe(1_997)
  for (const _ of ['booked', 'told again']) expect([bank.book(at, told), bank.anns, bank.height]).toEqual(['none', 15_000n, at])
  expect(bank.isBalanced).toBe(true)
})

test('WAL-011 [part] young deposits of one network that fill the table stop the next deposit of each, until one network forgets some', () => {
  const bank = new Bank()
  const onOther = { listingId: asListingId(2) }
  expect(bank.book(11, [bank.arrival('b1', 11, onOther)], 2)).toBe('none')
  const told = bank.fill(11)
  const real = bank.arrival('a1', 12)
  expect([bank.book(12, [real]), bank.book(12, [bank.arrival('b2', 12, onOther)], 2)]).toEqual(['engineFull', 'engineFull'])
  // What is known needs no room: the last block is taken again, whatever it brought.
  expect(bank.book(11, told.slice(-AT_ONCE))).toBe('none')
  // A person who credits what is too little makes no room: its block may leave the chain, and the network stands where it is.
  for (const one of told) bank.waive(one)
  expect([bank.book(11, []), bank.book(12, [real]), bank.anns]).toEqual(['none', 'engineFull', 5_000n])
  // Blocks that bring nothing go on, here of the other network, whose deposit is forgotten.
  expect([bank.book(11 + KEPT, [], 2), bank.state.deposits.liveCount]).toEqual(['none', 1_999])
  for (const _ of ['booked', 'told again']) expect([bank.book(12, [real]), bank.anns]).toEqual(['none', 10_000n])
  expect(bank.isBalanced).toBe(true)
})
