/** home-web: shell and configuration. Market calls of the same service are in market.ts. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { id, optional, switch01, switch12, text } from '../fields.ts'
import { named } from '../named.ts'

const ROOT = '/api/home-web/v1'
const empty = z.object({})
const language = text(1, 16)
const nullable = z.nullable(z.string())

export const menuItemSchema = named(
  'MenuItem',
  z.object({
    id: z.string(),
    menuName: z.string(),
    menuViceName: z.string(),
    menuDescription: z.string(),
    /** 1 group, 2 item. */
    typeId: switch12,
    accessPath: nullable,
    displayStatus: switch01,
    iconUrlDay: nullable,
    iconUrlNight: nullable,
    get children() {
      return z.array(menuItemSchema)
    },
  }),
)
export type MenuItem = z.output<typeof menuItemSchema>

export const footerItemSchema = named(
  'FooterItem',
  z.object({
    bottomName: z.string(),
    accessPath: nullable,
    show: switch01,
    get children() {
      return z.array(footerItemSchema)
    },
  }),
)
export type FooterItem = z.output<typeof footerItemSchema>

export const languageSchema = named('Language', z.object({ lang: z.string(), langEncode: z.string(), dir: z.enum(['ltr', 'rtl']) }))
export type Language = z.output<typeof languageSchema>

/** `rate` is units of the currency for 1 USDT. */
export const rateSchema = named(
  'Rate',
  z.object({ id: z.string(), shortName: z.string(), symbol: z.string(), status: switch01, rate: z.string() }),
)
export type Rate = z.output<typeof rateSchema>

export const socialSchema = named('Social', z.object({ id: z.string(), linkUrl: z.string(), imgUrl: z.string(), nameText: z.string() }))
export type Social = z.output<typeof socialSchema>

export const switchesSchema = named(
  'Switches',
  z.object({
    financialSwitch: switch12,
    flashConvertSwitch: switch01,
    contractSwitch: z.boolean(),
    inviteSwitch: switch01,
  }),
)
export type Switches = z.output<typeof switchesSchema>

export const countrySchema = named(
  'Country',
  z.object({
    id: z.string(),
    countryCode: z.string(),
    areaCode: z.string(),
    name: z.string(),
    nameEn: z.string(),
    iconUrl: nullable,
    supported: switch01,
  }),
)
export type Country = z.output<typeof countrySchema>

export const carouselSchema = named(
  'CarouselImage',
  z.object({
    id: z.string(),
    imgUrl: z.string(),
    imgUrlNight: nullable,
    linkUrl: nullable,
    title: z.string(),
    sort: z.int(),
  }),
)
export type CarouselImage = z.output<typeof carouselSchema>

export const selectHomeMenuJson = call({
  method: 'POST',
  path: `${ROOT}/menu/selectHomeMenuJson/:lang`,
  access: 'visitor',
  request: z.object({ lang: language }),
  response: z.array(menuItemSchema),
  errors: [],
  summary: 'The header menu in a language; hidden and unnamed items are included, the client drops them.',
})

export const selectHomeBottomJson = call({
  method: 'POST',
  path: `${ROOT}/menu/selectHomeBottomJson/:lang`,
  access: 'visitor',
  request: z.object({ lang: language }),
  response: z.array(footerItemSchema),
  errors: [],
  summary: 'The footer link tree in a language.',
})

export const selectHomeBottomFooter = call({
  method: 'POST',
  path: `${ROOT}/menu/selectHomeBottomFooter/:lang`,
  access: 'visitor',
  request: z.object({ lang: language }),
  response: z.object({ html: z.string() }),
  errors: [],
  summary: 'The footer HTML in a language; empty unless footer_setting is 1.',
})

export const exchangeRateQuery = call({
  method: 'POST',
  path: `${ROOT}/open/exchangeRate/exchangeRateQuery`,
  access: 'visitor',
  request: z.object({ id: optional(z.union([z.literal(0), id])), shortName: optional(text(0, 16)), status: optional(switch01) }),
  response: z.array(rateSchema),
  errors: [],
  summary: 'Display currencies and their rates; USD first when present.',
})

export const langQuery = call({
  method: 'POST',
  path: `${ROOT}/open/language/langQuery`,
  access: 'visitor',
  request: z.object({ lang: optional(text(0, 16)) }),
  response: z.array(languageSchema),
  errors: [],
  summary: 'Languages of the tenant, the default first.',
})

export const homeSocialMediaList = call({
  method: 'POST',
  path: `${ROOT}/open/homeSocialMedia/homeSocialMediaList`,
  access: 'visitor',
  request: empty,
  response: z.array(socialSchema),
  errors: [],
  summary: 'Links to social media.',
})

const keyValues = z.record(z.string(), z.unknown())
const key = text(1, 64)

export const kvParamsByKeys = call({
  method: 'POST',
  path: `${ROOT}/kv/paramsByKeys`,
  access: 'visitor',
  request: z.object({ keys: z.array(key).check(z.minLength(1), z.maxLength(50)) }),
  response: keyValues,
  errors: [],
  summary: 'Values of configuration keys; unknown keys are left out.',
})

export const kvParam = call({
  method: 'POST',
  path: `${ROOT}/kv/params/:key`,
  access: 'visitor',
  request: z.object({ key }),
  response: keyValues,
  errors: ['KV_KEY_UNKNOWN'],
  summary: 'The value of one configuration key.',
})

export const kvConfig = call({
  method: 'POST',
  path: `${ROOT}/open/kv/config`,
  access: 'visitor',
  request: z.object({ keys: optional(z.array(key).check(z.maxLength(50))) }),
  response: keyValues,
  errors: [],
  summary: 'Values of the given configuration keys, or of all public ones.',
})

const siteFields = {
  /** Of everything that the operator may change: configuration, menus, texts. */
  version: z.string(),
  tenantName: z.string(),
  languages: z.array(languageSchema),
  switches: switchesSchema,
  appUrl: z.string(),
  /** Not everything is taken: the server starts or stops, the disk is full, or an operator has to decide something. Cancels may still be. */
  maintenance: z.boolean(),
  /** Names of coins whose withdrawals rest, because the books and a chain differ. */
  halted: z.array(z.string()),
  /** Names of networks whose payments an operator halted. */
  paused: z.array(z.string()),
  /** What an operator stopped for everybody: opening accounts; orders and conversions, while cancelling stays possible. */
  stopped: z.array(z.enum(['registration', 'trading'])),
} as const

export const bootstrapSchema = named(
  'Bootstrap',
  z.object({
    ...siteFields,
    lang: z.string(),
    kv: keyValues,
    rateDefault: z.string(),
    futuresBase: z.string(),
    wsUrl: z.string(),
    futuresWsUrl: z.string(),
    serverTime: z.int(),
  }),
)
export type Bootstrap = z.output<typeof bootstrapSchema>

export const bootstrap = call({
  method: 'GET',
  path: `${ROOT}/open/bootstrap`,
  access: 'optional',
  request: z.object({ lang: optional(text(0, 16)) }),
  response: bootstrapSchema,
  errors: [],
  summary: 'What the application needs before its first paint.',
})

export const siteSchema = named('Site', z.object(siteFields))
export type Site = z.output<typeof siteSchema>

export const siteState = call({
  method: 'GET',
  path: `${ROOT}/open/site`,
  access: 'visitor',
  request: empty,
  response: siteSchema,
  errors: [],
  summary:
    'What an open page watches: its version changes with every change of configuration, menus, texts and lists of announcements; whether it takes everything now; honours etag.',
})

export const langFile = call({
  method: 'GET',
  path: '/api/langFile',
  access: 'visitor',
  request: z.object({ lang: optional(text(0, 16)), ns: optional(text(0, 32)) }),
  response: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.string()))),
  errors: [],
  summary: 'Texts by language and namespace, with the tenant’s own merged over them.',
})

export const systemTime = call({
  method: 'GET',
  path: `${ROOT}/open/system/time`,
  access: 'visitor',
  request: empty,
  response: z.object({ serverTime: z.int() }),
  errors: [],
  summary: 'The server’s clock.',
})

const status = z.enum(['ok', 'degraded', 'maintenance'])

export const systemStatus = call({
  method: 'GET',
  path: `${ROOT}/open/system/status`,
  access: 'visitor',
  request: empty,
  response: z.object({
    status,
    components: z.array(z.object({ name: z.string(), status, since: z.int() })),
    incidents: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        startTime: z.int(),
        endTime: z.nullable(z.int()),
        status: z.string(),
        body: z.string(),
      }),
    ),
  }),
  errors: [],
  summary: 'State of the parts of the service.',
})

export const health = call({
  method: 'GET',
  path: '/api/health',
  access: 'visitor',
  request: empty,
  response: z.object({ status: z.literal('ok'), version: z.string(), uptime: z.int() }),
  errors: ['MAINTENANCE'],
  summary: '200 only when pages, market data and order entry answer.',
})

export const selectHomeCountryList = call({
  method: 'GET',
  path: `${ROOT}/open/country/selectHomeCountryList`,
  access: 'visitor',
  request: empty,
  response: z.array(countrySchema),
  errors: [],
  summary: 'Countries with their telephone codes, in the request’s language.',
})

export const carouselImageList = call({
  method: 'POST',
  path: `${ROOT}/open/carouselImageList`,
  access: 'visitor',
  request: z.object({ position: optional(text(0, 32)) }),
  response: z.array(carouselSchema),
  errors: [],
  summary: 'Images of a place on a page.',
})
