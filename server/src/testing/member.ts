/** A customer of a test world with all second factors at hand: asks for codes, reads them and sends them. For tests only. */
import type { Codes, Method } from '@agio/wire/account/auth.ts'
import type { FactorScene } from '@agio/wire/account/auth-factors.ts'
import { fromBase32, hotp, stepAt } from '../auth/factors/totp.ts'
import type { DataAt } from './answers.ts'
import { type HttpWorld, PASSWORD, type Reply } from './http-world.ts'

const AUTH = '/api/auth/v1'

export interface Telephone {
  readonly areaCode: string
  readonly phone: string
}

export class Member {
  readonly world: HttpWorld
  readonly token: string
  readonly userId: number
  email: string
  phone: Telephone | undefined
  secret: string | undefined
  recoveryCodes: readonly string[] = []

  private constructor(world: HttpWorld, token: string, userId: number, email: string) {
    this.world = world
    this.token = token
    this.userId = userId
    this.email = email
  }

  static async join(world: HttpWorld, email: string, identity = 'device-1'): Promise<Member> {
    const { data } = await world.register(email, PASSWORD, { identity })
    return new Member(world, data.token, Number(data.userInfo.userId), email)
  }

  /** A sealed call of this customer. */
  seal<const Url extends string>(url: Url, body: object = {}): Promise<Reply<DataAt<Url>>> {
    return this.world.sealed(url, body, { token: this.token })
  }

  post<const Url extends string>(url: Url, body: object = {}): Promise<Reply<DataAt<Url>>> {
    return this.world.post(url, body, { token: this.token })
  }

  get<const Url extends string>(url: Url): Promise<Reply<DataAt<Url>>> {
    return this.world.get(url, { token: this.token })
  }

  /** The newest code sent to an address of the account, a minute after the one before. */
  async sent(scene: FactorScene, channel: 'email' | 'phone'): Promise<string> {
    this.world.clock.at += 60_000
    const answer = await this.post(`${AUTH}/secondFactor/sendCode`, { scene, channel })
    if (answer.code !== '0') throw new Error(`sendCode: ${answer.text}`)
    return this.world.code(channel === 'email' ? this.email : `${this.phone?.areaCode}${this.phone?.phone}`)
  }

  google(at = this.world.clock.at): string {
    return hotp(fromBase32(this.secret ?? ''), stepAt(at))
  }

  /** Right codes of these methods. */
  async codes(scene: FactorScene, methods: readonly Method[]): Promise<Codes> {
    const codes: Record<string, string> = {}
    for (const method of methods) if (method !== 'google') codes[method] = await this.sent(scene, method)
    if (methods.includes('google')) codes.google = this.google()
    return codes
  }

  async bindGoogle(methods: readonly Method[] = ['email']): Promise<Reply<DataAt<'/api/auth/v1/totp/bind'>>> {
    const codes = await this.codes('CHANGE_FACTOR', methods)
    const { data } = await this.post(`${AUTH}/totp/setup`)
    this.secret = data.secret
    const bound = await this.seal('/api/auth/v1/totp/bind', { setupId: data.setupId, googleCode: this.google(), codes })
    if (bound.code === '0') this.recoveryCodes = bound.data.recoveryCodes
    this.world.clock.at += 60_000
    return bound
  }

  /** A code of scene BIND to an address. */
  async bindCode(channel: 'email' | 'phone', target: string, areaCode?: string): Promise<string> {
    this.world.clock.at += 60_000
    await this.post(`${AUTH}/secondFactor/sendCode`, { scene: 'BIND', channel, target, areaCode })
    return this.world.code(`${areaCode ?? ''}${target}`)
  }

  async bindPhone(phone: Telephone, methods: readonly Method[] = ['email']): Promise<Reply<DataAt<'/api/auth/v1/phone/bind'>>> {
    const code = await this.bindCode('phone', phone.phone, phone.areaCode)
    const codes = await this.codes('CHANGE_FACTOR', methods)
    const bound = await this.seal('/api/auth/v1/phone/bind', { ...phone, code, codes })
    if (bound.code === '0') this.phone = phone
    return bound
  }

  async bindEmail(email: string, methods: readonly Method[] = ['email']): Promise<Reply<DataAt<'/api/auth/v1/email/bind'>>> {
    const code = await this.bindCode('email', email)
    const codes = await this.codes('CHANGE_FACTOR', methods)
    const bound = await this.seal('/api/auth/v1/email/bind', { email, code, codes })
    if (bound.code === '0') this.email = email
    return bound
  }

  /** Subjects and texts of the notices to an address, newest first. */
  async notices(to: string): Promise<readonly string[]> {
    await this.world.agio.mailer.settled()
    return this.world.agio.outbox
      .list(to)
      .filter(({ code }) => code === '')
      .map(({ subject, text }) => `${subject}\n${text}`)
  }
}
