import { expect, test } from 'vitest'
import type { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { drawFrom, randomCommand } from '../../scenarios/random-commands.ts'
import { richExchange } from '../../scenarios/rich-exchange.ts'
import { strangeSnapshot } from '../../scenarios/strange-snapshot.ts'
import { contentHash } from '../content.ts'
import { apply } from '../engine.ts'
import { entryLength } from '../entry.ts'
import { lastOutcome, readEvents } from '../event-buffer.ts'
import { asAssetId, asInstrumentId } from '../ids/id.ts'
import { ORDER } from '../schema/rows.ts'
import { decodeSnapshot, encodeSnapshot, isOfThisLayout } from '../snapshot.ts'
import type { State } from '../state.ts'
import { pack, sectionsOf, unpack } from './container.ts'
import type { Head } from './contents.ts'
import { layoutOf } from './layout-text.ts'

/** As the other build wrote them that had no lists of what a user owns, and longer rows. */
const STRANGE = [
  { seed: 1, without: ['account.next', 'user.accounts', 'desk.next', 'user.desks', 'level.changed', 'key.next'] },
  { seed: 2, longerBy: 24 },
]

/** Random commands at both pairs, by customers and now and then by an operator. */
function runOn(exchange: ExchangeDriver, seed: number, count: number): void {
  const draw = drawFrom(seed)
  exchange.must({ kind: 'setInstrumentStatus', instrumentId: asInstrumentId(1), status: 'trading', actor: 'ops', why: '' })
  for (let done = 0; done < count; done += 1) {
    exchange.now += draw(400) === 0 ? 86_400_000 : draw(2000)
    if (draw(40) === 0)
      exchange.run({ kind: 'setInstrumentStatus', instrumentId: asInstrumentId(1), status: 'trading', actor: 'ops', why: '' })
    const userId = exchange.users[draw(exchange.users.length)]
    if (draw(50) === 0 && userId !== undefined)
      exchange.run({ kind: 'creditUser', userId, assetId: asAssetId(1 + draw(2)), amount: 10n ** 9n, cause: 'airdrop', reference: '' })
    exchange.run(randomCommand(draw, exchange), draw(3) === 0 ? `strange-${draw(200)}` : '')
  }
}

const plain = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value)

/** Outcome and events of every entry behind an offset. Bytes behind a text are whatever they were in its row before. */
function recordsOf(state: State, { bytes, length }: ExchangeDriver, from: number): string[] {
  const records: string[] = []
  for (let at = from; at < length; at += entryLength(bytes, at)) {
    state.out.reset()
    apply(state, bytes, at)
    records.push(JSON.stringify([lastOutcome(state.out), ...readEvents(state.out.bytes())], plain))
  }
  return records
}

test('REL-006 [part] a snapshot whose rows were other ones opens to the same content and continues as the state it was made of', () => {
  const exchange = richExchange()
  const { state } = exchange
  const content = contentHash(state)
  const same = encodeSnapshot(state)
  expect(isOfThisLayout(same)).toBe(true)
  const opened = STRANGE.map((strangeness) => {
    const bytes = strangeSnapshot(state, strangeness)
    expect(isOfThisLayout(bytes)).toBe(false)
    return decodeSnapshot(bytes)
  })
  for (const [position, other] of opened.entries()) expect(contentHash(other), `strange ${position}`).toBe(content)
  const from = exchange.length
  runOn(exchange, 5, 10_000)
  const expected = recordsOf(decodeSnapshot(same), exchange, from)
  expect(new Set(expected).size).toBeGreaterThan(9000)
  for (const [position, other] of opened.entries()) {
    expect(recordsOf(other, exchange, from), `strange ${position}`).toEqual(expected)
    expect(contentHash(other)).toBe(contentHash(state))
  }
})

/** A snapshot whose head another build would have written. */
function withHead(state: State, change: (head: Head) => object): Uint8Array {
  const { version, head, rest } = unpack(encodeSnapshot(state), () => true)
  const { sections, ...known } = head as Head & { readonly sections: readonly (readonly [string, number])[] }
  return pack(version, change(known), [...sectionsOf(rest, sections)])
}

const withOrderField = (head: Head, text: string): object => ({
  ...head,
  tables: head.tables.map((table) => (table.name === 'order' ? { ...table, fields: `${table.fields}, ${text}` } : table)),
})

test('REL-006 [part] what has no place in this build is refused by its name, unless it was decided that it means nothing any more', () => {
  const { state } = richExchange(3, 40)
  const content = contentHash(state)
  const color = withHead(state, (head) => withOrderField(head, 'color u8 99'))
  expect(() => decodeSnapshot(color)).toThrow('the snapshot has a field order.color, which this build does not know')
  expect(contentHash(decodeSnapshot(color, ['order.color']))).toBe(content)
  expect(contentHash(decodeSnapshot(withHead(state, (head) => withOrderField(head, 'color u8 99 derived'))))).toBe(content)
  const mood = withHead(state, (head) => ({ ...head, state: { ...head.state, mood: 3 } }))
  expect(() => decodeSnapshot(mood)).toThrow('the snapshot has a field state.mood, which this build does not know')
  expect(contentHash(decodeSnapshot(mood, ['state.mood']))).toBe(content)
  const perhaps = withHead(state, (head) => ({
    ...head,
    pairs: head.pairs.map((pair) => ({ ...pair, fields: { ...pair.fields, tide: 1 } })),
  }))
  expect(() => decodeSnapshot(perhaps)).toThrow('the snapshot has a field instrument.tide, which this build does not know')
  const orderFields = layoutOf(ORDER).fields
  const otherOrder = (fields: string): Uint8Array =>
    withHead(state, (head) => ({ ...head, tables: head.tables.map((table) => (table.name === 'order' ? { ...table, fields } : table)) }))
  expect(() => decodeSnapshot(otherOrder(orderFields.replace('kind u8 96', 'kind f64 56')))).toThrow(RangeError)
  expect(() => decodeSnapshot(otherOrder(orderFields.replace('desk row:desk', 'desk row:level')))).toThrow(RangeError)
  expect(() => decodeSnapshot(otherOrder(orderFields.replace('label row:label 104', 'label row:label 106')))).toThrow(RangeError)
  expect(() => decodeSnapshot(otherOrder('price what 8'))).toThrow(RangeError)
})

test('REL-006 [part] a table that this build does not know is refused when it holds rows', () => {
  const { state } = richExchange(3, 40)
  const renamed = withHead(state, (head) => ({
    ...head,
    tables: head.tables.map((table) => (table.name === 'volume' ? { ...table, name: 'moon' } : table)),
  }))
  // The rows of a section go by the table's name: this one has none.
  expect(() => decodeSnapshot(renamed)).toThrow(RangeError)
})

test('REL-006 [part] an earlier or a later version of snapshots is refused before anything is read', () => {
  const { version, head, rest } = unpack(encodeSnapshot(richExchange(3, 10).state), () => true)
  const { sections, ...known } = head as Head & { readonly sections: readonly (readonly [string, number])[] }
  const ofVersion = (other: number): Uint8Array => pack(other, known, [...sectionsOf(rest, sections)])
  expect(() => decodeSnapshot(ofVersion(version))).not.toThrow()
  for (const other of [version + 1, version - 1, 9])
    expect(() => decodeSnapshot(ofVersion(other))).toThrow(`this build does not know version ${other} of snapshots`)
})
