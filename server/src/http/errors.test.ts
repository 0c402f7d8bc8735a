/** What is thrown behind a call, as the API names it: nothing that passes by itself is a fault of ours. */
import { expect, it } from 'vitest'
import { HistoryUnavailable } from '../projections/thread-client.ts'
import { Refused } from '../sequencer/exchange.ts'
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
