import { expect, test } from 'vitest'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import { InvariantViolation } from './assert.ts'
import { createState } from './create-state.ts'
import { stateHash } from './hash.ts'
import { ENGINE_VERSION, engineVersionOf, FIRST_ENGINE_VERSION, holds } from './rules.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts'

const older = (): ExchangeDriver => new ExchangeDriver(createState(), FIRST_ENGINE_VERSION)

test('a journal that says nothing keeps to the first rules; a command lets later ones begin, and none goes back', () => {
  const exchange = older()
  expect([engineVersionOf(exchange.state), holds(exchange.state, ENGINE_VERSION)]).toEqual([FIRST_ENGINE_VERSION, false])
  exchange.must({ kind: 'setEngineVersion', version: ENGINE_VERSION })
  expect([engineVersionOf(exchange.state), holds(exchange.state, ENGINE_VERSION)]).toEqual([ENGINE_VERSION, true])
  for (const version of [ENGINE_VERSION, FIRST_ENGINE_VERSION, 0, -1, 1.5, Number.NaN])
    expect(exchange.run({ kind: 'setEngineVersion', version }).reason, String(version)).toBe('badParameter')
  expect(engineVersionOf(exchange.state)).toBe(ENGINE_VERSION)
  expect(exchange.faults()).toEqual([])
})

test('a journal of an engine that this build does not know stops it: it cannot tell what the rest comes to', () => {
  const exchange = older()
  expect(() => exchange.run({ kind: 'setEngineVersion', version: ENGINE_VERSION + 1 })).toThrow(InvariantViolation)
})

test('REL-006 [part] the version is kept by the snapshot and told by the hash; one of a later engine is refused', () => {
  const exchange = older()
  const first = stateHash(exchange.state)
  expect(engineVersionOf(decodeSnapshot(encodeSnapshot(exchange.state)))).toBe(FIRST_ENGINE_VERSION)
  const later = new ExchangeDriver()
  expect(engineVersionOf(decodeSnapshot(encodeSnapshot(later.state)))).toBe(ENGINE_VERSION)
  exchange.run({ kind: 'tick' })
  expect(new Set([first, stateHash(exchange.state), stateHash(later.state)]).size).toBe(3)
})
