/** One customer of the account kill rounds: what it does with its account, and what it must find after every restart. */
import { randomUUID } from 'node:crypto'
import { fromBase32, hotp, stepAt } from '@agio/server/auth/factors/totp.ts'
import { bodyOf, MULTIPART, part, pngOf } from '@agio/server/testing/images.ts'
import { loginHistory } from '@agio/wire/account/devices.ts'
import { userIdentity } from '@agio/wire/account/identity.ts'
import { updateUserCenter, userCenter, userConfig, userConfigSave } from '@agio/wire/account/user.ts'
import type { RequestInput } from '@agio/wire/call.ts'
import { unreadInfo } from '@agio/wire/content/inform.ts'
import { Refusal, SessionClient } from '../client/session-client.ts'
import { Fact, Tally, type Unanswered } from './account-facts.ts'
import { patiently } from './http-answers.ts'

const AUTH = '/api/auth/v1'
const USER = '/api/user-web/v1'

/** Runs a call of a kind, which may be the moment at which the process is killed. */
export type Step = <Answer>(kind: string, call: () => Promise<Answer>) => Promise<Answer>

/** Where an audit writes what it found. */
export interface Audit {
  readonly findings: string[]
  readonly unanswered: Unanswered
  sessionsLost: number
}

type Scene = 'CHANGE_FACTOR' | 'CHANGE_PASSWORD' | 'API_KEY' | 'STEP_UP'

/** What one call changes together: half of it would be a finding. */
interface Config {
  readonly theme: NonNullable<RequestInput<typeof userConfigSave>['theme']>
  readonly hotkeys: Readonly<Record<string, string>>
}

interface Secret {
  readonly totp: string
  /** Unused ones; those of a binding that was not answered are unknown. */
  readonly recovery: string[]
}

/** The names of refusals that only say that it is too early for the next code. */
const TOO_EARLY: readonly string[] = ['CODE_RESEND_TOO_SOON', 'CODE_USED']

export class Member {
  readonly email: string
  client: SessionClient
  readonly identity = new Fact<number>('identity', 0)
  readonly messages = new Tally('account messages', 0)
  readonly #step: Step
  readonly #password: Fact<string>
  readonly #formerPasswords: string[] = []
  readonly #profile = new Fact('name and currency', { nickname: '', currency: 'USD' })
  readonly #config = new Fact<Config>('theme and hotkeys', { theme: 'system', hotkeys: {} })
  readonly #bound = new Fact<0 | 1>('authenticator bound', 0)
  readonly #logins = new Tally('logins', 1)
  readonly #keys = new Map<string, Fact<boolean>>()
  readonly #usedSteps = new Set<number>()
  #secret: Secret | undefined
  /** Of the newest verification that is known to be there, and of the one that was sent last. */
  #pictures: readonly string[] = []
  #sent: readonly string[] = []
  #count = 0

  /** @param client of its first session; its registration was answered */
  constructor(email: string, password: string, client: SessionClient, step: Step) {
    this.email = email
    this.client = client
    this.#step = step
    this.#password = new Fact('password', password)
  }

  /** The same customer at a process that was started again. */
  moveTo(base: string): void {
    const { identity, token } = this.client
    this.client = new SessionClient(base, identity)
    this.client.token = token
  }

  /**
   * Does one of the things that customers do.
   * @param choice a number in [0, 1) @param wanted kind of step that is done instead, where that is one of a customer's
   */
  async act(choice: number, wanted = ''): Promise<void> {
    const acts: readonly (readonly [kind: string, act: () => Promise<void>])[] = [
      ['settings', () => this.#changeSettings()],
      ['settings', () => this.#changeSettings()],
      ['apiKey', () => this.#createKey()],
      ['apiKeyDelete', () => this.#deleteKey()],
      ['submit', () => this.#verify()],
      ['upload', () => this.#verify()],
      ['password', () => this.#changePassword()],
      ['bind', () => this.#bindAuthenticator()],
      ['unbind', () => this.#unbindAuthenticator()],
      ['login', () => this.#logIn(this.client.identity)],
      ['login', () => this.#logIn(randomUUID())],
    ]
    const fitting = acts.filter(([kind]) => kind === wanted)
    const among = fitting.length > 0 ? fitting : acts
    try {
      await among[Math.floor(choice * among.length)]?.[1]()
    } catch (error) {
      if (!(error instanceof Refusal && TOO_EARLY.includes(error.errorName))) throw error
    }
  }

  #next(): number {
    this.#count += 1
    return this.#count
  }

  async #changeSettings(): Promise<void> {
    const number = this.#next()
    if (number % 2 === 0) {
      const config: Config = { theme: number % 4 === 0 ? 'night' : 'day', hotkeys: { buy: `Shift+${number}` } }
      await this.#config.become(config, () =>
        this.#step('settings', () => this.client.call(userConfigSave, { ...config, hotkeys: { ...config.hotkeys } })),
      )
      return
    }
    const profile = { nickname: `${this.email.split('@', 1)[0]} ${number}`, currency: number % 4 === 1 ? 'EUR' : 'JPY' }
    await this.#profile.become(profile, () => this.#step('settings', () => this.client.call(updateUserCenter, profile)))
  }

  async #createKey(): Promise<void> {
    if (this.#keys.size >= 12) return
    const label = `key ${this.#next()}`
    const codes = await this.#codes('API_KEY')
    if (codes === undefined) return
    const fact = new Fact(label, false)
    this.#keys.set(label, fact)
    const permissions = { read: 1, trade: 0, futures: 0, withdraw: 0 }
    const call = () => this.#step('apiKey', () => this.client.sealed(`${USER}/api-key/create`, { label, permissions, ipList: [], codes }))
    await fact.become(true, () => this.messages.more(call))
  }

  async #deleteKey(): Promise<void> {
    const rows = (await this.client.must(`${USER}/api-key/list`, {})).list as readonly { readonly id: string; readonly label: string }[]
    const row = rows.find(({ label }) => this.#keys.get(label)?.is(true) === true)
    const fact = this.#keys.get(row?.label ?? '')
    const codes = row === undefined ? undefined : await this.#codes('STEP_UP')
    if (row === undefined || fact === undefined || codes === undefined) return
    const call = () => this.#step('apiKeyDelete', () => this.client.sealed(`${USER}/api-key/delete`, { id: row.id, codes }))
    await fact.become(false, call)
  }

  async #upload(shade: number): Promise<string> {
    const response = await fetch(`${this.client.base}/api/oss/v1/image/upload?scene=kyc`, {
      method: 'POST',
      headers: { ...MULTIPART, authorization: `Bearer ${this.client.token}` },
      body: new Uint8Array(bodyOf(part(pngOf(12, 12, shade)))),
    })
    const answer = (await response.json()) as { readonly code: string; readonly data: { readonly key: string } }
    if (answer.code !== '0') throw new Refusal('upload', answer as never)
    return answer.data.key
  }

  async #verify(): Promise<void> {
    if (!this.identity.is(0) && !this.identity.is(3) && !this.identity.is(4)) return
    const number = this.#next()
    const frontKey = await this.#step('upload', () => this.#upload(number % 256))
    const handKey = await this.#step('upload', () => this.#upload((number + 100) % 256))
    const person = { countryCode: 'DE', firstName: 'Kim', lastName: 'Kill', birthday: '1990-02-03' }
    // The same number each time: a decision of an earlier round must not stand in its own way.
    const document = { idType: 'PASSPORT', idCard: `K${this.email.replace(/\D/g, '').padStart(8, '0')}`, expireDate: '2090-01-01' }
    const body = { level: 1, ...person, ...document, frontKey, handKey }
    this.#sent = [frontKey, handKey]
    const call = () => this.#step('submit', () => this.client.sealed(`${USER}/user/saveIdentityVerification`, body))
    await this.identity.become(1, call)
    this.#pictures = this.#sent
  }

  async #changePassword(): Promise<void> {
    const [oldPassword = ''] = this.#password.possible
    const newPassword = `Nothing-Lost-${this.#next()}-${this.email.length}`
    const codes = await this.#codes('CHANGE_PASSWORD')
    if (codes === undefined) return
    this.#formerPasswords.unshift(oldPassword)
    const body = { oldPassword, newPassword, codes }
    const call = () => this.#step('password', () => this.client.sealed(`${AUTH}/password/change`, body))
    await this.#password.become(newPassword, () => this.messages.more(call))
  }

  async #bindAuthenticator(): Promise<void> {
    if (!this.#bound.is(0)) return
    const codes = await this.#codes('CHANGE_FACTOR')
    const { setupId, secret } = (await this.client.must(`${AUTH}/totp/setup`)) as { readonly setupId: string; readonly secret: string }
    const googleCode = this.#googleCode(secret)
    if (codes === undefined || googleCode === undefined) return
    this.#secret = { totp: secret, recovery: [] }
    const body = { setupId, googleCode, codes }
    const call = () => this.#step('bind', () => this.client.sealed(`${AUTH}/totp/bind`, body))
    const { recoveryCodes } = await this.#bound.become(1, () => this.messages.more(call))
    this.#secret = { totp: secret, recovery: [...(recoveryCodes as readonly string[])] }
  }

  async #unbindAuthenticator(): Promise<void> {
    if (!this.#bound.is(1)) return
    const codes = await this.#codes('CHANGE_FACTOR')
    if (codes === undefined) return
    const call = () => this.#step('unbind', () => this.client.sealed(`${AUTH}/totp/unbind`, { codes }))
    await this.#bound.become(0, () => this.messages.more(call))
  }

  /** Of this moment's step; each step is taken once. */
  #googleCode(secret: string): string | undefined {
    const step = stepAt(Date.now())
    if (this.#usedSteps.has(step)) return undefined
    this.#usedSteps.add(step)
    return hotp(fromBase32(secret), step)
  }

  /** A code by mail, and the authenticator's or a recovery code where that is bound; undefined when there is none now. */
  async #codes(scene: Scene): Promise<Record<string, string> | undefined> {
    const google = this.#bound.is(1) ? this.#google() : undefined
    if (!this.#bound.is(0) && google === undefined) return undefined
    if (scene === 'STEP_UP' && google !== undefined) return { google }
    await this.client.must(`${AUTH}/secondFactor/sendCode`, { scene, channel: 'email' })
    const email = await this.client.code(this.email)
    return google === undefined ? { email } : { google, email }
  }

  #google(): string | undefined {
    if (this.#secret === undefined) return undefined
    return this.#googleCode(this.#secret.totp) ?? this.#secret.recovery.pop()
  }

  /** All steps of a login; what a device that is new needs besides goes by mail. */
  async #logIn(identity: string): Promise<void> {
    if (!this.#bound.is(0) && !this.#bound.is(1)) return
    const [password = ''] = this.#password.possible
    const client = new SessionClient(this.client.base, identity)
    const first = await this.#step('login', () => client.firstStep(this.email, password))
    const { ticket } = first as { readonly ticket: string }
    const google = this.#bound.is(1) ? this.#google() : undefined
    if (this.#bound.is(1) && google === undefined) return
    const codes = google === undefined ? { email: await this.#mailed(client, ticket) } : { google }
    const isNew = identity !== this.client.identity
    const finish = async (): Promise<Record<string, unknown>> => {
      const second = await this.#step('login', () => client.sealed(`${AUTH}/open/login/secondFactor`, { ticket, codes }))
      if (second.stage === 'done') return second
      const code = await client.code(this.email)
      return this.#step('login', () => client.sealed(`${AUTH}/open/login/confirmDevice`, { ticket: second.ticket, code }))
    }
    const done = await this.#logins.more(() => (isNew ? this.messages.more(finish) : finish()))
    client.token = String(done.token)
    // A new device is tried once; the account goes on with the one that it knows.
    if (!isNew) this.client = client
  }

  async #mailed(client: SessionClient, ticket: string): Promise<string> {
    await client.must(`${AUTH}/open/login/sendCode`, { ticket, channel: 'email' })
    return client.code(this.email)
  }

  /** Compares what was answered with what is there; `audit` gets what does not agree. */
  async audit(audit: Audit): Promise<void> {
    const note = (finding: string | undefined): void => {
      if (finding !== undefined) audit.findings.push(`${this.email} ${finding}`)
    }
    await this.#auditPassword(note, audit)
    await this.#enter(audit)
    const { unanswered } = audit
    const center = await patiently(() => this.client.call(userCenter, {}))
    const { user, currency } = center
    note(this.#profile.found({ nickname: user.nickname.startsWith('IMUSER-') ? '' : user.nickname, currency }, unanswered))
    const { theme, hotkeys } = await patiently(() => this.client.call(userConfig, {}))
    note(this.#config.found({ theme, hotkeys }, unanswered))
    note(this.#bound.found(center.security.googleBound, unanswered))
    if (center.security.googleBound === 1) note(this.#recoveryFault(center.security.recoveryCodesLeft ?? 0))
    await this.#auditKeys(note, unanswered)
    await this.#auditIdentity(note, unanswered)
    const logins = await patiently(() => this.client.call(loginHistory, { result: 1, pageNo: 1, pageSize: 1 }))
    note(this.#logins.found(logins.total))
    note(this.messages.found((await patiently(() => this.client.call(unreadInfo, {}))).byType.account))
  }

  /** The answered password opens the account, and no other does. */
  async #auditPassword(note: (finding: string | undefined) => void, { unanswered }: Audit): Promise<void> {
    const possible = this.#password.possible
    const opens: string[] = []
    for (const password of possible) if (await this.#opens(password)) opens.push(password)
    if (opens.length !== 1) note(`password: ${opens.length} of ${possible.length} open the account`)
    const [password] = opens
    if (password !== undefined) note(this.#password.found(password, unanswered))
    const [former] = this.#formerPasswords.filter((each) => each !== password)
    if (former !== undefined && (await this.#opens(former))) note('password: a former one opens the account')
  }

  async #opens(password: string): Promise<boolean> {
    try {
      await patiently(() => new SessionClient(this.client.base, this.client.identity).firstStep(this.email, password))
      return true
    } catch (error) {
      if (error instanceof Refusal && error.errorName === 'LOGIN_FAILED') return false
      throw error
    }
  }

  /** Sessions are soft state, but they should be there. */
  async #enter(audit: Audit): Promise<void> {
    try {
      await patiently(() => this.client.call(userConfig, {}))
    } catch (error) {
      if (!(error instanceof Refusal) || !error.errorName.startsWith('SESSION_')) throw error
      audit.sessionsLost += 1
      await this.#logIn(this.client.identity)
    }
  }

  #recoveryFault(left: number): string | undefined {
    const known = this.#secret?.recovery.length ?? 0
    return left < known || left > 10 ? `recovery codes: ${left}, but ${known} are unused` : undefined
  }

  async #auditKeys(note: (finding: string | undefined) => void, unanswered: Unanswered): Promise<void> {
    const asked = () => this.client.must(`${USER}/api-key/list`, { pageSize: 50 })
    const { list } = (await patiently(asked)) as { list: readonly { readonly label: string }[] }
    const labels = list.map(({ label }) => label)
    for (const [label, fact] of this.#keys) note(fact.found(labels.includes(label), unanswered))
    for (const label of labels) if (!this.#keys.has(label)) note(`an API key that nobody made: ${label}`)
    for (const [label, fact] of this.#keys) if (fact.is(false)) this.#keys.delete(label)
  }

  async #auditIdentity(note: (finding: string | undefined) => void, unanswered: Unanswered): Promise<void> {
    const detail = await patiently(() => this.client.call(userIdentity, {}))
    note(this.identity.found(detail.status, unanswered))
    if (detail.status === 1) this.#pictures = this.#sent
    if ((detail.status === 1) !== (detail.queuePlace !== null)) note(`identity: status ${detail.status}, place ${detail.queuePlace}`)
    if (detail.status !== 0 && detail.realName === null) note('identity: without what was entered')
    if ((detail.form === null) !== detail.status < 3) note(`identity: status ${detail.status}, form ${JSON.stringify(detail.form)}`)
    const isKept = detail.status === 1 || detail.status === 2 || detail.status === 4
    if (detail.status === 0) return
    for (const key of this.#pictures) {
      const isThere = await this.#isPicture(key)
      if (isThere !== isKept) note(`identity: status ${detail.status}, but picture ${key} is ${isThere ? 'there' : 'gone'}`)
    }
  }

  async #isPicture(key: string): Promise<boolean> {
    const response = await fetch(`${this.client.base}/api/oss/v1/file/${key}`, {
      headers: { authorization: `Bearer ${this.client.token}` },
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return response.headers.get('content-type') === 'image/jpeg' && bytes[0] === 0xff && bytes.length > 100
  }
}
