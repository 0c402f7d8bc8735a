/** Inviting friends: the code, who came, and what their trades bring. */
import { inviteBind, inviteCommissions, inviteCommissionsExport, inviteList, inviteMyCode } from '@agio/wire/account/invite.ts'
import { useQuery } from '@tanstack/react-query'
import { serverNow } from '../clock.ts'
import { fetchFile, send } from '../http-client.ts'
import { queryClient } from '../query-client.ts'

export type { CommissionRow, InviteRow } from '@agio/wire/account/invite.ts'

const KEY = 'invite'

/** The last `days`; the server's own default is 90. */
export type Span = 7 | 30 | 90 | 365

const DAY_MS = 86_400_000

const rangeOf = (days: Span) => ({ startTime: Math.round(serverNow()) - days * DAY_MS })

export const useInvite = () => useQuery({ queryKey: ['account', KEY, 'code'], queryFn: () => send(inviteMyCode, {}) })

export const useFriends = (days: Span, pageNo: number, pageSize: number) =>
  useQuery({
    queryKey: ['account', KEY, 'friends', days, pageNo],
    queryFn: () => send(inviteList, { ...rangeOf(days), pageNo, pageSize }),
    placeholderData: (before) => before,
  })

export const useCommissions = (days: Span, pageNo: number, pageSize: number) =>
  useQuery({
    queryKey: ['account', KEY, 'commissions', days, pageNo],
    queryFn: () => send(inviteCommissions, { ...rangeOf(days), pageNo, pageSize }),
    placeholderData: (before) => before,
  })

/** Every commission of the span as CSV. @throws TransportError */
export const commissionsFile = (days: Span): Promise<Blob> => fetchFile(inviteCommissionsExport.path, { ...rangeOf(days) })

/** @throws CallError INVITE_CODE_INVALID, SELF_REFERRAL, REFERRAL_CYCLE, INVITER_SET */
export async function bindInviter(inviteCode: string): Promise<void> {
  await send(inviteBind, { inviteCode })
  await queryClient.invalidateQueries({ queryKey: ['account', KEY] })
}
