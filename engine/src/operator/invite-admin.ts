/** Commands about who invited whom, and what that earns. */
import type { SetCommission, SetInviter } from '../command.ts'
import { writeDocument } from '../events/write-document.ts'
import { asUserId, type UserId } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'

/** Half of a fee: what is paid out may never come near what was earned. */
export const COMMISSION_MAX_E8 = 50_000_000

/** From the next trade on. */
export function setCommission(state: State, { rateE8, actor }: SetCommission): Reason {
  if (!Number.isSafeInteger(rateE8) || rateE8 < 0 || rateE8 > COMMISSION_MAX_E8) return 'badParameter'
  state.commissionE8 = rateE8
  writeDocument(state.out, {
    kind: 'documentSaved',
    userId: asUserId(0),
    collection: 'commission',
    id: 'rate',
    document: { rateE8 },
    actor,
  })
  return 'none'
}

/** A user has one inviter, once, and nobody is, over any number of steps, invited by themselves. */
export function setInviter(state: State, user: Handle<'user'>, command: SetInviter): Reason {
  const { userId, inviterId } = command
  const inviter = inviterId === 0 ? 0 : userHandle(state, inviterId)
  if (inviter === 0) return 'userNotFound'
  if (inviter === user) return 'selfReferral'
  const { users } = state
  if (users.at(user).inviter !== 0) return 'badParameter'
  for (let above: Handle<'user'> = inviter; above !== 0; ) {
    const next: UserId = users.at(above).inviter
    if (next === userId) return 'referralCycle'
    above = next === 0 ? 0 : userHandle(state, next)
  }
  noteInviter(state, user, userId, inviterId)
  return 'none'
}

/** Both sides of it as documents, so that either can be read alone. */
export function noteInviter(state: State, user: Handle<'user'>, userId: UserId, inviterId: UserId): void {
  state.users.edit(user).inviter = inviterId
  const actor = 'user'
  writeDocument(state.out, { kind: 'documentSaved', userId, collection: 'inviter', id: 'inviter', document: { userId: inviterId }, actor })
  const invited = { userId: Number(userId) }
  writeDocument(state.out, {
    kind: 'documentSaved',
    userId: inviterId,
    collection: 'invitees',
    id: String(userId),
    document: invited,
    actor,
  })
}
