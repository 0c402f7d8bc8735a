/** Balances of equal blocks: what is known after a start, after blocks that left, and of a file that somebody tore. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AddressId, asAddressId, asPaymentId } from '@agio/engine/ids/id.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EqualMark, KeptBalances } from './kept-balances.ts'

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agio-kept-'))
  path = join(dir, 'deeper', 'balances-1.jsonl')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const mark = (height: number): EqualMark => ({ height, hash: `h${height}`, seq: height * 10, underWay: [asPaymentId(height)] })
const of = (...balances: readonly bigint[]): ReadonlyMap<AddressId, bigint> =>
  new Map(balances.map((units, index) => [asAddressId(index + 1), units] as const).filter(([, units]) => units > 0n))
const lies = (kept: KeptBalances) => [1, 2, 3].map((addressId) => kept.balanceOf(asAddressId(addressId)))
const known = (kept: KeptBalances) => [kept.newest?.height, ...lies(kept)]

it('knows after a start what it knew before, block by block', () => {
  const kept = new KeptBalances(path)
  expect(known(kept)).toEqual([undefined, 0n, 0n, 0n])
  kept.note(mark(1), of(5n, 10n ** 30n))
  kept.note(mark(2), of(0n, 10n ** 30n, 7n))
  kept.note(mark(3), of(0n, 10n ** 30n, 7n))
  const again = new KeptBalances(path)
  expect([again.newest, lies(again)]).toEqual([mark(3), [0n, 10n ** 30n, 7n]])
  for (const one of [kept, again]) {
    one.leave()
    expect(known(one)).toEqual([2, 0n, 10n ** 30n, 7n])
    one.leave()
    expect(known(one)).toEqual([1, 5n, 10n ** 30n, 0n])
  }
  again.note(mark(4), of(1n))
  expect(known(new KeptBalances(path))).toEqual([4, 1n, 0n, 0n])
  again.leave()
  again.leave()
  expect(known(again), 'behind the first nothing is known').toEqual([undefined, 0n, 0n, 0n])
  expect(known(new KeptBalances(path))).toEqual([undefined, 0n, 0n, 0n])
})

it('a block that is told again is one line, unless something else lies there', () => {
  const kept = new KeptBalances(path)
  for (let times = 0; times < 3; times += 1) kept.note(mark(1), of(5n))
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(1)
  kept.note(mark(1), of(6n))
  kept.leave()
  expect(known(kept)).toEqual([1, 5n, 0n, 0n])
})

it('a torn line and all behind it say nothing, and what is noted then is read again', () => {
  const kept = new KeptBalances(path)
  kept.note(mark(1), of(5n))
  kept.note(mark(2), of(6n))
  appendFileSync(path, '{"height":3,"hash":"h3","se')
  const again = new KeptBalances(path)
  expect(known(again)).toEqual([2, 6n, 0n, 0n])
  again.note(mark(3), of(6n, 1n))
  expect(known(new KeptBalances(path))).toEqual([3, 6n, 1n, 0n])
  writeFileSync(path, '{"height":1,"hash":"h1","seq":1,"underWay":[],"changed":[[1,"-5"]]}\n')
  expect(known(new KeptBalances(path)), 'no balance is below nothing').toEqual([undefined, 0n, 0n, 0n])
})

it('goes back two hundred blocks, and its file stays short', () => {
  const kept = new KeptBalances(path)
  for (let height = 1; height <= 6_000; height += 1) kept.note(mark(height), of(BigInt(height)))
  expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(5_100)
  const again = new KeptBalances(path)
  for (let height = 6_000; height > 5_800; height -= 1) {
    expect(known(again)).toEqual([height, BigInt(height), 0n, 0n])
    again.leave()
  }
  expect(known(again)).toEqual([undefined, 0n, 0n, 0n])
})
