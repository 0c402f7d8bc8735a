import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashBytes } from '@agio/engine/codec/hash-bytes.ts'
import { contentHash } from '@agio/engine/content.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { pack, sectionsOf, unpack } from '@agio/engine/snapshot/container.ts'
import { encodeSnapshot } from '@agio/engine/snapshot.ts'
import { stateSeq } from '@agio/engine/state.ts'
import { afterEach, expect, test } from 'vitest'
import { richExchange } from '../../../engine/scenarios/rich-exchange.ts'
import { strangeSnapshot } from '../../../engine/scenarios/strange-snapshot.ts'
import { saveSnapshot } from '../journal/snapshot-store.ts'
import { stateAtMost } from './recover-state.ts'

const dirs: string[] = []
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
})

const folder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'agio-recover-'))
  dirs.push(dir)
  return dir
}

test('REL-006 [part] a snapshot of a build whose rows were other ones is taken when its bytes are those that were saved', () => {
  const { state } = richExchange(5, 60)
  const bytes = strangeSnapshot(state, { seed: 4 })
  const dir = folder()
  const { seq } = state
  saveSnapshot(dir, { seq, stateHash: hashBytes(bytes), bytes })
  expect(contentHash(stateAtMost(dir, seq))).toBe(contentHash(state))
  saveSnapshot(dir, { seq, stateHash: hashBytes(bytes.subarray(1)), bytes })
  expect(stateSeq(stateAtMost(dir, seq))).toBe(0)
})

test('REL-006 [part] a snapshot of a later build is passed over for the one before it', () => {
  const exchange = richExchange(5, 60)
  const { state } = exchange
  const dir = folder()
  const before = state.seq
  saveSnapshot(dir, { seq: before, stateHash: stateHash(state), bytes: encodeSnapshot(state) })
  const content = contentHash(state)
  exchange.must({ kind: 'tick' })
  const { head, rest } = unpack(encodeSnapshot(state), () => true)
  const { sections, ...known } = head as { readonly sections: readonly (readonly [string, number])[] }
  const withMood = { ...known, state: { ...Reflect.get(known, 'state'), mood: 1 } }
  for (const bytes of [pack(99, known, [...sectionsOf(rest, sections)]), pack(10, withMood, [...sectionsOf(rest, sections)])]) {
    saveSnapshot(dir, { seq: state.seq, stateHash: hashBytes(bytes), bytes })
    const found = stateAtMost(dir, state.seq)
    expect([stateSeq(found), contentHash(found)]).toEqual([before, content])
  }
})
