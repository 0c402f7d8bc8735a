/** The verification of identity: how it stands, and sending it. */
import { saveIdentityVerification, userIdentity } from '@agio/wire/account/identity.ts'
import type { RequestInput } from '@agio/wire/call.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '../http-client.ts'
import { refreshAccount } from './account.ts'

export type { DocumentType, IdentityDetail, IdentityForm, IdentityLevel } from '@agio/wire/account/identity.ts'

const WAITING_MS = 20_000

/** Asked again while a decision is awaited. */
export const useIdentity = () =>
  useQuery({
    queryKey: ['account', 'identity'],
    queryFn: () => send(userIdentity, {}),
    refetchInterval: ({ state }) => (state.data?.status === 1 ? WAITING_MS : false),
  })

export type Verification = Omit<RequestInput<typeof saveIdentityVerification>, 'clientId'>

/** @throws CallError with the faults of the fields in `issuesOf` */
export async function sendVerification(verification: Verification): Promise<void> {
  await send(saveIdentityVerification, verification)
  refreshAccount()
}
