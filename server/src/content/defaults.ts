/** What a new tenant's site says before its operator changes anything. Seeded as documents; also stands in while documents cannot be read. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject, JsonValue } from '@agio/engine/command.ts'
import type { ContentId } from './site-documents.ts'
import { siteText } from './site-texts.ts'

/** An entry of the header menu, named and described by its id. */
export const menuEntry = (id: string, path: string): JsonObject => ({
  id,
  name: siteText(`menu.${id}`),
  second: {},
  description: siteText(`menu.${id}.description`),
  path,
  shown: true,
  iconDay: `/brand/menu/${id}-day.svg`,
  iconNight: `/brand/menu/${id}-night.svg`,
  children: [],
})

/** An entry of the footer's tree, named by its key. */
export const footerEntry = (key: string, path: string | null, children: readonly JsonObject[] = []): JsonObject => ({
  name: siteText(`footer.${key}`),
  path,
  shown: true,
  children,
})

const menu = (): JsonValue => [
  menuEntry('markets', '/marketData'),
  menuEntry('spot', '/spotTrade'),
  menuEntry('contracts', '/trade'),
  menuEntry('convert', '/exchange'),
  menuEntry('earn', '/financial'),
  menuEntry('help', '/helpCenter'),
]

const footer = (): JsonValue => [
  footerEntry('products', null, [
    footerEntry('markets', '/marketData'),
    footerEntry('spot', '/spotTrade'),
    footerEntry('contracts', '/trade'),
    footerEntry('contractData', '/contractData'),
    footerEntry('convert', '/exchange'),
    footerEntry('earn', '/financial'),
  ]),
  footerEntry('help', null, [
    footerEntry('helpCentre', '/helpCenter'),
    footerEntry('announcements', '/Notice'),
    footerEntry('reserves', '/proofOfReserves'),
    footerEntry('api', '/api/docs'),
  ]),
  footerEntry('legal', null, [
    footerEntry('agreement', '/helpCenter/legal/user_agreement'),
    footerEntry('privacy', '/helpCenter/legal/privacy_policy'),
  ]),
]

/** The languages that every text is written in. A new one is a file in each folder of texts, and an entry in this list. */
const languages = (): JsonValue => JSON.parse(readFileSync(join(import.meta.dirname, 'languages.json'), 'utf8')) as JsonValue

/** Units of the currency for 1 USDT; an operator's feed replaces them. */
const RATES: JsonValue = [
  { id: '1', shortName: 'USD', symbol: '$', status: 1, rate: '1' },
  { id: '2', shortName: 'EUR', symbol: '€', status: 1, rate: '0.92' },
  { id: '3', shortName: 'CNY', symbol: '¥', status: 1, rate: '7.24' },
  { id: '4', shortName: 'SAR', symbol: 'SAR', status: 1, rate: '3.75' },
  { id: '5', shortName: 'JPY', symbol: '¥', status: 1, rate: '151.4' },
  { id: '6', shortName: 'GBP', symbol: '£', status: 1, rate: '0.79' },
]

const labels = (): JsonValue => ['layer1', 'payments', 'defi', 'platform'].map((id) => ({ id, name: siteText(`label.${id}`) }))

const groups = (): JsonValue => ['USDT', 'BTC'].map((id) => ({ id, name: { en_US: id }, shown: true }))

let made: Readonly<Record<ContentId, JsonValue>> | undefined

export function defaultContent(): Readonly<Record<ContentId, JsonValue>> {
  made ??= {
    menu: menu(),
    footer: footer(),
    footerHtml: { en_US: '' },
    languages: languages(),
    rates: RATES,
    social: [],
    carousel: [],
    classLabels: labels(),
    groups: groups(),
    closedCountries: [],
  }
  return made
}
