/**
 * The kill rounds over everything around trading: the process that `npm start` runs, killed while customers register, prove and change
 * their accounts and an operator decides and configures. Whatever was answered has to be there after the restart, whole; what was not
 * answered has to be there whole or not at all, and stay as it was found.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stateHash } from '@agio/engine/hash.ts'
import { openExchange } from '@agio/server/sequencer/open-exchange.ts'
import { bootstrap } from '@agio/wire/content/home-web.ts'
import { Refusal, SessionClient } from '../client/session-client.ts'
import { type Audit, Member, type Step } from './account-member.ts'
import { Announcement, decide, OwnText, VersionedDocument, waitingAtOperator } from './account-operator.ts'
import { Judge } from './judge.ts'
import type { Random } from './memory-disk.ts'
import { Product } from './product.ts'

const PASSWORD = 'Nothing-Lost-7'
/** Customers who do more than register. */
const MEMBERS = 6
const MEMBER_LANES = 3
const LIFE_MS_MIN = 300
const LIFE_MS_SPREAD = 1500
/** How much longer a life waits for the call that it is aimed at. */
const AIM_MS = 4000

/** What may be aimed at: a kill while a call of the kind is under way, or right behind its answer. */
export const AIMS = [
  'register',
  'settings',
  'password',
  'bind',
  'submit',
  'kyc approve',
  'kyc reject',
  'apiKey',
  'kv set',
  'kv rollback',
  'announcement',
  'text',
  'login',
  'apiKeyDelete',
  'upload',
  'site set',
  'unbind',
] as const

interface Aim {
  readonly kind: string
  /** Share of the time that such a call takes, behind its beginning; undefined = right behind the answer. */
  readonly share: number | undefined
}

export interface AccountKillReport {
  readonly rounds: number
  readonly startsKilled: number
  /** Kills that hit the call they were aimed at. */
  readonly aimed: number
  readonly registered: number
  /** Answers of calls that change something, by kind. */
  readonly answered: Readonly<Record<string, number>>
  /** Calls under way at a kill: there whole afterwards, and not there at all. */
  readonly unansweredDone: number
  readonly unansweredNotDone: number
  readonly entries: number
  readonly sessionsLost: number
  readonly wrongHashes: number
  /** What was lost, half there or contradicted; empty = nothing. */
  readonly findings: readonly string[]
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

class World {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'agio-kill-accounts-'))
  readonly journalDir = join(this.dataDir, 'agio', 'journal')
  readonly audit: Audit = { findings: [], unanswered: { done: 0, notDone: 0 }, sessionsLost: 0 }
  readonly answered: Record<string, number> = {}
  readonly members: Member[] = []
  registered = 0
  startsKilled = 0
  aimed = 0
  readonly #random: Random
  readonly #documents: readonly VersionedDocument[]
  readonly #announcement: Announcement
  readonly #texts: readonly OwnText[]
  /** Addresses whose registration was under way at a kill. */
  #inDoubt: string[] = []
  #busy = new Set<Member>()
  #product: Product | undefined
  #aim: Aim | undefined
  /** How long the last call of a kind took, ms. */
  readonly #took = new Map<string, number>()
  #number = 0
  #startMs = 2000

  constructor(random: Random) {
    this.#random = random
    const step: Step = (kind, call) => this.#step(kind, call)
    this.#documents = [
      new VersionedDocument('kv', 'user_agreement', (number) => JSON.stringify(`/agreement-${number}`), step),
      new VersionedDocument('site', 'footerHtml', (number) => JSON.stringify({ en_US: `<p>${number}</p>` }), step),
    ]
    this.#announcement = new Announcement('kill-1', step)
    this.#texts = [new OwnText('LOGIN_REQUIRED', step), new OwnText('SESSION_INVALID', step)]
  }

  async killStart(): Promise<void> {
    const product = await Product.start(this.dataDir)
    await pause(this.#random() * this.#startMs)
    await product.kill()
    this.startsKilled += 1
  }

  /** Starts the product and compares what is there with what was answered. */
  async open(): Promise<Product> {
    const begin = performance.now()
    const isFirst = !existsSync(this.journalDir)
    const product = await Product.open(this.dataDir)
    this.#startMs = performance.now() - begin
    this.#product = product
    try {
      if (isFirst) await product.operate('kv set', { key: 'nickname_modify_time', value: '0' })
      await this.#auditAll(product)
    } catch (error) {
      await product.kill()
      throw error
    }
    return product
  }

  async #auditAll(product: Product): Promise<void> {
    const known = this.audit.findings.length
    await this.#compare(product)
    for (const finding of this.audit.findings.slice(known)) process.stderr.write(`found: ${finding}\n`)
  }

  async #compare(product: Product): Promise<void> {
    const visitor = new SessionClient(product.base)
    const { kv } = await visitor.call(bootstrap, {})
    for (const document of this.#documents) await document.audit(product, this.audit)
    const wanted = this.#documents[0]?.newest
    if (wanted !== undefined && JSON.stringify(kv.user_agreement) !== wanted)
      this.audit.findings.push(`the first page after a start says ${JSON.stringify(kv.user_agreement)} instead of ${wanted}`)
    await this.#announcement.audit(visitor, this.audit)
    for (const text of this.#texts) await text.audit(visitor, this.audit)
    for (const member of this.members) member.moveTo(product.base)
    for (const email of this.#inDoubt.splice(0)) await this.#settle(product, email)
    await Promise.all(this.members.map((member) => member.audit(this.audit)))
    const waiting = this.members.filter(({ identity }) => identity.is(1)).length
    const atOperator = await waitingAtOperator(product)
    if (waiting !== atOperator) this.audit.findings.push(`${waiting} verifications wait, the operator is told of ${atOperator}`)
  }

  /** A registration that was not answered: the account is whole, or its address is free. */
  async #settle(product: Product, email: string): Promise<void> {
    const client = new SessionClient(product.base)
    try {
      await client.login(email, PASSWORD)
      this.audit.unanswered.done += 1
    } catch (error) {
      if (!(error instanceof Refusal && error.errorName === 'LOGIN_FAILED')) throw error
      this.audit.unanswered.notDone += 1
      await client.register(email, PASSWORD).catch((fault: unknown) => {
        this.audit.findings.push(`${email} is neither registered nor free: ${String(fault)}`)
      })
    }
    this.registered += 1
  }

  /** One life under load, ended by a kill. */
  async live(product: Product, aim: Aim | undefined): Promise<void> {
    this.#aim = aim
    const lanes = [this.#registering(product), this.#deciding(product), this.#configuring(product), this.#wording(product)]
    for (let lane = 0; lane < MEMBER_LANES; lane += 1) lanes.push(this.#acting(product))
    const loading = Promise.all(lanes)
    // Aimed kills wait longer for their moment; the first life has everything still to make.
    const most = LIFE_MS_MIN + this.#random() * LIFE_MS_SPREAD + (aim === undefined ? 0 : AIM_MS) + (this.members.length === 0 ? 2500 : 0)
    const ended = pause(most).then(() => (product.ending ? undefined : product.kill()))
    await Promise.race([ended, loading]).finally(() => (product.ending ? product.gone() : product.kill()))
    await loading
  }

  async #step<Answer>(kind: string, call: () => Promise<Answer>): Promise<Answer> {
    const product = this.#product
    const aim = this.#aim?.kind === kind ? this.#aim : undefined
    if (aim?.share !== undefined) setTimeout(() => this.#strike(product, aim), aim.share * (this.#took.get(kind) ?? 50))
    const begin = performance.now()
    const answer = await call()
    this.#took.set(kind, performance.now() - begin)
    this.answered[kind] = (this.answered[kind] ?? 0) + 1
    if (aim !== undefined && aim.share === undefined) this.#strike(product, aim)
    return answer
  }

  #strike(product: Product | undefined, aim: Aim): void {
    if (product === undefined || product !== this.#product || product.ending || this.#aim !== aim) return
    this.aimed += 1
    void product.kill()
  }

  /** Repeats work until the process is told to end; whatever then fails was not answered. */
  async #lane(product: Product, work: () => Promise<void>): Promise<void> {
    while (!product.ending) {
      try {
        await work()
      } catch (error) {
        if (product.ending) return
        // Refused before anything was done, or done without a sentence about it: the next audit tells.
        if (error instanceof Refusal && error.errorName === 'ENGINE_BUSY') continue
        throw error
      }
    }
  }

  #registering(product: Product): Promise<void> {
    return this.#lane(product, async () => {
      const email = `kill${this.#number}@example.com`
      this.#number += 1
      const client = new SessionClient(product.base)
      this.#inDoubt.push(email)
      await this.#step('register', () => client.register(email, PASSWORD))
      this.#inDoubt = this.#inDoubt.filter((each) => each !== email)
      this.registered += 1
      if (this.members.length < MEMBERS) this.members.push(new Member(email, PASSWORD, client, (kind, call) => this.#step(kind, call)))
      else await pause(300)
    })
  }

  #acting(product: Product): Promise<void> {
    return this.#lane(product, async () => {
      const free = this.members.filter((member) => !this.#busy.has(member))
      const member = free[Math.floor(this.#random() * free.length)]
      if (member === undefined) return pause(20)
      this.#busy.add(member)
      try {
        await member.act(this.#random(), this.#random() < 0.5 ? this.#aim?.kind : undefined)
      } finally {
        this.#busy.delete(member)
      }
    })
  }

  #deciding(product: Product): Promise<void> {
    return this.#lane(product, async () => {
      const member = this.members.find(({ identity }) => identity.is(1)) ?? this.members.find(({ identity }) => identity.is(2))
      if (member !== undefined) await decide(product, member, this.#random(), (kind, call) => this.#step(kind, call))
      await pause(100)
    })
  }

  #configuring(product: Product): Promise<void> {
    return this.#lane(product, async () => {
      const document = this.#documents[Math.floor(this.#random() * this.#documents.length)]
      if (this.#random() < 0.3) await document?.rollBack(product, this.#random())
      else await document?.set(product)
      if (this.#random() < 0.2) await this.#announcement.withdraw(product)
      else await this.#announcement.publish(product)
      await pause(30)
    })
  }

  /** Two texts of one file at a time: none may take the other's words away. */
  #wording(product: Product): Promise<void> {
    return this.#lane(product, async () => {
      await Promise.all(this.#texts.map((text) => text.set(product)))
      await pause(200)
    })
  }

  /** The state that recovery makes of the newest snapshot against a full replay. */
  async judge(): Promise<{ readonly entries: number; readonly wrongHashes: number }> {
    const exchange = await openExchange({ tenantId: 'agio', dir: this.journalDir })
    const recovered = stateHash(exchange.state)
    const entries = exchange.durableSeq
    await exchange.stop()
    return { entries, wrongHashes: (await new Judge().readUpTo(this.journalDir, entries)) === recovered ? 0 : 1 }
  }
}

/** Two of three lives are aimed: every second of those at the answer, the others at the call on its way. */
function aimOf(round: number, random: Random): Aim | undefined {
  if (round % 3 === 0) return undefined
  const number = round - Math.floor(round / 3) - 1
  const kind = AIMS[number % AIMS.length] ?? 'register'
  return { kind, share: (Math.floor(number / AIMS.length) + number) % 2 === 0 ? random() : undefined }
}

/**
 * Runs the rounds: `count` kills under load, and after every fourth one a kill of the next start.
 * @param random decides when to kill @param progress called after each round
 */
export async function accountKillRounds(
  count: number,
  random: Random,
  progress: (round: number) => void = () => {},
): Promise<AccountKillReport> {
  const world = new World(random)
  try {
    for (let round = 0; round < count; round += 1) {
      await world.live(await world.open(), aimOf(round, random))
      if (round % 4 === 3) await world.killStart()
      progress(round)
    }
    await (await world.open()).stop()
    return reportOf(world, count, await world.judge())
  } finally {
    rmSync(world.dataDir, { recursive: true, force: true })
  }
}

function reportOf(world: World, rounds: number, judged: { readonly entries: number; readonly wrongHashes: number }): AccountKillReport {
  const { audit, startsKilled, aimed, registered, answered } = world
  const { findings, unanswered, sessionsLost } = audit
  return {
    rounds,
    startsKilled,
    aimed,
    registered,
    answered,
    unansweredDone: unanswered.done,
    unansweredNotDone: unanswered.notDone,
    sessionsLost,
    ...judged,
    findings,
  }
}
