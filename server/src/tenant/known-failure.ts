/** What the rooms of a tenant throw, as the API's failure: of calls and of the socket alike. */
import { isOutOfDescriptors } from '../core/descriptors.ts'
import { Failure } from '../core/failure.ts'
import { isOutOfSpace } from '../core/system-error.ts'
import { HistoryUnavailable } from '../projections/history-unavailable.ts'
import { PositionTimeout } from '../projections/thread/projection-position.ts'
import { Refused } from '../sequencer/exchange.ts'
import { DataKeyGone } from '../vault/vault.ts'

/** The sequencer took nothing: try again, wait for the operator, or know that this very command is at fault, which is ours to mend. */
export function refusedError({ refusal, retryAfterSeconds: retryAfter }: Refused): Failure {
  if (refusal === 'poison') return new Failure('INTERNAL_ERROR')
  return new Failure(refusal === 'busy' ? 'ENGINE_BUSY' : 'MAINTENANCE', { retryAfter })
}

/** The API's failure for what was thrown; undefined for a defect. */
export function knownFailure(thrown: unknown): Failure | undefined {
  if (thrown instanceof Failure) return thrown
  if (thrown instanceof Refused) return refusedError(thrown)
  // Closed this moment, or given up by an operator because its key was lost.
  if (thrown instanceof DataKeyGone) return new Failure('ACCOUNT_DISABLED')
  if (thrown instanceof HistoryUnavailable || thrown instanceof PositionTimeout) return new Failure('ENGINE_BUSY', { retryAfter: 1 })
  if (isOutOfSpace(thrown)) return new Failure('MAINTENANCE', { until: null })
  return isOutOfDescriptors(thrown) ? new Failure('ENGINE_BUSY', { retryAfter: 1 }) : undefined
}
