/** A journal of index prices, conversion and savings, by the rules of the version that led it. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { contentHash } from '../../src/content.ts'
import { createState } from '../../src/create-state.ts'
import { apply } from '../../src/engine.ts'
import { entryLength } from '../../src/entry.ts'
import { CONVERT_COMMANDS } from '../../src/schema/commands/convert.ts'
import { EARN_COMMANDS } from '../../src/schema/commands/earn.ts'
import { INDEX_COMMANDS } from '../../src/schema/commands/index-price.ts'
import { decodeSnapshot, encodeSnapshot } from '../../src/snapshot.ts'
import type { State } from '../../src/state.ts'
import { resultOf } from './golden-result.ts'

const file = (ending: string): URL => new URL(`convert-earn-1.${ending}`, import.meta.url)
const journal = new Uint8Array(gunzipSync(readFileSync(file('journal.gz'))))
const text = readFileSync(file('result.txt'), 'utf8')
/** What the state means: stays, whatever becomes of rows. */
const CONTENT = '2f65adcb86002178146494e45c6818b6'
/** Bytes of all records: renewed when records get a field, while what stands above stays equal. */
const RECORDS = 'f983f08948e04c0b5f12bfa53e91e0be'
/** What no life of some days meets: a full exchange, and a customer with two hundred orders. */
const NOT_MET = ['engineFull', 'tooManyOrders']

describe('REL-003 the golden journal of conversion and savings', () => {
  const result = resultOf(journal)

  test('comes to the same outcomes, index prices, conversions, lines of interest, balances and savings as when it was written', () => {
    expect(result.text).toBe(text)
    expect([result.content, result.records]).toEqual([CONTENT, RECORDS])
  })

  test('comes to the same content through snapshots between two slices of a roll', () => {
    const cuts = [...rollsOf(text).values()].map(([first = 0]) => first).filter((_, index) => index % 6 === 0)
    expect(cuts.length).toBeGreaterThan(2)
    expect(contentHash(replayed(journal, new Set(cuts)))).toBe(CONTENT)
  })

  test('holds every command with every reason, each kind of source, of renewal and of end, and rolls of several slices', () => {
    const { covered } = result
    const missing = Object.entries({ ...INDEX_COMMANDS, ...CONVERT_COMMANDS, ...EARN_COMMANDS }).flatMap(([kind, { reasons }]) =>
      ['none', ...reasons].filter((reason) => !NOT_MET.includes(reason) && !covered.has(`${kind} ${reason}`)).map((reason) => `${kind} ${reason}`),
    )
    expect(missing).toEqual([])
    const words = ['live', 'crossed', 'silent', 'pinned', 'interest none', 'redeemed none', 'matured none', 'renewed principal', 'renewed all']
    for (const word of words) expect(covered.has(word), word).toBe(true)
    expect(text).toMatch(/redeemed \d+ 0 \d+ 0 [1-9]/)
    for (const [roll, entries] of rollsOf(text)) expect(entries.length, roll).toBeGreaterThan(1)
  })
})

/** Entries that did something of a roll, by the instant at which it was due. */
function rollsOf(text: string): Map<string, number[]> {
  const rolls = new Map<string, number[]>()
  let entry = 0
  for (const line of text.split('\n')) {
    entry = Number(/^(\d+) /.exec(line)?.[1] ?? entry)
    const due = /^ {2}(interest|matured) .*@(\d+)$/.exec(line)?.[2]
    if (due === undefined) continue
    const entries = rolls.get(due) ?? []
    if (entries.at(-1) !== entry) entries.push(entry)
    rolls.set(due, entries)
  }
  return rolls
}

/** Replays a journal whose state goes through a snapshot behind each of the entries given. */
function replayed(journal: Uint8Array, cuts: ReadonlySet<number>): State {
  let state = createState()
  let entry = 0
  for (let at = 0; at < journal.byteLength; at += entryLength(journal, at)) {
    state.out.reset()
    apply(state, journal, at)
    entry += 1
    if (cuts.has(entry)) state = decodeSnapshot(encodeSnapshot(state))
  }
  return state
}
