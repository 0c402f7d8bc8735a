/** The calls of the login pages and what follows a finished one. */
import { login, loginSecondFactor, loginSendCode, register, sendCode } from '@agio/wire/account/auth.ts'
import { resetPassword } from '@agio/wire/account/auth-factors.ts'
import type { DeviceStep } from '@agio/wire/account/device-step.ts'
import { confirmDevice, refuseDevice } from '@agio/wire/account/devices.ts'
import type { ResponseOf } from '@agio/wire/call.ts'
import { loadUser } from '../../data/account/load-user.ts'
import { send } from '../../data/http-client.ts'
import { startSession } from '../../data/session.ts'
import { readStored, type StoredUser, writeStored } from '../../data/storage.ts'
import { safeReturnPath } from '../../paths.ts'
import type { AccountInput } from '../../proof/auth-model.ts'
import { useNavigate, useSearchParams } from '../../ui/navigation.tsx'

/** What the server asks for after the password. */
export type LoginStep = Extract<ResponseOf<typeof login>, { stage: 'secondFactor' }>

/** A device that the account never saw: the code that was mailed with place, device and time. */
export type { DeviceStep } from '@agio/wire/account/device-step.ts'

/** What any step of a login may answer. */
export type LoginAnswer = Done | LoginStep | DeviceStep

interface Done {
  readonly stage: 'done'
  readonly token: string
  readonly userInfo: StoredUser
}

/** Starts the session and goes where the visitor was headed; the login page leaves no trace in the history. */
export function useFinish(): (done: Omit<Done, 'stage'>) => Promise<void> {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return async ({ token, userInfo }) => {
    const { userId, avatarUrl, registerAccount, nickname } = userInfo
    startSession(token, { userId, avatarUrl, registerAccount, nickname })
    void loadUser()
    void import('../../data/account/settings.ts').then(({ bringSettings }) => bringSettings())
    navigate(safeReturnPath(search.get('returnUrl')), { replace: true })
  }
}

/** The account in the fields of the API. */
const fieldsOf = ({ kind, account, areaCode }: AccountInput) =>
  kind === 'email' ? { type: 1 as const, account } : { type: 2 as const, account, areaCode }

export function logInWith(input: AccountInput, password: string): Promise<LoginAnswer> {
  return send(login, { ...fieldsOf(input), password }, { anonymous: true })
}

export function confirmLogin(ticket: string, codes: Readonly<Record<string, string>>): Promise<LoginAnswer> {
  return send(loginSecondFactor, { ticket, codes: { ...codes } }, { anonymous: true })
}

export function sendLoginCode(ticket: string, channel: 'email' | 'phone') {
  return send(loginSendCode, { ticket, channel }, { anonymous: true })
}

export function confirmNewDevice(ticket: string, code: string): Promise<LoginAnswer> {
  return send(confirmDevice, { ticket, code }, { anonymous: true })
}

/** "This was not me": the token of the link in the message freezes the account. */
export function refuseNewDevice(token: string) {
  return send(refuseDevice, { token }, { anonymous: true })
}

export function sendAccountCode(input: AccountInput, scene: 'REGISTER' | 'RESET_PASSWORD') {
  return send(sendCode, { ...fieldsOf(input), scene }, { anonymous: true })
}

export function registerWith(form: AccountInput & { readonly code: string; readonly password: string; readonly inviteCode: string }) {
  const { code, password, inviteCode } = form
  return send(
    register,
    { ...fieldsOf(form), code, password, agreeTerms: 1, ...(inviteCode === '' ? {} : { inviteCode }) },
    { anonymous: true },
  )
}

/** @param googleCode of the authenticator, which the server asks for where one is on */
export function resetWith(input: AccountInput, code: string, password: string, googleCode: string) {
  return send(resetPassword, { ...fieldsOf(input), code, password, ...(googleCode === '' ? {} : { googleCode }) }, { anonymous: true })
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
