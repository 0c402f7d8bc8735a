/** What an account shows of itself; personal data is masked. */
import type { SecurityInfo, UserInfo } from '@agio/wire/account/auth.ts'
import { fileUrl } from '@agio/wire/content/files.ts'
import { requiredMethods } from '../factors/second-factor.ts'
import { maskedAccount } from './account-name.ts'
import type { Account } from './account-record.ts'
import type { Settings } from './accounts.ts'
import { maskEmail, maskPhone } from './mask.ts'

/** The public face of an account. @param kycLevel how far its owner's identity is verified */
export function userInfoOf(account: Account, settings: Settings, kycLevel: number): UserInfo {
  return {
    userId: String(account.userId),
    avatarUrl: settings.avatarKey === undefined || settings.avatarKey === '' ? null : fileUrl(settings.avatarKey),
    registerAccount: maskedAccount(account.name),
    nickname: settings.nickname ?? `IMUSER-${account.userId}`,
    registerType: account.name.type,
    lang: settings.lang ?? account.lang,
    kycLevel,
    createTime: account.createdAt,
  }
}

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)

export interface SecurityFacts {
  readonly isFrozen: boolean
  /** ms */
  readonly now: number
}

export function securityInfoOf(account: Account, { isFrozen, now }: SecurityFacts): SecurityInfo {
  const { factors, loginMode, email, phone, totp } = account
  const lock = account.lock !== null && account.lock.until > now ? account.lock : null
  return {
    googleStatus: flag(factors.google),
    emailStatus: flag(factors.email),
    phoneStatus: flag(factors.phone),
    googleBound: flag(totp !== null),
    emailBound: flag(email !== null),
    phoneBound: flag(phone !== null),
    emailMask: email === null ? null : maskEmail(email),
    phoneMask: phone === null ? null : maskPhone(phone.number),
    loginMode,
    loginMethods: requiredMethods(account, 'login'),
    passwordMethods: requiredMethods(account, 'password'),
    withdrawMethods: requiredMethods(account, 'all'),
    passkeyCount: 0,
    antiPhishing: flag(account.antiPhishing !== null),
    whitelistStatus: account.whitelist ? 1 : 2,
    passwordTime: account.passwordAt,
    withdrawLockUntil: lock?.until ?? null,
    withdrawLockCause: lock?.cause ?? null,
    frozen: flag(isFrozen),
    ...(totp !== null && { recoveryCodesLeft: account.recovery.length }),
  }
}
