import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import type { ChangeAccountKeys } from '../command.ts'
import { stateHash } from '../hash.ts'
import { asUserId, type UserId } from '../ids/id.ts'
import { userByAccountKey } from '../read.ts'
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts'

const change = (userId: UserId, bind: string, release: string): ChangeAccountKeys => ({
  kind: 'changeAccountKeys',
  userId,
  bind,
  release,
  collection: 'security',
  id: 'security',
  document: { bind },
  actor: 'user',
})

function twoUsers() {
  const exchange = new ExchangeDriver()
  exchange.open()
  const register = (accountKey: string): UserId => {
    const outcome = exchange.run({ kind: 'registerUser', accountKey, document: {}, role: 'customer' })
    return asUserId(outcome.value)
  }
  return { exchange, ann: register('ann'), bob: register('bob') }
}

test('USER-007 [part] an account key belongs to one account; replacing one binds and releases at once or not at all', () => {
  const { exchange, ann, bob } = twoUsers()
  const owner = (key: string): UserId | undefined => userByAccountKey(exchange.state, key)
  expect(exchange.run(change(ann, 'ann-phone', '')).reason).toBe('none')
  expect([owner('ann'), owner('ann-phone')]).toEqual([ann, ann])
  expect(exchange.run(change(bob, 'ann-phone', 'bob')).reason).toBe('accountExists')
  expect(exchange.run(change(bob, 'new', 'ann')).reason).toBe('badParameter')
  expect(exchange.run(change(bob, '', '')).reason).toBe('badParameter')
  expect(exchange.run(change(asUserId(0), 'new', '')).reason).toBe('userNotFound')
  expect([owner('bob'), owner('new')]).toEqual([bob, undefined])
  expect(exchange.run(change(ann, 'ann-new', 'ann')).reason).toBe('none')
  expect([owner('ann'), owner('ann-new'), owner('ann-phone')]).toEqual([undefined, ann, ann])
  expect(exchange.run({ kind: 'registerUser', accountKey: 'ann', document: {}, role: 'customer' }).reason).toBe('none')
  expect(exchange.run({ kind: 'registerUser', accountKey: 'ann-phone', document: {}, role: 'customer' }).reason).toBe('accountExists')
})

test('REL-006 [part] account keys are replayed, and come back from a snapshot', () => {
  const { exchange, ann } = twoUsers()
  exchange.run(change(ann, 'ann-new', 'ann'))
  const live = stateHash(exchange.state)
  expect(stateHash(exchange.replayed(1))).toBe(live)
  const again = decodeSnapshot(encodeSnapshot(exchange.state))
  expect([stateHash(again), userByAccountKey(again, 'ann-new'), userByAccountKey(again, 'ann')]).toEqual([live, ann, undefined])
})
