/**
 * The tenant's site as visitors read it: documents from the projections, kept in memory and read again in the background, so that no
 * page waits for SQL. While they cannot be read after a start, what was read last stands in for them, from a file; before anything was
 * ever read, the defaults do.
 */
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { JsonObject, JsonValue } from '@agio/engine/command.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { feeDirectionOf } from '@agio/engine/read.ts'
import type { Feature } from '@agio/wire/call.ts'
import type { CarouselImage, FooterItem, Language, MenuItem, Rate, Social, Switches } from '@agio/wire/content/home-web.ts'
import { DEFAULT_LANGUAGE, fullLanguage } from '@agio/wire/headers.ts'
import { isOpen, isYes } from '@agio/wire/switches.ts'
import * as z from 'zod/mini'
import { type Clock, steadyNow } from '../core/clock.ts'
import type { TenantConfig } from '../core/tenant-config.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { writeDurably } from '../vault/durable-file.ts'
import { COIN_INFO, type CoinInfo } from './coin-info.ts'
import { defaultContent } from './defaults.ts'
import { defaultKeyValues, FEE_DIRECTIONS, isPublicKey } from './key-values.ts'
import { productOf } from './products.ts'
import { CONTENT, KEY_VALUES, TEXTS } from './seed-content.ts'
import { type ContentId, type FooterDocument, localText, type MenuDocument, SITE_DOCUMENTS } from './site-documents.ts'
import { builtInTexts, errorText, type TextFile, type Texts } from './texts.ts'

const TENANT = asUserId(0)
const FRESH_MS = 2000

export interface ContentOptions {
  readonly config: TenantConfig
  readonly models: ReadModels
  readonly exchange: Pick<Exchange, 'state'>
  readonly clock: Clock
  readonly webDir: string
  /** Where the site is kept for starts without history; absent = nowhere. */
  readonly keptFile?: string
}

interface Documents {
  readonly content: Readonly<Record<string, JsonValue>>
  readonly keyValues: Readonly<Record<string, JsonValue>>
  /** By `<language>/<namespace>`. */
  readonly texts: Readonly<Record<string, Texts>>
}

const inLanguage = (text: Readonly<Record<string, string>>, language: string): string => text[language] ?? text[DEFAULT_LANGUAGE] ?? ''

export class Content {
  readonly #options: ContentOptions
  #documents: Documents
  #readAt = 0
  #reading: Promise<void> | undefined
  /** True when the documents are the tenant's, not the defaults. */
  #isKnown = false
  #builtIn: TextFile | undefined
  #merged: { readonly of: Documents; readonly texts: TextFile } | undefined
  #digest: { readonly of: Documents; readonly text: string } | undefined
  /** Asked for by every request. */
  #offered: { readonly of: Documents; readonly languages: ReadonlySet<string> } | undefined

  constructor(options: ContentOptions) {
    this.#options = options
    this.#documents = { content: defaultContent(), keyValues: defaultKeyValues(options.config), texts: {} }
  }

  /** As configured; the name of the installation while there is none. */
  get tenantName(): string {
    const name = this.keyValues().tenant_cache_name
    return typeof name === 'string' && name.trim() !== '' ? name : this.#options.config.name
  }

  /** Changes with every change that visitors may see, and with nothing else. */
  get version(): string {
    this.#refresh()
    if (this.#digest?.of !== this.#documents)
      this.#digest = { of: this.#documents, text: hash('sha256', JSON.stringify(this.#documents), 'base64url').slice(0, 16) }
    return this.#digest.text
  }

  /** The wire locale that an asked one stands for; unknown ones are the default. */
  language(asked: string | undefined): string {
    const full = fullLanguage(asked ?? '')
    this.#refresh()
    if (this.#offered?.of !== this.#documents)
      this.#offered = { of: this.#documents, languages: new Set(this.languages().map(({ langEncode }) => langEncode)) }
    return this.#offered.languages.has(full) ? full : DEFAULT_LANGUAGE
  }

  languages(): readonly Language[] {
    return this.#site('languages')
  }

  /** USD first. */
  rates(): readonly Rate[] {
    const rates = this.#site('rates')
    return [...rates.filter(({ shortName }) => shortName === 'USD'), ...rates.filter(({ shortName }) => shortName !== 'USD')]
  }

  social(): readonly Social[] {
    return this.#site('social')
  }

  carousel(language: string): readonly CarouselImage[] {
    return this.#site('carousel')
      .filter(({ linkUrl }) => this.leadsOn(linkUrl))
      .map((image) => ({ ...image, title: typeof image.title === 'string' ? image.title : inLanguage(image.title, language) }))
  }

  /** ISO codes of countries that the tenant does not serve. */
  closedCountries(): ReadonlySet<string> {
    return new Set(this.#site('closedCountries'))
  }

  menu(language: string): MenuItem[] {
    const print = (item: MenuDocument): MenuItem => ({
      id: item.id,
      menuName: inLanguage(item.name, language),
      menuViceName: inLanguage(item.second, language),
      menuDescription: inLanguage(item.description, language),
      typeId: item.children.length > 0 ? 1 : 2,
      accessPath: item.path,
      displayStatus: item.shown && this.leadsOn(item.path) ? 1 : 0,
      iconUrlDay: item.iconDay ?? null,
      iconUrlNight: item.iconNight ?? null,
      children: item.children.map(print),
    })
    return this.#site('menu').map(print)
  }

  footer(language: string): FooterItem[] {
    const print = (item: FooterDocument): FooterItem => ({
      bottomName: inLanguage(item.name, language),
      accessPath: item.path,
      show: item.shown && this.leadsOn(item.path) ? 1 : 0,
      children: item.children.map(print),
    })
    return this.#site('footer').map(print)
  }

  /** False for an address of a product that is closed here. */
  leadsOn(address: string | null): boolean {
    const product = productOf(address)
    return product === undefined || this.isFeatureOpen(product)
  }

  /** '' unless the operator chose HTML over the link tree. */
  footerHtml(language: string): string {
    if (this.keyValues().footer_setting !== 1) return ''
    return inLanguage(this.#site('footerHtml'), language)
  }

  /** Class labels of pairs by id, in order. */
  classLabels(language: string): { readonly id: string; readonly name: string }[] {
    return this.#site('classLabels').map(({ id, name }) => ({ id, name: inLanguage(name, language) }))
  }

  /** Groups of pairs by id, in order. */
  groups(language: string): { readonly id: string; readonly name: string; readonly shown: boolean }[] {
    return this.#site('groups').map(({ id, name, shown }) => ({ id, name: inLanguage(name, language), shown: shown ?? true }))
  }

  /** What is known of a coin besides its listing; undefined for coins nobody described. */
  coinInfo(symbol: string): CoinInfo | undefined {
    return Object.hasOwn(COIN_INFO, symbol) ? COIN_INFO[symbol] : undefined
  }

  /** Every public key-value. */
  keyValues(): Readonly<Record<string, JsonValue>> {
    this.#refresh()
    return this.#documents.keyValues
  }

  switches(): Switches {
    const { financial, account_configuration, flashConvertSwitch, contractSwitch } = this.keyValues()
    const earn = typeof financial === 'object' && financial !== null ? (financial as JsonObject).financialSwitch : undefined
    return {
      financialSwitch: isOpen(earn) ? 1 : 2,
      flashConvertSwitch: isYes(flashConvertSwitch) ? 1 : 0,
      contractSwitch: isYes(contractSwitch),
      inviteSwitch: isYes(account_configuration) ? 1 : 0,
    }
  }

  isFeatureOpen(feature: Feature): boolean {
    const { financialSwitch, flashConvertSwitch, contractSwitch, inviteSwitch } = this.switches()
    const open = {
      financial: isOpen(financialSwitch),
      flashConvert: isYes(flashConvertSwitch),
      contract: contractSwitch,
      invite: isYes(inviteSwitch),
    }
    return open[feature]
  }

  /** Every language and namespace, the tenant's texts over the built-in ones. */
  texts(): TextFile {
    this.#refresh()
    this.#builtIn ??= builtInTexts(this.#options.webDir)
    if (this.#merged?.of !== this.#documents) this.#merged = { of: this.#documents, texts: merge(this.#builtIn, this.#documents.texts) }
    return this.#merged.texts
  }

  /** The sentence of a failure in a language. */
  errorText(language: string, name: string, params: Readonly<Record<string, unknown>>): string {
    return errorText(language, name, params, this.#documents.texts[`${language}/error`])
  }

  /** Resolves when the documents were read now; failures leave what was known. */
  async load(): Promise<void> {
    await this.#reading
    this.#readAt = Number.NEGATIVE_INFINITY
    this.#refresh()
    await this.#reading
  }

  #value(id: ContentId): JsonValue | undefined {
    this.#refresh()
    return this.#documents.content[id]
  }

  /** A document that does not fit is as good as none: the default stands in for it. */
  #site<Id extends ContentId>(id: Id): z.output<(typeof SITE_DOCUMENTS)[Id]> {
    const schema: z.ZodMiniType = SITE_DOCUMENTS[id]
    const parsed = z.safeParse(schema, this.#value(id))
    return (parsed.success ? parsed.data : z.parse(schema, defaultContent()[id])) as z.output<(typeof SITE_DOCUMENTS)[Id]>
  }

  #refresh(): void {
    const keyValues = this.#inForce(this.#documents.keyValues)
    if (keyValues !== this.#documents.keyValues) this.#documents = { ...this.#documents, keyValues }
    const now = steadyNow(this.#options.clock)
    if (this.#reading !== undefined || now - this.#readAt < FRESH_MS) return
    this.#readAt = now
    this.#reading = this.#read()
      .catch(() => this.#recall())
      .finally(() => {
        this.#reading = undefined
      })
  }

  async #read(): Promise<void> {
    const { models, config } = this.#options
    const read = async (collection: string): Promise<[string, JsonValue][]> =>
      (await models.documents(TENANT, collection)).map(({ id, document }) => [id, document.value ?? null])
    const [content, keyValues, texts] = [await read(CONTENT), await read(KEY_VALUES), await read(TEXTS)]
    const isReady = content.length > 0 && models.rebuilding() === null
    if (!isReady) return this.#recall()
    const next: Documents = {
      content: Object.fromEntries(content),
      // What was removed, or never saved, is the default.
      keyValues: this.#inForce({
        ...defaultKeyValues(config),
        ...Object.fromEntries(keyValues.filter(([key, value]) => isPublicKey(key) && value !== null)),
      }),
      texts: Object.fromEntries(texts.flatMap(([id, value]) => (z.safeParse(localText, value).success ? [[id, value as Texts]] : []))),
    }
    const text = JSON.stringify(next)
    const isSame = text === JSON.stringify(this.#documents)
    if (!isSame) this.#documents = next
    if (!isSame || !this.#isKnown) await this.#keep(text)
    this.#isKnown = true
  }

  /** What the engine decides by is told as the engine has it, whatever a document says; a switch that was closed by a 2 is a 0. */
  #inForce(keyValues: Documents['keyValues']): Documents['keyValues'] {
    const direction = FEE_DIRECTIONS.indexOf(feeDirectionOf(this.#options.exchange.state)) + 1
    const isClosedTwice = keyValues.contractSwitch === 2
    if (keyValues.fee_direction === direction && !isClosedTwice) return keyValues
    return { ...keyValues, fee_direction: direction, ...(isClosedTwice && { contractSwitch: 0 }) }
  }

  /** Before whoever changed the site is answered. A disk that refuses costs the next start its first pages, and nothing else. */
  async #keep(text: string): Promise<void> {
    const { keptFile } = this.#options
    if (keptFile !== undefined) await writeDurably(keptFile, text).catch(() => undefined)
  }

  async #recall(): Promise<void> {
    const { keptFile } = this.#options
    if (this.#isKnown || keptFile === undefined) return
    try {
      // Written whole by this class; each part is checked where it is used.
      const kept = JSON.parse(await readFile(keptFile, 'utf8')) as Partial<Documents> | null
      if (kept?.content == null || kept.keyValues == null || kept.texts == null) return
      this.#documents = { content: kept.content, keyValues: kept.keyValues, texts: kept.texts }
      this.#isKnown = true
    } catch {
      // Not there yet, or not to be read: the defaults stay.
    }
  }
}

function merge(builtIn: TextFile, own: Readonly<Record<string, Texts>>): TextFile {
  const merged: Record<string, Record<string, Texts>> = {}
  for (const [language, namespaces] of Object.entries(builtIn)) merged[language] = { ...namespaces }
  for (const [id, texts] of Object.entries(own)) {
    const [language = '', namespace = ''] = id.split('/', 2)
    const target = merged[language] ?? {}
    merged[language] = { ...target, [namespace]: { ...target[namespace], ...texts } }
  }
  return merged
}
