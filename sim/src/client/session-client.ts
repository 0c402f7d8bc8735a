/** A customer's client in Node: registers or logs in with the sealed report and the code from the development inbox, then calls. */
import { randomUUID } from 'node:crypto'
import type { RequestInput, ResponseOf } from '@agio/wire/call.ts'
import { type AnyCall, targetOf } from '@agio/wire/call-target.ts'
import { type PublicKey, type SealedReport, sealReport } from './device-report.ts'
import { type Asked, askNamed } from './named-host.ts'

export interface Answer {
  readonly code: string
  readonly message: string
  readonly data: Record<string, unknown>
}

/** A call that was answered with another code than 0. */
export class Refusal extends Error {
  readonly errorName: string
  readonly answer: Answer
  constructor(path: string, answer: Answer) {
    const { code, message, data } = answer
    super(`${path}: ${code} ${message} ${JSON.stringify(data)}`)
    this.errorName = String(data?.name)
    this.answer = answer
  }
}

/** A request of which nothing comes must not hold whoever kills its server for ever. Nothing that is answered takes so long. */
export const ANSWER_MS = 180_000

export class SessionClient {
  readonly base: string
  readonly identity: string
  token: string | undefined
  /** ms that the server's clock was put ahead of this machine's. */
  aheadMs = 0
  /** Name of a tenant that this machine does not resolve. */
  host: string | undefined

  constructor(base: string, identity: string = randomUUID()) {
    this.base = base
    this.identity = identity
  }

  async post(path: string, body: object = {}): Promise<Answer> {
    return await this.#ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  }

  async get(path: string): Promise<Answer> {
    return await this.#ask(path, { method: 'GET', headers: {} })
  }

  async #ask(path: string, given: Asked): Promise<Answer> {
    const headers = { ...given.headers, ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }) }
    if (this.host !== undefined) return (await askNamed(this.base, path, { ...given, headers: { ...headers, host: this.host } })) as Answer
    const response = await fetch(`${this.base}${path}`, { ...given, headers, signal: AbortSignal.timeout(ANSWER_MS) })
    return (await response.json()) as Answer
  }

  /** The call's data, or an error that carries the wire name. */
  async must(path: string, body: object = {}): Promise<Record<string, unknown>> {
    const answer = await this.post(path, body)
    if (answer.code !== '0') throw new Refusal(path, answer)
    return answer.data
  }

  /** A call of the API; its data is checked against the schema. @throws Refusal */
  async call<Spec extends AnyCall>(spec: Spec, request: RequestInput<Spec>): Promise<ResponseOf<Spec>> {
    const { url, body } = targetOf(spec, request as Readonly<Record<string, unknown>>)
    const answer = body === undefined ? await this.get(url) : await this.post(url, JSON.parse(body))
    if (answer.code !== '0') throw new Refusal(url, answer)
    return spec.response.parse(answer.data) as ResponseOf<Spec>
  }

  /** A call with the sealed report of this client's device. @throws Refusal */
  async sealed(path: string, body: object): Promise<Record<string, unknown>> {
    return this.must(path, { ...body, ...(await this.report(path)) })
  }

  /** The sealed report of this client's device, as fields of a POST to this path. */
  async report(path: string): Promise<SealedReport> {
    const key = await this.get('/api/auth/v1/open/security/publicKey')
    return sealReport(key.data as unknown as PublicKey, `POST ${path}`, this.identity, Date.now() + this.aheadMs)
  }

  /** Newest code that the development inbox holds for an account. */
  async code(account: string): Promise<string> {
    const outbox = await this.get(`/api/auth/v1/dev/outbox?account=${encodeURIComponent(account)}`)
    const [newest] = outbox.data.list as readonly { readonly code: string }[]
    if (newest === undefined) throw new Error(`no code was sent to ${account}`)
    return newest.code
  }

  private finish(done: Record<string, unknown>): void {
    this.token = String(done.token)
  }

  async register(account: string, password: string): Promise<void> {
    await this.must('/api/auth/v1/open/sendCode', { type: 1, account, scene: 'REGISTER' })
    const code = await this.code(account)
    this.finish(await this.sealed('/api/auth/v1/open/register', { type: 1, account, code, password, agreeTerms: 1 }))
  }

  /** Account and password alone: a ticket for the second step, or a session where no second factor is on. */
  firstStep(account: string, password: string): Promise<Record<string, unknown>> {
    return this.sealed('/api/auth/v1/open/login', { type: 1, account, password })
  }

  async login(account: string, password: string): Promise<void> {
    const step = await this.firstStep(account, password)
    if (step.stage === 'done') return this.finish(step)
    const ticket = String(step.ticket)
    await this.must('/api/auth/v1/open/login/sendCode', { ticket, channel: 'email' })
    this.finish(await this.sealed('/api/auth/v1/open/login/secondFactor', { ticket, codes: { email: await this.code(account) } }))
  }
}
