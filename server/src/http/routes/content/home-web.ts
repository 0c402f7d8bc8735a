/** home-web: shell and configuration. */
import { hash } from 'node:crypto'
import {
  bootstrap,
  carouselImageList,
  exchangeRateQuery,
  health,
  homeSocialMediaList,
  kvConfig,
  kvParam,
  kvParamsByKeys,
  langFile,
  langQuery,
  selectHomeBottomFooter,
  selectHomeBottomJson,
  selectHomeCountryList,
  selectHomeMenuJson,
  siteState,
  systemStatus,
  systemTime,
} from '@agio/wire/content/home-web.ts'
import type { FastifyInstance } from 'fastify'
import { countriesIn } from '../../../content/countries.ts'
import { isPublicKey } from '../../../content/key-values.ts'
import type { TextFile } from '../../../content/texts.ts'
import { steadyNow } from '../../../core/clock.ts'
import { Failure } from '../../../core/failure.ts'
import { stopsText } from '../../../tenant/site-stops.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { Answer, reply, route } from '../../calls/route.ts'
import type { ServerContext } from '../../context.ts'
import { reach } from '../../hosts.ts'
import { bootstrapOf, siteOf, siteVersion } from '../../pages/bootstrap.ts'
import { refuseInTrouble, underMaintenance } from '../../trouble.ts'
import { statusReader } from './system-status.ts'

function chosenKeys(tenant: Tenant, keys: readonly string[]): Record<string, unknown> {
  const all = tenant.content.keyValues()
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(all, key)).map((key) => [key, all[key]]))
}

function registerShell(app: FastifyInstance): void {
  route(app, selectHomeMenuJson, ({ tenant, request }) => tenant.content.menu(tenant.content.language(request.lang)))
  route(app, selectHomeBottomJson, ({ tenant, request }) => tenant.content.footer(tenant.content.language(request.lang)))
  route(app, selectHomeBottomFooter, ({ tenant, request }) => ({
    html: tenant.content.footerHtml(tenant.content.language(request.lang)),
  }))
  route(app, langQuery, ({ tenant, request }) => {
    const { lang } = request
    const all = tenant.content.languages()
    return lang == null || lang === '' ? [...all] : all.filter(({ langEncode }) => langEncode === tenant.content.language(lang))
  })
  route(app, exchangeRateQuery, ({ tenant, request: { id, shortName, status } }) =>
    tenant.content
      .rates()
      .filter((rate) => id == null || id === 0 || rate.id === id)
      .filter((rate) => shortName == null || shortName === '' || rate.shortName === shortName)
      .filter((rate) => status == null || rate.status === status),
  )
  route(app, homeSocialMediaList, ({ tenant }) => [...tenant.content.social()])
  route(app, carouselImageList, ({ tenant, lang }) => [...tenant.content.carousel(lang)])
  route(app, selectHomeCountryList, ({ tenant, lang }) => {
    const closed = tenant.content.closedCountries()
    return countriesIn(lang).map((country) => (closed.has(country.countryCode) ? { ...country, supported: 0 as const } : country))
  })
}

function registerKeyValues(app: FastifyInstance): void {
  route(app, kvParamsByKeys, ({ tenant, request }) => chosenKeys(tenant, request.keys))
  route(app, kvParam, ({ tenant, request }) => {
    // A key that exists and is not set is no error; one that nobody knows is a mistake of the caller.
    if (!isPublicKey(request.key)) throw new Failure('KV_KEY_UNKNOWN', { key: request.key })
    return chosenKeys(tenant, [request.key])
  })
  route(app, kvConfig, ({ tenant, request }) =>
    request.keys == null ? { ...tenant.content.keyValues() } : chosenKeys(tenant, request.keys),
  )
}

interface LanguageFile {
  readonly file: Record<string, Record<string, Record<string, string>>>
  readonly etag: string
}

/** Made once for all the pages that ask, until a text changes. */
const languageFiles = new WeakMap<TextFile, Map<string, LanguageFile>>()

/** @param lang '' = every language @param ns '' = every namespace */
function languageFileOf(all: TextFile, lang: string, ns: string): LanguageFile {
  const made = languageFiles.get(all) ?? new Map<string, LanguageFile>()
  languageFiles.set(all, made)
  // A namespace that no language has is the same empty answer by any name.
  const space = ns === '' || Object.values(all).some((namespaces) => Object.hasOwn(namespaces, ns)) ? ns : '-'
  const known = made.get(`${lang} ${space}`)
  if (known !== undefined) return known
  const file = Object.fromEntries(
    (lang === '' ? Object.keys(all) : [lang]).map((language) => {
      const namespaces = Object.entries(all[language] ?? {}).filter(([name]) => ns === '' || name === ns)
      return [language, Object.fromEntries(namespaces.map(([name, texts]) => [name, { ...texts }]))]
    }),
  )
  const etag = `"${hash('sha256', JSON.stringify(file), 'base64url').slice(0, 22)}"`
  made.set(`${lang} ${space}`, { file, etag })
  return { file, etag }
}

/** The language file is the one large answer that rarely changes: it honours `etag`. */
function registerLanguageFile(app: FastifyInstance): void {
  route(app, langFile, ({ tenant, request: { lang, ns }, headers }) => {
    const language = lang == null || lang === '' ? '' : tenant.content.language(lang)
    const { file, etag } = languageFileOf(tenant.content.texts(), language, ns ?? '')
    const validators = { etag, 'cache-control': 'no-cache' }
    return headers['if-none-match'] === etag ? new Answer(file, validators, '', 304) : reply(file, validators)
  })
}

/** Asked for by every open page now and then: without a change it is an etag compared with one in memory. */
function registerSite(app: FastifyInstance, context: ServerContext): void {
  route(app, siteState, ({ tenant, headers, way }) => {
    const etag = `"${[siteVersion(tenant), underMaintenance(context, tenant), stopsText(tenant)].join('.')}"`
    const validators = { etag, 'cache-control': 'no-cache' }
    const site = () => siteOf(context, tenant, reach(tenant.config, way, context.addresses))
    return headers['if-none-match'] === etag ? new Answer(site(), validators, '', 304) : reply(site(), validators)
  })
}

export function registerHomeWebRoutes(app: FastifyInstance, context: ServerContext): void {
  registerShell(app)
  registerKeyValues(app)
  registerLanguageFile(app)
  registerSite(app, context)
  const { clock } = context
  const startedAt = steadyNow(clock)
  route(app, bootstrap, ({ tenant, request, lang, way }) =>
    bootstrapOf(
      context,
      tenant,
      request.lang == null || request.lang === '' ? lang : tenant.content.language(request.lang),
      reach(tenant.config, way, context.addresses),
    ),
  )
  route(app, systemTime, () => ({ serverTime: clock.now() }))
  const readStatus = statusReader(context)
  route(app, systemStatus, ({ tenant }) => readStatus(tenant))
  route(app, health, () => {
    if (!context.ready()) throw new Failure('MAINTENANCE', { until: null })
    refuseInTrouble(context)
    return { status: 'ok' as const, version: context.version, uptime: steadyNow(clock) - startedAt }
  })
}
