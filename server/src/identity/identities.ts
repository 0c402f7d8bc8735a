/**
 * Verifications of identity. Each change of state is one journaled command, made one after the other in a tenant, so that two parallel
 * decisions cannot both hold. Beside them stand two look-ups, a number's owner and what waits: they are written before what they point
 * to and believed only when that bears them out, so a stop between two commands leaves nothing that shows.
 */
import type { JsonObject } from '@agio/engine/command.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import type { Identity, IdentityForm, ImageField } from '@agio/wire/account/identity.ts'
import type { Accounts } from '../auth/account/accounts.ts'
import type { Persons } from '../auth/account/persons.ts'
import { submitDocument } from '../auth/account/user-documents.ts'
import { countriesIn } from '../content/countries.ts'
import { Failure } from '../core/failure.ts'
import { Turns } from '../core/turns.ts'
import type { FileStore } from '../files/file-store.ts'
import type { ReadModels } from '../projections/port.ts'
import { wheneverReached } from '../projections/thread/whenever-reached.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { Vault } from '../vault/vault.ts'
import { comparableNumber, neededImages, type VerificationFields, verificationIssues } from './checks.ts'
import {
  COLLECTION,
  maskedName,
  maskedNumber,
  mayBecome,
  messageOf,
  type PersonalPart,
  readPersonal,
  readVerification,
  type Verification,
  type VerificationStatus,
} from './verification.ts'

export interface IdentitiesOptions {
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly vault: Vault
  readonly accounts: Pick<Accounts, 'get'>
  readonly persons: Pick<Persons, 'join'>
  readonly files: FileStore
  /** Countries that the tenant does not serve. */
  closedCountries(): ReadonlySet<string>
}

export type Level = 1 | 2

export interface Waiting {
  readonly userId: UserId
  readonly level: Level
  readonly submittedAt: number
}

/** The state asked for does not follow on the one that is. */
export class BadTransition extends Error {
  override readonly name = 'BadTransition'
  readonly from: VerificationStatus

  constructor(from: VerificationStatus, to: VerificationStatus) {
    super(`badTransition: ${from} → ${to}`)
    this.from = from
  }
}

const TENANT = asUserId(0)
const KEPT = 20_000
const QUEUE = 'identity-queue'
const OPENINGS = 'identity-opening'
const numberCollection = (index: string): Collection => `identity-number/${index}`

type Both = Readonly<Record<Level, Verification | undefined>>

/** Whose place in the queue it is. */
function inQueue(id: string): { readonly userId: UserId; readonly level: Level } {
  const [user = '', level] = id.split('-')
  return { userId: asUserId(Number(user)), level: level === '2' ? 2 : 1 }
}

/** Of these pictures, those that no verification uses. */
function unusedIn(both: Both, keys: readonly string[]): readonly string[] {
  const used = new Set([...Object.values(both[1]?.images ?? {}), ...Object.values(both[2]?.images ?? {})])
  return keys.filter((key) => !used.has(key))
}

export class Identities {
  readonly #options: IdentitiesOptions
  readonly #known = new Map<UserId, Both>()
  /** What waits, as of the last change; whoever waits asks for a place in it again and again. */
  #waiting: readonly Waiting[] | undefined
  #changes = 0
  readonly #changing = new Turns()

  constructor(options: IdentitiesOptions) {
    this.#options = options
  }

  /** Highest approved level. */
  async level(userId: UserId): Promise<0 | Level> {
    const { 1: first, 2: second } = await this.#of(userId)
    if (first?.status !== 2) return 0
    return second?.status === 2 ? 2 : 1
  }

  /** The level that the customer is at work on, or the highest reached. */
  async asked(userId: UserId): Promise<Level> {
    const { 1: first, 2: second } = await this.#of(userId)
    return first?.status === 2 && second !== undefined ? 2 : 1
  }

  /** As the API shows it; personal data is masked. */
  async identity(userId: UserId): Promise<Identity> {
    const both = await this.#of(userId)
    const shown = both[await this.asked(userId)]
    const personal = await this.#personal(userId, both[1])
    return {
      status: shown?.status ?? 0,
      level: await this.level(userId),
      reason: shown?.reason ?? null,
      realName: personal === null ? null : maskedName(personal),
      idType: personal?.idType ?? null,
      idCard: personal === null ? null : maskedNumber(personal.idCard),
      countryCode: personal?.countryCode ?? null,
      submitTime: shown?.submittedAt ?? null,
      auditTime: shown?.decidedAt ?? null,
    }
  }

  /** What the owner entered, while it has to be sent again; the pictures are not kept. */
  async form(userId: UserId): Promise<IdentityForm | null> {
    const { 1: first } = await this.#of(userId)
    return first?.status === 3 || first?.status === 4 ? this.#personal(userId, first) : null
  }

  /** A verification with its personal data, for staff. */
  async detail(
    userId: UserId,
    level: Level,
  ): Promise<{ readonly verification: Verification; readonly personal: PersonalPart | null } | undefined> {
    const both = await this.#of(userId)
    const verification = both[level]
    return verification === undefined ? undefined : { verification, personal: await this.#personal(userId, both[1]) }
  }

  /** What waits for a decision, oldest first. */
  async waiting(): Promise<readonly Waiting[]> {
    if (this.#waiting !== undefined) return this.#waiting
    const changes = this.#changes
    const waiting: Waiting[] = []
    for (const { id } of await this.#documents(TENANT, QUEUE)) {
      const { userId, level } = inQueue(id)
      const found = (await this.#of(userId))[level]
      if (found?.status === 1) waiting.push({ userId, level, submittedAt: found.submittedAt })
    }
    waiting.sort((left, right) => left.submittedAt - right.submittedAt)
    if (changes === this.#changes) this.#waiting = waiting
    return waiting
  }

  /**
   * 0 → 1, 3 → 1 or 4 → 1. Durable when it resolves, and seen by every later read.
   * @throws Failure VALIDATION_FAILED, KYC_REQUIRED, KYC_ALREADY_SUBMITTED, KYC_FILE_INVALID, KYC_ID_IN_USE
   */
  submit(userId: UserId, fields: VerificationFields): Promise<void> {
    return this.#changing.run(async () => {
      const { level } = fields
      const both = await this.#of(userId)
      if (level === 2 && both[1]?.status !== 2) throw new Failure('KYC_REQUIRED', { level: '1' })
      const from = both[level]?.status ?? 0
      if (!mayBecome(from, 1)) throw new Failure('KYC_ALREADY_SUBMITTED', { status: String(from) })
      const at = this.#options.exchange.now()
      const issues = verificationIssues(fields, at, (code) => this.#isServed(code))
      if (issues.length > 0) throw new Failure('VALIDATION_FAILED', { issues })
      const images = await this.#ownImages(userId, fields)
      const { numberIndex, sealed } = await this.#personalOf(userId, fields)
      if (numberIndex !== '') await this.#refuseTaken(userId, numberIndex)
      await this.#save(TENANT, QUEUE, `${userId}-${level}`, { at }, 'user')
      const none = { decidedAt: null, decidedBy: null, why: null, reason: null }
      await this.#change(userId, level, { status: 1, numberIndex, sealed, images, submittedAt: at, ...none }, 'user')
    })
  }

  /**
   * 1 → 2, 1 → 3 or 2 → 4. A rejection keeps what was entered and drops the pictures.
   * @param reason what the customer reads; holds no personal data
   * @throws BadTransition, Failure KYC_ID_IN_USE
   */
  decide(
    userId: UserId,
    level: Level,
    decision: { readonly status: 2 | 3 | 4; readonly actor: string; readonly why: string; readonly reason: string | null },
  ): Promise<void> {
    return this.#changing.run(async () => {
      const { status, actor, why, reason } = decision
      const verification = (await this.#of(userId))[level]
      const from = verification?.status ?? 0
      if (verification === undefined || !mayBecome(from, status)) throw new BadTransition(from, status)
      const { numberIndex, images } = verification
      if (status === 2 && numberIndex !== '') {
        const before = await this.#refuseTaken(userId, numberIndex)
        if (before !== undefined) await this.#options.persons.join(userId, before, 'verified with the same document')
        await this.#save(TENANT, numberCollection(numberIndex), 'owner', { userId }, actor)
      }
      const decidedAt = this.#options.exchange.now()
      const kept = status === 3 ? {} : images
      await this.#change(userId, level, { ...verification, status, images: kept, decidedAt, decidedBy: actor, why, reason }, actor)
      if (status === 3) for (const key of Object.values(images)) await this.#options.files.removeDocument(userId, key)
      await this.#save(TENANT, QUEUE, `${userId}-${level}`, null, actor)
    })
  }

  /**
   * Finishes what a stop cut off: the pictures of a rejection go, and so do places in the queue that nothing waits in. Pictures that
   * were sent after the decision stay: their verification only was not heard.
   * @param isOver ends it while it still waits for history
   */
  async resume(isOver: () => boolean = () => false): Promise<void> {
    const { models, exchange } = this.#options
    if (!(await wheneverReached(models, exchange.durableSeq, isOver))) return
    return this.#changing.run(async () => {
      for (const { id, document } of await this.#documents(TENANT, QUEUE)) {
        const { userId, level } = inQueue(id)
        const both = await this.#of(userId)
        const { status, decidedAt } = both[level] ?? { status: 0, decidedAt: null }
        if (status === 1) continue
        if (status === 3 && Number(document.at) <= Number(decidedAt))
          for (const key of unusedIn(both, await this.#options.files.documentKeys(userId)))
            await this.#options.files.removeDocument(userId, key)
        await this.#save(TENANT, QUEUE, id, null, 'system')
      }
    })
  }

  /** Writes down that a member of staff opened a picture. */
  async opened(userId: UserId, key: string, actor: string): Promise<void> {
    const at = this.#options.exchange.now()
    await this.#save(userId, OPENINGS, `${at}-${key.slice(1, 9)}`, { key, at }, actor)
  }

  /** Removes pictures that no verification uses once there are `max` of them. The newest few may belong to a form that is being filled in. */
  async makeRoom(userId: UserId, max: number): Promise<void> {
    const { files } = this.#options
    const keys = await files.documentKeys(userId)
    if (keys.length < max) return
    const unused = unusedIn(await this.#of(userId), keys)
    for (const key of unused.slice(0, Math.ceil(unused.length / 2))) await files.removeDocument(userId, key)
  }

  #isServed(code: string): boolean {
    return !this.#options.closedCountries().has(code) && countriesIn('en_US').some(({ countryCode }) => countryCode === code)
  }

  /** @throws Failure KYC_ID_IN_USE, which does not say whose it is */
  /** @returns another account that was verified with this number before, and is not any more */
  async #refuseTaken(userId: UserId, numberIndex: string): Promise<UserId | undefined> {
    const [claim] = await this.#documents(TENANT, numberCollection(numberIndex))
    const owner = asUserId(Number(claim?.document.userId ?? 0))
    if (owner === TENANT || owner === userId) return undefined
    const { 1: theirs } = await this.#of(owner)
    if (theirs?.status === 2 && theirs.numberIndex === numberIndex) throw new Failure('KYC_ID_IN_USE')
    return owner
  }

  async #ownImages(userId: UserId, fields: VerificationFields): Promise<Readonly<Record<string, string>>> {
    const own = new Set(await this.#options.files.documentKeys(userId))
    const images: Partial<Record<ImageField, string>> = {}
    for (const field of neededImages(fields)) {
      const key = fields[field] ?? ''
      if (!own.has(key)) throw new Failure('KYC_FILE_INVALID', { field })
      images[field] = key
    }
    return images
  }

  async #personalOf(userId: UserId, fields: VerificationFields): Promise<{ readonly numberIndex: string; readonly sealed: string }> {
    if (fields.level === 2) return { numberIndex: '', sealed: '' }
    const { vault, accounts } = this.#options
    const { keyId } = await accounts.get(userId)
    const { countryCode, firstName, lastName, birthday, idType, idCard, expireDate } = fields
    const personal = { countryCode, firstName, lastName, birthday, idType, idCard, expireDate: expireDate ?? null }
    return {
      numberIndex: vault.accountKey(`identity|${countryCode}|${idType}|${comparableNumber(idCard ?? '')}`),
      sealed: vault.seal(keyId, COLLECTION, JSON.stringify(personal)),
    }
  }

  async #personal(userId: UserId, verification: Verification | undefined): Promise<PersonalPart | null> {
    if (verification === undefined || verification.sealed === '') return null
    const { vault, accounts } = this.#options
    return readPersonal(vault.open((await accounts.get(userId)).keyId, COLLECTION, verification.sealed))
  }

  /** What the owner may take away: each level as it stands, with the personal part readable. */
  async exported(userId: UserId) {
    const levels = Object.entries(await this.#of(userId))
    const shown = levels.map(async ([level, verification]) => {
      if (verification === undefined) return []
      const { status, images, submittedAt, decidedAt, reason } = verification
      return [{ level: Number(level), status, submittedAt, decidedAt, reason, images, ...(await this.#personal(userId, verification)) }]
    })
    return (await Promise.all(shown)).flat()
  }

  async #of(userId: UserId): Promise<Both> {
    const known = this.#known.get(userId)
    if (known !== undefined) return known
    const stored = new Map((await this.#documents(userId, COLLECTION)).map(({ id, document }) => [id, readVerification(document)]))
    // A change that came in between knows better than what was read before it.
    return this.#known.get(userId) ?? this.#keep(userId, { 1: stored.get('1'), 2: stored.get('2') })
  }

  #keep(userId: UserId, both: Both): Both {
    if (this.#known.size >= KEPT) this.#known.clear()
    this.#known.set(userId, both)
    return both
  }

  async #change(userId: UserId, level: Level, verification: Verification, actor: string): Promise<void> {
    const both = await this.#of(userId)
    const document = { ...verification, level, ...messageOf(verification.status, verification.reason) }
    await this.#save(userId, COLLECTION, String(level), document, actor)
    this.#keep(userId, { ...both, [level]: verification })
    this.#changes += 1
    this.#waiting = undefined
  }

  async #documents(userId: UserId, collection: string) {
    const { models, exchange } = this.#options
    await models.reached(exchange.durableSeq)
    return models.documents(userId, collection)
  }

  /** Durable, and seen by every later read, when it resolves. */
  async #save(userId: UserId, collection: Collection, id: string, document: JsonObject | null, actor: string): Promise<void> {
    const { exchange, models } = this.#options
    const seq = await submitDocument({ exchange }, { userId, collection, id, actor }, document)
    await models.reached(seq).catch(() => undefined)
  }
}
