/** What is thrown behind a call, as the API names it: nothing that passes by itself is a fault of ours. */
import type { ErrorName } from '@agio/wire/codes.ts'
import { expect, it } from 'vitest'
import { Failure, type FailureParams } from '../core/failure.ts'
import { HistoryUnavailable } from '../projections/history-unavailable.ts'
import { Refused } from '../sequencer/exchange.ts'
import { failureText } from './envelope.ts'
import { asFailure } from './errors.ts'

const system = (code: string, message = code): Error => Object.assign(new Error(message), { code })
const nameOf = (thrown: unknown): string | undefined => asFailure(thrown)?.errorName

it('REL-013 [part] a want of descriptors, of room or of history is answered as busy or maintenance, a defect as none', () => {
  for (const code of ['EMFILE', 'ENFILE']) expect(nameOf(system(code))).toBe('ENGINE_BUSY')
  expect(nameOf(system('ERR_WORKER_INIT_FAILED', 'Worker initialization failure: EMFILE'))).toBe('ENGINE_BUSY')
  for (const code of ['ENOSPC', 'EDQUOT']) expect(nameOf(system(code))).toBe('MAINTENANCE')
  expect(nameOf(new HistoryUnavailable('the disk is full'))).toBe('ENGINE_BUSY')
  expect([
    nameOf(new Refused('busy', 1)),
    nameOf(new Refused('readOnly', 1)),
    nameOf(new Refused('clock', 30)),
    nameOf(new Refused('notLeading', 1)),
  ]).toEqual(['ENGINE_BUSY', 'MAINTENANCE', 'MAINTENANCE', 'MAINTENANCE'])
  expect([nameOf(system('EIO')), nameOf(new Error('a defect'))]).toEqual([undefined, undefined])
})

it('API-014 [part] every figure of a failure is text, but counts, seconds and moments, whoever threw it', () => {
  const told = (name: ErrorName, params: FailureParams): FailureParams =>
    JSON.parse(failureText(new Failure(name, params), '', 'r')).data.params
  expect(told('KYC_REQUIRED', { level: 2 })).toEqual({ level: '2' })
  expect(told('PRODUCT_NOT_ON_SALE', { status: 0 })).toEqual({ status: '0' })
  expect(told('TRANSFER_CLOSED', { coinName: 'BTC', account: 3 })).toEqual({ coinName: 'BTC', account: '3' })
  expect(told('DECIMAL_SCALE', { field: 'amount', maxScale: 8 })).toEqual({ field: 'amount', maxScale: '8' })
  const numbers = { left: 4, max: 20, retryAfter: 1, until: 1, since: 1, validTimestamp: 1, nextTime: 1, serverTime: 1, expireTime: 1 }
  expect(told('ADDRESS_LIMIT', numbers)).toEqual(numbers)
  expect(told('REDEEM_RANGE', { max: '1.5' })).toEqual({ max: '1.5' })
  const others = { methods: ['email'], issues: [{ path: 'amount', rule: 'max' }], until: null }
  expect(told('VALIDATION_FAILED', others)).toEqual(others)
})
