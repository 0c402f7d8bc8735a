import { expect, test } from 'vitest'
import { S_SECRET_HIGH, S_SECRET_LOW } from '../generated/layout.ts'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import { InvariantViolation } from './assert.ts'
import { createState } from './create-state.ts'
import { apply } from './engine.ts'
import { encodeEntry } from './entry.ts'
import { lastOutcome } from './event-buffer.ts'
import { stateHash } from './hash.ts'
import { ENGINE_VERSION, engineVersionOf, holds, takeRules } from './rules.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts'
import type { State } from './state.ts'

/** Gives the command to an exchange, as its next entry. */
function setVersion(state: State, version: number, secret?: string): string {
  const entry = new Uint8Array(256)
  const command = { kind: 'setEngineVersion', version, ...(secret !== undefined && { secret }) } as const
  const length = encodeEntry(entry, 0, state.seq + 1, state.at + 1, '', command)
  state.out.reset()
  apply(state, entry.subarray(0, length))
  return lastOutcome(state.out).reason
}

test('the first entry of a journal says its version; rules hold from there on, and none goes back', () => {
  const state = createState()
  expect([engineVersionOf(state), holds(state, ENGINE_VERSION)]).toEqual([0, false])
  expect(setVersion(state, ENGINE_VERSION)).toBe('none')
  expect([engineVersionOf(state), holds(state, ENGINE_VERSION), holds(state, ENGINE_VERSION + 1)]).toEqual([ENGINE_VERSION, true, false])
  for (const version of [ENGINE_VERSION, 0, -1, 0.5, 1.5, Number.NaN])
    expect(setVersion(state, version), String(version)).toBe('badParameter')
  expect(engineVersionOf(state)).toBe(ENGINE_VERSION)
})

const secretOf = ({ memory }: State): string =>
  [S_SECRET_LOW, S_SECRET_HIGH].map((at) => memory.getBigUint64(at, true).toString(16).padStart(16, '0')).join('')

test('PERP-056 [part] the first entry brings the secret of the samples; a malformed one is refused, and none is missed', () => {
  const state = createState()
  for (const secret of ['', 'f', 'F'.repeat(32), '0'.repeat(31), 'g'.repeat(32), '0'.repeat(33)])
    expect(setVersion(state, ENGINE_VERSION, secret), secret).toBe('badParameter')
  expect([engineVersionOf(state), secretOf(state)]).toEqual([0, '0'.repeat(32)])
  const secret = '00112233445566778899aabbccddeeff'
  expect(setVersion(state, ENGINE_VERSION, secret)).toBe('none')
  expect(secretOf(state)).toBe(secret)
  expect(secretOf(decodeSnapshot(encodeSnapshot(state)))).toBe(secret)
})

test('a rule holds from the version on that brought it, for the kernel as for TypeScript', () => {
  const state = createState()
  const brought = [1, 2, 3]
  const held = [0, 1, 2, 3].map((version) => {
    takeRules(state, version)
    return brought.filter((rule) => holds(state, rule))
  })
  expect(held).toEqual([[], [1], [1, 2], [1, 2, 3]])
})

test('a journal of an engine that this build does not know stops it: it cannot tell what the rest comes to', () => {
  for (const state of [createState(), new ExchangeDriver().state])
    expect(() => setVersion(state, ENGINE_VERSION + 1)).toThrow(InvariantViolation)
})

test('REL-006 [part] the version is kept by the snapshot and told by the hash; one of a later engine is refused', () => {
  const state = createState()
  const before = stateHash(state)
  expect(engineVersionOf(decodeSnapshot(encodeSnapshot(state)))).toBe(0)
  takeRules(state, ENGINE_VERSION)
  expect(engineVersionOf(decodeSnapshot(encodeSnapshot(state)))).toBe(ENGINE_VERSION)
  expect(stateHash(state)).not.toBe(before)
  takeRules(state, ENGINE_VERSION + 1)
  expect(() => decodeSnapshot(encodeSnapshot(state))).toThrow(`a snapshot of engine version ${ENGINE_VERSION + 1}`)
})
