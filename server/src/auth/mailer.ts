/** Sends one-time codes and notices to account names, in words of the account's language. */
import type { CodeSent } from '@agio/wire/auth.ts'
import { ApiError } from '../http/errors.ts'
import { type AccountName, accountPlace } from './accounts.ts'
import type { CodeBook } from './codes.ts'
import { codeMail, noticeMail } from './mail-texts.ts'
import type { Outbox } from './outbox.ts'

export interface Mailer {
  /** @throws ApiError CODE_RESEND_TOO_SOON, CODE_CHANNEL_UNAVAILABLE */
  sendCode(name: AccountName, scene: string, lang: string): CodeSent
  /** Answers like sendCode, but tells the owner of the account what somebody tried. @throws as sendCode */
  sendNotice(name: AccountName, scene: string, lang: string): CodeSent
}

export function createMailer(codes: CodeBook, outbox: Outbox, tenantName: string): Mailer {
  const send = (name: AccountName, scene: string, lang: string, isCode: boolean): CodeSent => {
    const channel = name.type === 1 ? 'email' : 'phone'
    if (!outbox.canSend(channel)) throw new ApiError('CODE_CHANNEL_UNAVAILABLE', { channel })
    const to = accountPlace(name)
    const { code, expireTime, resendTime } = codes.issue(scene, to, isCode)
    const mail = isCode ? codeMail(lang, tenantName, code) : noticeMail(lang, tenantName)
    outbox.send({ channel, to, scene, code: isCode ? code : '', ...mail })
    return { expireTime, resendTime }
  }
  return {
    sendCode: (name, scene, lang) => send(name, scene, lang, true),
    sendNotice: (name, scene, lang) => send(name, scene, lang, false),
  }
}
