/** What each error leaves: whether the deed that was refused so may have happened. */
import { REASONS } from '@agio/engine/reason.ts'
import { expect, it } from 'vitest'
import { ERRORS, type ErrorName, SESSION_CODES } from './codes.ts'
import { BEFORE_KEY, LEAVES, leavesOf, tellsOfKey } from './leaves.ts'
import { contractNameOf, wireNameOf } from './reasons.ts'

const names = Object.keys(ERRORS) as ErrorName[]
const refusals = REASONS.filter((reason) => reason !== 'none')

it('API-024 [part] every error of the catalogue says what it leaves, and no other name does', () => {
  expect(Object.keys(LEAVES).sort()).toEqual([...names].sort())
})

it('API-024 [part] doubt is left by what runs, by what broke and by what nobody knows, and by nothing else', () => {
  const doubts = names.filter((name) => leavesOf(name) === 'doubt')
  expect(doubts.sort()).toEqual(['ENGINE_BUSY', 'IDEMPOTENCY_IN_PROGRESS', 'INTERNAL_ERROR', 'UPSTREAM_BAD', 'UPSTREAM_TIMEOUT'])
  const broken = names.filter((name) => ERRORS[name].status >= 500 && name !== 'MAINTENANCE')
  expect(broken.map(leavesOf)).toEqual(broken.map(() => 'doubt'))
  expect(['', 'toString', 'SOMETHING_NEW'].map(leavesOf)).toEqual(['doubt', 'doubt', 'doubt'])
})

it('API-024 [part] what the engine refuses leaves nothing of any call under the key, full tables aside', () => {
  // Of these two the door says the same: a session without its user, an account that was closed.
  const ofDoor = new Set<string>(['userNotFound', 'accountDisabled'])
  const named = refusals.filter((reason) => !ofDoor.has(reason) && reason !== 'engineFull')
  const untold = named.filter((reason) => !tellsOfKey(wireNameOf(reason)) || !tellsOfKey(contractNameOf(reason)))
  expect(untold).toEqual([])
  expect(leavesOf(wireNameOf('engineFull'))).toBe('doubt')
})

it('API-024 [part] what is refused before anything is looked up leaves nothing of this call, and tells nothing of an earlier one', () => {
  const before = [...BEFORE_KEY]
  expect(before.map(leavesOf)).toEqual(before.map(() => 'nothing'))
  expect(before.filter(tellsOfKey)).toEqual([])
  const ofSessions = names.filter((name) => SESSION_CODES.includes(ERRORS[name].code) || ERRORS[name].status === 429)
  expect(ofSessions.filter((name) => !BEFORE_KEY.has(name))).toEqual([])
})
