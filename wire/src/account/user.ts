/** user-web: the user centre. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { switchesSchema } from '../content/home-web.ts'
import { decimal, optional, outside, switch01, text, words } from '../fields.ts'
import { named } from '../named.ts'
import { securityInfoSchema, userInfoSchema } from './auth.ts'
import { identitySchema } from './identity.ts'

const ROOT = '/api/user-web/v1'
const empty = z.object({})

export const getLoginInfo = call({
  method: 'GET',
  path: `${ROOT}/user/getLoginInfo`,
  access: 'user',
  request: empty,
  response: z.extend(userInfoSchema, { security: securityInfoSchema, switches: switchesSchema }),
  errors: [],
  summary: 'Who is logged in.',
})

const notifySchema = named('Notify', z.object({ account: switch01, assets: switch01, transaction: switch01, marketing: switch01 }))
export type Notify = z.output<typeof notifySchema>

export const userCenterSchema = named(
  'UserCenter',
  z.object({
    user: userInfoSchema,
    security: securityInfoSchema,
    identity: identitySchema,
    currency: z.string(),
    lang: z.string(),
    feeCoinSwitch: switch01,
    // What that switch pays fees in, and the share taken off; null where the exchange has no such coin.
    feeCoin: z.nullable(z.object({ coinName: z.string(), discount: decimal })),
    nicknameNextTime: z.nullable(z.int()),
    withdrawLimit: z.object({ amountLimit: z.string(), coin: z.string(), time: z.int() }),
    invite: z.object({ enabled: switch01, code: z.nullable(z.string()) }),
    notify: notifySchema,
  }),
)
export type UserCenter = z.output<typeof userCenterSchema>

export const userCenter = call({
  method: 'POST',
  path: `${ROOT}/user/userCenter`,
  access: 'user',
  request: empty,
  response: userCenterSchema,
  errors: [],
  summary: 'The account as the user centre shows it.',
})

export const updateUserCenter = call({
  method: 'POST',
  path: `${ROOT}/user/updateUserCenter`,
  access: 'user',
  request: z
    .object({
      nickname: optional(words(2, 20)),
      /** Address of an uploaded avatar; empty takes it away. */
      avatarUrl: optional(outside(128)),
      currency: optional(z.string().check(z.trim(), z.regex(/^[A-Z]{3,8}$/))),
      lang: optional(text(2, 16)),
      feeCoinSwitch: optional(switch01),
      notify: optional(z.partial(notifySchema)),
    })
    .check(
      z.refine((fields) => Object.values(fields).some((value) => value !== undefined && value !== null), {
        path: ['nickname'],
        params: { rule: 'required' },
      }),
    ),
  response: userCenterSchema,
  errors: ['NICKNAME_TOO_SOON', 'NICKNAME_TAKEN', 'FILE_TYPE'],
  summary: 'Changes name, picture, currency, language, fee coin or notices; at least one of them.',
})

const layout = z.record(z.string().check(z.maxLength(64)), z.unknown())
const colorMode = z.enum(['green-up', 'red-up', 'blue-up'])

const theme = z.enum(['day', 'night', 'system'])
/** Key combination by action, e.g. `buy: 'Shift+B'`. */
const hotkeys = z.record(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9.-]{0,39}$/)), z.string().check(z.maxLength(40)))

const channels = z.object({ inApp: switch01, email: switch01, push: switch01 })
/** Which notices go where; messages about the account's security are mailed whatever this says. */
const notifyChannelsSchema = named('NotifyChannels', z.object({ account: channels, assets: channels, transaction: channels }))
export type NotifyChannels = z.output<typeof notifyChannelsSchema>
const someChannels = optional(z.partial(channels))

export const userConfigSchema = named(
  'UserConfig',
  z.object({
    favorites: z.array(z.string()),
    layout,
    lang: z.string(),
    currency: z.string(),
    colorMode,
    theme,
    hotkeys,
    notifyChannels: notifyChannelsSchema,
  }),
)
export type UserConfig = z.output<typeof userConfigSchema>

export const userConfig = call({
  method: 'GET',
  path: `${ROOT}/user/userConfig`,
  access: 'user',
  request: empty,
  response: userConfigSchema,
  errors: [],
  summary: 'Favourites, terminal layout, colours, theme, hotkeys and channels of notices of the account.',
})

export const userConfigSave = call({
  method: 'POST',
  path: `${ROOT}/user/userConfig/save`,
  access: 'user',
  request: z.object({
    layout: optional(layout),
    colorMode: optional(colorMode),
    theme: optional(theme),
    hotkeys: optional(hotkeys),
    notifyChannels: optional(z.object({ account: someChannels, assets: someChannels, transaction: someChannels })),
  }),
  response: userConfigSchema,
  /** A layout is kept in the journal whole, each time it changes. */
  weight: 20,
  errors: [],
  summary: 'Stores terminal layout (at most 64 KiB), colours, theme, hotkeys and where notices go; what is absent stays.',
})
