import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BlockHead, type BlockRef, ChainFault } from '../port.ts'
import { beginAt, type FollowCursor, Follower, follow, type Pause, type Step } from './follow.ts'
import { FakeChain, NO_WISHES } from './testing/fake-chain.ts'

/** As a journal would: what was booked, in order, and the cursor after each. */
class Books {
  readonly blocks: BlockHead[] = []
  cursor: FollowCursor

  constructor(cursor: FollowCursor) {
    this.cursor = cursor
  }

  book(follower: Follower, step: Step): void {
    if (step.kind === 'block') this.blocks.push(step.block)
    else expect(this.blocks.pop()?.hash, 'what leaves was booked last').toBe(step.block.hash)
    follower.booked(step)
    this.cursor = follower.cursor
  }
}

async function open(chain: FakeChain, confirmations = 12): Promise<{ books: Books; follower: Follower }> {
  const cursor = await beginAt(chain.port, 'head')
  return { books: new Books(cursor), follower: new Follower(chain.port, cursor, () => NO_WISHES, confirmations) }
}

/** Books until there is nothing to book. @returns why */
async function bookAll(follower: Follower, books: Books): Promise<Pause> {
  for (;;) {
    const next = await follower.next()
    if (next.kind !== 'block' && next.kind !== 'left') return next
    books.book(follower, next)
  }
}

const hashes = (blocks: readonly BlockRef[]): readonly string[] => blocks.map(({ hash }) => hash)

it('gives every block once and in order, and says when it is at the head', async () => {
  const chain = new FakeChain(5)
  const { books, follower } = await open(chain)
  expect(await follower.next()).toEqual({ kind: 'atHead', block: { height: 5, hash: chain.head.hash } })
  chain.mine(4)
  expect(await bookAll(follower, books)).toMatchObject({ kind: 'atHead' })
  expect(hashes(books.blocks)).toEqual(hashes(chain.blocks.slice(6)))
})

it('a step that was not booked comes again', async () => {
  const chain = new FakeChain(1)
  const { follower } = await open(chain)
  chain.mine(2)
  const first = await follower.next()
  expect(await follower.next()).toEqual(first)
})

it('WAL-012 gives back the blocks that left, newest first, down to where both chains meet', async () => {
  const chain = new FakeChain(3)
  const { books, follower } = await open(chain)
  chain.mine(6)
  await bookAll(follower, books)
  const old = chain.blocks.slice(5)
  chain.reorganise(5, 6)
  const left: string[] = []
  for (let step = await follower.next(); step.kind === 'left'; step = await follower.next()) {
    left.push(step.block.hash)
    books.book(follower, step)
  }
  expect(left).toEqual(hashes(old).toReversed())
  expect(await bookAll(follower, books)).toMatchObject({ kind: 'atHead' })
  expect(hashes(books.blocks)).toEqual(hashes(chain.blocks.slice(4)))
})

it('sees a block replaced by another one of the same height', async () => {
  const chain = new FakeChain(2)
  const { books, follower } = await open(chain)
  chain.mine(1)
  await bookAll(follower, books)
  chain.reorganise(1, 1)
  expect((await follower.next()).kind).toBe('left')
  await bookAll(follower, books)
  expect(hashes(books.blocks)).toEqual([chain.head.hash])
})

it('keeps all it has of a node that went back, until another chain grows there', async () => {
  const chain = new FakeChain(2)
  const { books, follower } = await open(chain)
  chain.mine(6)
  await bookAll(follower, books)
  const booked = hashes(books.blocks)
  const later = chain.cut(4)
  expect(await bookAll(follower, books)).toMatchObject({ kind: 'trouble', why: 'behind' })
  expect(hashes(books.blocks)).toEqual(booked)

  chain.blocks.push(...later)
  expect(await bookAll(follower, books), 'it caught up').toMatchObject({ kind: 'atHead' })
  expect(hashes(books.blocks)).toEqual(booked)

  chain.cut(4)
  chain.mine(1)
  expect(await bookAll(follower, books), 'shorter, but another one').toMatchObject({ kind: 'atHead' })
  expect(hashes(books.blocks)).toEqual(hashes(chain.blocks.slice(3)))
})

it('names a node that was wiped and one whose chain is another too deep, and stays where it is', async () => {
  const chain = new FakeChain(2)
  const { books, follower } = await open(chain, 0)
  chain.mine(150)
  await bookAll(follower, books)
  const { cursor } = follower
  expect(cursor.headers).toHaveLength(100)
  const old = [...chain.blocks]
  chain.reorganise(120, 130)
  expect(await follower.next()).toMatchObject({ kind: 'trouble', why: 'tooDeep' })
  chain.blocks.splice(0)
  chain.mine(3)
  expect(await follower.next()).toMatchObject({ kind: 'trouble', why: 'wiped' })
  chain.mine(300)
  expect(await follower.next()).toMatchObject({ kind: 'trouble', why: 'wiped' })
  expect(follower.cursor).toEqual(cursor)

  chain.blocks.splice(0, Number.POSITIVE_INFINITY, ...old)
  chain.mine(1)
  expect(await bookAll(follower, books), 'the old one is back').toMatchObject({ kind: 'atHead' })
})

it('names a node that is silent and one whose chain never stands still; any other fault is not its own', async () => {
  const chain = new FakeChain(2)
  const { books, follower } = await open(chain)
  chain.mine(3)
  chain.before = () => {
    throw new ChainFault('unreachable', 'no answer')
  }
  expect(await follower.next()).toEqual({ kind: 'trouble', why: 'silent', text: 'no answer' })
  chain.before = (call) => {
    if (call === 'read') chain.reorganise(3, 3)
  }
  expect(await follower.next()).toMatchObject({ kind: 'trouble', why: 'unsteady' })
  chain.before = () => {
    throw new TypeError('a fault of ours')
  }
  await expect(follower.next()).rejects.toThrow(TypeError)
  chain.before = null
  expect(await bookAll(follower, books)).toMatchObject({ kind: 'atHead' })
})

it('passes heights that have no block', async () => {
  const chain = new FakeChain(2)
  const { books, follower } = await open(chain)
  chain.skip(3)
  chain.mine(2)
  chain.skip(1)
  chain.mine(1)
  expect(await bookAll(follower, books)).toMatchObject({ kind: 'atHead' })
  expect(hashes(books.blocks)).toEqual(hashes(chain.blocks.slice(3)))
  expect(books.blocks.map(({ height }) => height)).toEqual([6, 7, 9])
})

it('refuses a cursor and steps that do not follow from one another', async () => {
  const chain = new FakeChain(4)
  const { follower } = await open(chain)
  const [first, , third] = chain.blocks
  if (first === undefined || third === undefined) throw new Error('three blocks')
  expect(() => new Follower(chain.port, { base: first, headers: [first, third] }, () => NO_WISHES, 2)).toThrow(RangeError)
  expect(() => new Follower(chain.port, { base: first, headers: [] }, () => NO_WISHES, 2)).toThrow(RangeError)
  expect(() => follower.booked({ kind: 'left', block: third })).toThrow(RangeError)
  expect(() => follower.booked({ kind: 'block', block: { ...third, arrivals: [], own: [] } })).toThrow(RangeError)
})

it('a loop that throws leaves its step to be done again', async () => {
  const chain = new FakeChain(1)
  const { follower } = await open(chain)
  chain.mine(2)
  const stop = new AbortController()
  const idle = async (): Promise<void> => stop.abort()
  const run = async (book: (step: Step) => void): Promise<void> => {
    for await (const step of follow(follower, idle, stop.signal)) book(step)
  }
  const seen: number[] = []
  await expect(
    run(({ block }) => {
      seen.push(block.height)
      if (block.height === 3) throw new Error('the disk is full')
    }),
  ).rejects.toThrow('the disk is full')
  await run(({ block }) => void seen.push(block.height))
  expect(seen).toEqual([2, 3, 3])
})

it('WAL-012 whatever a chain does between any two calls, books stand on one another and end where the chain does', async () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant('mine' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('reorganise' as const), count: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('cut' as const), count: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('silence' as const), count: fc.constant(1) }),
    fc.record({ kind: fc.constant('restart' as const), count: fc.constant(1) }),
    fc.record({ kind: fc.constant('skip' as const), count: fc.integer({ min: 1, max: 2 }) }),
  )
  /** Calls of the port before the act. */
  const script = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), act), { maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(script, async (acts) => {
      const chain = new FakeChain(20)
      const cursor = await beginAt(chain.port, 5)
      const books = new Books(cursor)
      let follower = new Follower(chain.port, cursor, () => NO_WISHES, 12)
      let restarts = 0
      const left = acts.map(([calls, what]) => ({ calls, what }))
      chain.before = () => {
        const [first] = left
        if (first === undefined) return
        first.calls -= 1
        if (first.calls >= 0) return
        left.shift()
        const { kind, count } = first.what
        if (kind === 'mine') chain.mine(count)
        else if (kind === 'skip') chain.skip(count)
        else if (kind === 'reorganise') chain.reorganise(Math.min(count, chain.blocks.length - 10), count + 1)
        else if (kind === 'cut') chain.cut(Math.min(count, chain.blocks.length - 10))
        else if (kind === 'silence') throw new ChainFault('unreachable', 'no answer')
        else restarts += 1
      }
      while (left.length > 0) {
        const next = await follower.next()
        if (next.kind === 'block' || next.kind === 'left') books.book(follower, next)
        if (restarts > 0) follower = new Follower(chain.port, books.cursor, () => NO_WISHES, 12)
        restarts = 0
        expect(follower.cursor.headers.at(-1)?.hash).toBe((books.blocks.at(-1) ?? cursor.base).hash)
      }
      chain.before = null
      chain.mine(9)
      expect(await bookAll(follower, books)).toMatchObject({ kind: 'atHead' })
      const all = [...follower.cursor.headers]
      for (const [index, { parent }] of all.entries()) if (index > 0) expect(parent).toBe(all[index - 1]?.hash)
      expect(all.at(-1)?.hash).toBe(chain.head.hash)
    }),
    { numRuns: 300 },
  )
})
