/** The configuration keys that visitors read: what each may hold, and how a value that was typed is understood. */
import type { FeeDirection, JsonValue } from '@agio/engine/command.ts'
import { dec, switch01, switch12 } from '@agio/wire/fields.ts'
import * as z from 'zod/mini'
import type { TenantConfig } from '../core/tenant-config.ts'

const COLOUR = /^#[0-9a-fA-F]{6}$/
const address = z.string().check(z.maxLength(2000), z.regex(/^(\/(?![/\\])|https:\/\/|data:image\/)/, 'is no address'))
const emptyOr = <Schema extends z.ZodMiniType>(schema: Schema) => z.union([z.literal(''), schema])

/** `#RRGGBB`, or JSON text with the same colour inside: both forms are on the wire. */
const themeText = z.string().check(
  z.refine((text) => {
    if (COLOUR.test(text)) return true
    try {
      return COLOUR.test((JSON.parse(text) as { color?: string }).color ?? '')
    } catch {
      return false
    }
  }, 'is neither #RRGGBB nor {"color":"#RRGGBB"}'),
)

/** Schemas by key. A key that stands nowhere here is unknown: secrets never reach the collection that visitors read. */
export const KEY_VALUES_BY_KEY = {
  theme: themeText,
  logo: z.object({ headerLogo: emptyOr(address), headerLogoDay: z.optional(emptyOr(address)), favicon: z.optional(emptyOr(address)) }),
  footer_setting: switch01,
  fee_direction: switch12,
  /** Withdrawal limit of unverified accounts in `time` hours; `levels` are those of the first and second verification. */
  out_money: z.object({
    amountLimit: dec,
    coin: z.string().check(z.regex(/^[A-Z0-9]{1,20}$/)),
    time: z.int().check(z.minimum(1), z.maximum(168)),
    levels: z.optional(z.tuple([dec, dec])),
  }),
  tenant_cache_name: z.string().check(z.maxLength(40)),
  account_configuration: switch01,
  nickname_modify_time: z.int().check(z.minimum(0), z.maximum(3650)),
  flash_img: emptyOr(address),
  user_agreement: emptyOr(address),
  privacy_policy: emptyOr(address),
  financial: z.object({ financialSwitch: switch12, isRealname: switch01, isDisplayAssets: switch01, isDisplayBackground: switch01 }),
  /** Pictures behind the page of savings, by day and night, on a desk and on a phone. */
  financial_background: z.object({
    dayUrl: z.optional(emptyOr(address)),
    nightUrl: z.optional(emptyOr(address)),
    mobileDayUrl: z.optional(emptyOr(address)),
    mobileNightUrl: z.optional(emptyOr(address)),
  }),
  flashConvertSwitch: switch01,
  contractSwitch: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** Where the application can be installed from: what the code in the footer says. '' = this tenant's own address. */
  app_download: emptyOr(address),
} as const

export type PublicKey = keyof typeof KEY_VALUES_BY_KEY

export const isPublicKey = (key: string): key is PublicKey => Object.hasOwn(KEY_VALUES_BY_KEY, key)

/** Where fees are taken, by the wire's numbers from 1 on. */
export const FEE_DIRECTIONS: readonly FeeDirection[] = ['received', 'quote']

/** What was typed as a value: JSON where it is JSON, else the text itself. */
export function typedValue(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text.trim()
  }
}

/** First values of a new tenant. */
export const defaultKeyValues = (tenant: Pick<TenantConfig, 'name' | 'themeColor'>): Readonly<Record<string, JsonValue>> => ({
  theme: tenant.themeColor,
  footer_setting: 0,
  fee_direction: 1,
  out_money: { amountLimit: '5000', coin: 'USDT', time: 24 },
  tenant_cache_name: tenant.name,
  account_configuration: 0,
  nickname_modify_time: 30,
  user_agreement: '/helpCenter/legal/user_agreement',
  privacy_policy: '/helpCenter/legal/privacy_policy',
  financial: { financialSwitch: 2, isRealname: 0, isDisplayAssets: 0, isDisplayBackground: 0 },
  flashConvertSwitch: 0,
  contractSwitch: 0,
})
