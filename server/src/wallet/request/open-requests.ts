/** Opens what customers ask of the wallet: withdrawals, the address book, and what stands between. */
import type { Log } from '../../core/log.ts'
import { LiveDocuments } from '../../projections/live-documents.ts'
import type { Halts } from '../halts.ts'
import type { CheckParts } from './check-parts.ts'
import { Confirmation } from './confirmation.ts'
import { Creation } from './creation.ts'
import { DeviceSums } from './device-sums.ts'
import type { RequestParts } from './parts.ts'
import { DEFAULT_POLICY, POLICIES, POLICY, type PolicyDocument, readPolicy } from './policy.ts'
import type { Sanctions } from './sanctions.ts'
import { UserAddresses } from './user-addresses.ts'

export interface Withdrawals {
  /** For what looks without asking: `previewOf`, `limitOf`, `checkDestination`. */
  readonly parts: CheckParts
  readonly addresses: UserAddresses
  readonly creation: Creation
  readonly confirmation: Confirmation
  /** In force. @throws Failure ENGINE_BUSY while nobody knows it */
  policy(): PolicyDocument
  stop(): void
}

export interface WithdrawalOptions extends RequestParts {
  readonly halts: Halts
  readonly sanctions: Sanctions
  readonly log: Log
}

export function openWithdrawals(options: WithdrawalOptions): Withdrawals {
  const { log } = options
  const policies = new LiveDocuments(options, POLICIES)
  const addresses = new UserAddresses(options)
  const policy = (): PolicyDocument => {
    const set = readPolicy(policies.all.get(POLICY))
    if (set === undefined) log.error('the policy of withdrawals does not fit: its defaults are in force', {})
    return set ?? DEFAULT_POLICY
  }
  const parts: CheckParts = { ...options, addresses, policy, deviceSums: new DeviceSums() }
  const confirmation = new Confirmation(parts)
  return {
    ...{ parts, addresses, confirmation, policy },
    creation: new Creation(parts),
    stop() {
      confirmation.stop()
      policies.stop()
    },
  }
}
