/** The calls of the sign-in pages and what follows a finished one. */

import { login, loginSecondFactor, loginSendCode, register, sendCode } from '@agio/wire/auth.ts'
import type { ResponseOf } from '@agio/wire/call.ts'
import { getLoginInfo } from '@agio/wire/user.ts'
import { useNavigate, useSearchParams } from 'react-router'
import { CallError } from '../../data/call-error.ts'
import { send } from '../../data/http-client.ts'
import { startSession } from '../../data/session.ts'
import { readStored, type StoredUser, writeStored } from '../../data/storage.ts'
import { translate } from '../../i18n/i18n.ts'
import { safeReturnPath } from '../../paths.ts'

const BY_EMAIL = 1

/** What the server asks for after the password. */
export type LoginStep = Extract<ResponseOf<typeof login>, { stage: 'secondFactor' }>

/** The server's own words for a refusal, or that it did not answer. */
export function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : translate('ui:error.network')
}

interface Done {
  readonly token: string
  readonly userInfo: StoredUser
}

/** Refreshes what is stored about the user; a failure leaves the previous facts. */
export async function loadUser(): Promise<void> {
  try {
    const { userId, avatarUrl, registerAccount, nickname } = await send(getLoginInfo, {})
    writeStored('userInfo', { userId, avatarUrl, registerAccount, nickname })
  } catch (error) {
    console.error('The user info did not load', error)
  }
}

/** Starts the session and goes where the visitor was headed; the login page leaves no trace in the history. */
export function useFinish(): (done: Done) => Promise<void> {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return async ({ token, userInfo }) => {
    const { userId, avatarUrl, registerAccount, nickname } = userInfo
    startSession(token, { userId, avatarUrl, registerAccount, nickname })
    void loadUser()
    await navigate(safeReturnPath(search.get('returnUrl')), { replace: true })
  }
}

export function logInWith(account: string, password: string) {
  return send(login, { type: BY_EMAIL, account, password }, { anonymous: true })
}

export function confirmLogin(ticket: string, codes: Readonly<Record<string, string>>) {
  return send(loginSecondFactor, { ticket, codes: { ...codes } }, { anonymous: true })
}

export function sendLoginCode(ticket: string, channel: 'email' | 'phone') {
  return send(loginSendCode, { ticket, channel }, { anonymous: true })
}

export function sendRegisterCode(account: string) {
  return send(sendCode, { type: BY_EMAIL, account, scene: 'REGISTER' }, { anonymous: true })
}

export function registerWith(form: {
  readonly account: string
  readonly code: string
  readonly password: string
  readonly inviteCode: string
}) {
  const { account, code, password, inviteCode } = form
  return send(
    register,
    { type: BY_EMAIL, account, code, password, agreeTerms: 1, ...(inviteCode === '' ? {} : { inviteCode }) },
    { anonymous: true },
  )
}

/** Invite code that came with a link, now or on an earlier visit. */
export function useInviteCode(): string {
  const [search] = useSearchParams()
  const fromLink = search.get('inviteCode') ?? search.get('invite')
  if (fromLink !== null && /^[A-Za-z0-9-]{1,16}$/.test(fromLink)) {
    if (readStored('inviteInfo')?.code !== fromLink) writeStored('inviteInfo', { code: fromLink })
    return fromLink
  }
  const stored = readStored('inviteInfo')?.code
  return typeof stored === 'string' ? stored : ''
}
