/** The engine's refusals of a withdrawal as answers: the names that the checks before it give, with the current figures. */
import type { Reason } from '@agio/engine/reason.ts'
import { withdrawableOf } from '@agio/engine/wallet/read-wallet.ts'
import { wireNameOf } from '@agio/wire/reasons.ts'
import { Failure } from '../../core/failure.ts'
import type { CheckParts } from './check-parts.ts'
import { limitFailure, limitOf } from './limits.ts'
import { balanceFailure, closedFailure, placeOf, rangeFailure, scaleFailure } from './listing-place.ts'
import type { AskedWithdrawal, Asker } from './parts.ts'

export async function refusalOf(
  parts: CheckParts,
  asker: Asker,
  asked: AskedWithdrawal,
  reason: Exclude<Reason, 'none'>,
): Promise<Failure> {
  const { exchange, halts } = parts
  const { userId } = asker.session
  const place = placeOf(parts, asked)
  switch (reason) {
    case 'clientIdConflict':
      return new Failure('IDEMPOTENCY_CONFLICT', { key: asked.clientId })
    case 'withdrawClosed':
      return closedFailure(place)
    case 'withdrawHalted':
      return new Failure('WITHDRAW_HALTED', { since: halts.sinceOf(place.listing) ?? exchange.now() })
    case 'withdrawRange':
      return rangeFailure(place)
    case 'withdrawScale':
      return scaleFailure(place)
    case 'insufficientBalance':
      return balanceFailure(place, asked.amount, withdrawableOf(exchange.state, userId, place.coin.assetId))
    case 'tooManyWithdrawals':
      return new Failure('WITHDRAW_COUNT', { open: parts.policy().openMost, day: parts.policy().dayMost })
    case 'withdrawLimit':
      return limitFailure(await limitOf(parts, userId))
    default:
      return new Failure(wireNameOf(reason))
  }
}
