/** What the checks of a withdrawal ask, and who asks for one. */
import type { Halts } from '../halts.ts'
import type { DeviceSums } from './device-sums.ts'
import type { Asker, RequestParts } from './parts.ts'
import type { PolicyDocument } from './policy.ts'
import type { Sanctions } from './sanctions.ts'
import type { UserAddresses } from './user-addresses.ts'

export interface CheckParts extends RequestParts {
  readonly addresses: UserAddresses
  readonly sanctions: Sanctions
  readonly halts: Halts
  readonly deviceSums: DeviceSums
  /** @throws Failure ENGINE_BUSY while nobody knows it */
  policy(): PolicyDocument
}

export const isKey = ({ session }: Asker): boolean => session.apiKeyId !== undefined
