/** Sends one-time codes and notices, in the words of their reader's language; mails to a customer carry the anti-phishing words. */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { CodeSent } from '@agio/wire/account/auth.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { type AccountName, accountPlace, emailName } from '../account/account-name.ts'
import type { Accounts } from '../account/accounts.ts'
import type { CodeBook } from '../factors/codes.ts'
import { antiPhishingLine, codeMail, type MailText, type Notice, noticeMail } from './mail-texts.ts'
import type { Outbox } from './outbox.ts'

export interface CodeMail {
  readonly to: AccountName
  readonly scene: string
  readonly lang: string
  /** Where the code is kept; the address itself unless given. */
  readonly place?: string
  /** The customer who reads it, whose anti-phishing words it then carries. */
  readonly owner?: UserId | undefined
  /** Words in place of the plain ones. */
  readonly words?: (lang: string, tenantName: string, code: string) => MailText
  /** Told instead of a code, which nobody gets then; null tells nothing at all. The answer is the same. */
  readonly instead?: Notice | null
}

export interface MailerOptions {
  readonly clock: Clock
  readonly codes: CodeBook
  readonly outbox: Outbox
  readonly accounts: Accounts
  readonly tenantName: string
  /** A message that could not be written. */
  onFault(error: unknown): void
}

interface Written extends MailText {
  readonly code: string
}

export class Mailer {
  readonly #options: MailerOptions
  readonly #writing = new Set<Promise<void>>()

  constructor(options: MailerOptions) {
    this.#options = options
  }

  /** Answers at once; the message is written beside it. @throws Failure CODE_RESEND_TOO_SOON, CODE_CHANNEL_UNAVAILABLE */
  sendCode({ to, scene, lang, place = accountPlace(to), owner, words = codeMail, instead }: CodeMail): CodeSent {
    const channel = to.type === 1 ? 'email' : 'phone'
    const { outbox, codes, tenantName } = this.#options
    if (!outbox.canSend(channel)) throw new Failure('CODE_CHANNEL_UNAVAILABLE', { channel })
    const { code, expireTime, resendTime } = codes.issue(scene, place, instead === undefined)
    if (instead === undefined) void this.#deliver(to, scene, owner, () => ({ ...words(lang, tenantName, code), code }), lang)
    else if (instead !== null)
      void this.#deliver(to, scene, owner, (own) => ({ ...noticeMail(own, instead, { tenant: tenantName }), code: '' }), lang)
    return { expireTime, resendTime }
  }

  /**
   * A mail with the caller's text to a customer: to the e-mail address, or by SMS where there is none. Resolves when it can be lost no
   * more; never rejects.
   */
  write(userId: UserId, scene: string, words: (lang: string, tenantName: string) => MailText, to?: AccountName): Promise<void> {
    const { tenantName } = this.#options
    return this.#deliver(to, scene, userId, (lang) => ({ ...words(lang, tenantName), code: '' }))
  }

  /** Tells a customer what happened to the account; as `write`. @param to an address that the account has no more */
  tell(userId: UserId, notice: Notice, values: Readonly<Record<string, string>> = {}, to?: AccountName): Promise<void> {
    const time = `${new Date(this.#options.clock.now()).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    return this.write(userId, 'NOTICE', (lang, tenant) => noticeMail(lang, notice, { time, ...values, tenant }), to)
  }

  /** Resolves when everything asked for so far was handed to the outbox. */
  async settled(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing)
  }

  #deliver(
    to: AccountName | undefined,
    scene: string,
    owner: UserId | undefined,
    words: (lang: string) => Written,
    lang?: string,
  ): Promise<void> {
    const work = this.#write(to, scene, owner, words, lang)
      .catch((error: unknown) => this.#options.onFault(error))
      .finally(() => this.#writing.delete(work))
    this.#writing.add(work)
    return work
  }

  async #write(
    given: AccountName | undefined,
    scene: string,
    owner: UserId | undefined,
    words: (lang: string) => Written,
    asked?: string,
  ): Promise<void> {
    const { accounts, outbox } = this.#options
    const account = owner === undefined ? undefined : await accounts.get(owner)
    const own = account === undefined ? undefined : ((await accounts.settings(account.userId)).lang ?? account.lang)
    const lang = asked ?? own ?? ''
    const to = given ?? (account?.email == null ? account?.name : emailName(account.email))
    if (to === undefined) return
    const channel = to.type === 1 ? 'email' : 'phone'
    if (!outbox.canSend(channel)) return
    const { subject, text, code } = words(lang)
    const line = channel === 'email' && account?.antiPhishing != null ? `\n\n${antiPhishingLine(lang, account.antiPhishing)}` : ''
    await outbox.send({ channel, to: accountPlace(to), scene, code, subject, text: text + line })
  }
}
