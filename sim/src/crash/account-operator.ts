/** The operator of the account kill rounds: configuration, texts, announcements and verifications, over the live control socket. */
import { langFile } from '@agio/wire/content/home-web.ts'
import { announcementDetail, openAnnouncementList } from '@agio/wire/content/inform.ts'
import { Refusal, type SessionClient } from '../client/session-client.ts'
import { Fact } from './account-facts.ts'
import type { Audit, Member, Step } from './account-member.ts'
import type { Product } from './product.ts'

/** The process ended before it answered. */
class Unheard extends Error {}

async function operate(product: Product, command: string, given: Readonly<Record<string, string>>, why?: string): Promise<string> {
  const text = await product.operate(command, given, why)
  if (text === undefined) throw new Unheard(command)
  return text
}

interface Version {
  readonly value: string
  readonly why: string
  /** Number that the answer named; undefined while there was none. */
  version: number | undefined
  /** Settled by an answer or by an audit. */
  isSure: boolean
}

/** A versioned document: every answered change stands in its history, in its place, with its reason, and the newest one holds. */
export class VersionedDocument {
  readonly #area: 'kv' | 'site'
  readonly #name: string
  readonly #step: Step
  readonly #numbered: (number: number) => string
  #versions: Version[] = []
  #first = -1
  #count = 0

  constructor(area: 'kv' | 'site', name: string, numbered: (number: number) => string, step: Step) {
    this.#area = area
    this.#name = name
    this.#numbered = numbered
    this.#step = step
  }

  get #argument(): string {
    return this.#area === 'kv' ? 'key' : 'document'
  }

  async set(product: Product): Promise<void> {
    this.#count += 1
    const value = this.#numbered(this.#count)
    const given = { [this.#argument]: this.#name, [this.#area === 'kv' ? 'value' : 'json']: value }
    await this.#change(product, `${this.#area} set`, given, value)
  }

  async rollBack(product: Product, choice: number): Promise<void> {
    const sure = this.#versions.filter(({ isSure, version }) => isSure && version !== undefined)
    const target = sure[Math.floor(choice * sure.length)]
    if (target === undefined) return
    this.#count += 1
    await this.#change(product, `${this.#area} rollback`, { [this.#argument]: this.#name, version: String(target.version) }, target.value)
  }

  async #change(product: Product, command: string, given: Readonly<Record<string, string>>, value: string): Promise<void> {
    const version: Version = { value, why: `round ${this.#count} of ${this.#name}`, version: undefined, isSure: false }
    this.#versions.push(version)
    const text = await this.#step(command, () => operate(product, command, given, version.why))
    // Left out while history lags.
    const number = /version (\d+)/.exec(text)?.[1]
    version.version = number === undefined ? undefined : Number(number)
    version.isSure = true
  }

  async audit(product: Product, { findings, unanswered }: Audit): Promise<void> {
    const history = await operate(product, `${this.#area} history`, { [this.#argument]: this.#name })
    const rows = [...history.matchAll(/^ *(\d+) {2}\S+ {2}\w+: (.*)\n {6}(.*)$/gm)].map(([, version, why = '', value = '']) => ({
      version: Number(version),
      why,
      value,
    }))
    if (this.#first < 0) this.#first = rows.length
    const kept: Version[] = []
    let at = this.#first
    for (const version of this.#versions) {
      const row = rows[at]
      const isThere = row?.why === version.why && row.value === version.value
      if (!version.isSure) unanswered[isThere ? 'done' : 'notDone'] += 1
      if (isThere) {
        if (version.version !== undefined && version.version !== row.version)
          findings.push(`${this.#name}: answered as version ${version.version}, stands as ${row.version}`)
        kept.push({ ...version, version: row.version, isSure: true })
        at += 1
      } else if (version.isSure) findings.push(`${this.#name}: ${version.why} is lost`)
    }
    if (rows.length !== at) findings.push(`${this.#name}: ${rows.length - at} versions that nobody made`)
    this.#versions = kept
    const newest = kept.at(-1)
    if (newest === undefined) return
    const present = JSON.stringify(JSON.parse(await operate(product, `${this.#area} get`, { [this.#argument]: this.#name })))
    if (present !== newest.value) findings.push(`${this.#name}: ${present} instead of ${newest.value}`)
  }

  /** What visitors should read; undefined before the first change. */
  get newest(): string | undefined {
    return this.#versions.at(-1)?.value
  }
}

const LANGUAGES = ['en_US', 'zh_CN', 'ar_SA'] as const

/** What stands of an announcement in every language and in its facts; null when it is in no list. */
type Edition = number | null

/** An announcement that is published again and again: all of it is of one edition, or it is not there. */
export class Announcement {
  readonly #id: string
  readonly #step: Step
  readonly #edition: Fact<Edition>
  #count = 0

  constructor(id: string, step: Step) {
    this.#id = id
    this.#step = step
    this.#edition = new Fact<Edition>(`announcement ${id}`, null)
  }

  async publish(product: Product): Promise<void> {
    this.#count += 1
    const edition = this.#count
    const text = { title: `edition ${edition}`, summary: `summary ${edition}`, content: `<p>content ${edition}</p>` }
    const texts = Object.fromEntries(LANGUAGES.map((language) => [language, text]))
    const facts = { id: this.#id, classId: 'system', releaseAt: edition, endAt: null, top: false, imageUrl: null }
    const announcement = JSON.stringify({ ...facts, texts })
    await this.#edition.become(edition, () => this.#step('announcement', () => operate(product, 'announcement publish', { announcement })))
  }

  async withdraw(product: Product): Promise<void> {
    if (this.#edition.possible.length > 1 || this.#edition.is(null)) return
    await this.#edition.become(null, () => this.#step('announcement', () => operate(product, 'announcement withdraw', { id: this.#id })))
  }

  async audit(visitor: SessionClient, { findings, unanswered }: Audit): Promise<void> {
    const seen: Edition[] = []
    for (const languageCode of LANGUAGES) seen.push(...(await this.#seen(visitor, languageCode)))
    const [edition = null] = seen
    if (seen.some((each) => each !== edition)) findings.push(`announcement ${this.#id}: editions ${seen.join(', ')} at a time`)
    const finding = this.#edition.found(edition, unanswered)
    if (finding !== undefined) findings.push(finding)
  }

  /** Every number that stands in one language's answers. */
  async #seen(visitor: SessionClient, languageCode: string): Promise<readonly Edition[]> {
    const { list } = await visitor.call(openAnnouncementList, { languageCode, pageSize: 100 })
    const row = list.find(({ id }) => id === this.#id)
    if (row === undefined) return [await this.#detail(visitor, languageCode)]
    const detail = await visitor.call(announcementDetail, { id: this.#id, languageCode })
    const numbers = [row.title, row.summary, String(row.releaseTime), detail.title, detail.content, String(detail.releaseTime)]
    return numbers.map((text) => Number(/\d+/.exec(text)?.[0]))
  }

  async #detail(visitor: SessionClient, languageCode: string): Promise<Edition> {
    try {
      const { title } = await visitor.call(announcementDetail, { id: this.#id, languageCode })
      return Number(/\d+/.exec(title)?.[0])
    } catch (error) {
      if (error instanceof Refusal && error.errorName === 'ANNOUNCEMENT_NOT_FOUND') return null
      throw error
    }
  }
}

/** A text of the tenant; several of one file are changed at a time. */
export class OwnText {
  readonly #key: string
  readonly #step: Step
  readonly #text: Fact<string | null>
  #count = 0

  constructor(key: string, step: Step) {
    this.#key = key
    this.#step = step
    this.#text = new Fact<string | null>(`text ${key}`, null)
  }

  async set(product: Product): Promise<void> {
    this.#count += 1
    const text = `words ${this.#count}`
    const given = { file: 'en_US/error', key: this.#key, text }
    await this.#text.become(text, () => this.#step('text', () => operate(product, 'text set', given)))
  }

  async audit(visitor: SessionClient, { findings, unanswered }: Audit): Promise<void> {
    const texts = await visitor.call(langFile, { lang: 'en_US', ns: 'error' })
    const text = texts.en_US?.error?.[this.#key] ?? ''
    const finding = this.#text.found(text.startsWith('words ') ? text : null, unanswered)
    if (finding !== undefined) findings.push(finding)
  }
}

/** Decides what a customer sent, one way or another. */
export async function decide(product: Product, member: Member, choice: number, step: Step): Promise<void> {
  const { identity, messages, email } = member
  const given = { account: email, level: '1' }
  const reason = 'the picture is dark'
  if (identity.is(1)) {
    const [status, command] = choice < 0.5 ? ([2, 'kyc approve'] as const) : ([3, 'kyc reject'] as const)
    const call = () => step(command, () => operate(product, command, status === 2 ? given : { ...given, reason }))
    await identity.become(status, () => messages.more(call))
  } else if (identity.is(2)) {
    const call = () => step('kyc revoke', () => operate(product, 'kyc revoke', { ...given, reason }))
    await identity.become(4, () => messages.more(call))
  }
}

/** How many verifications wait, as the operator is told. */
export async function waitingAtOperator(product: Product): Promise<number> {
  const text = await operate(product, 'kyc list', {})
  return text === 'nothing waits' ? 0 : text.split('\n').length
}
