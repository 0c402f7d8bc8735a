/** user-web: who is logged in, and what the customer chose. */
import { isDeepStrictEqual } from 'node:util'
import { asInstrumentId, type UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { RATE_ONE } from '@agio/engine/money/rounding.ts'
import { instrumentOf, userOf } from '@agio/engine/read.ts'
import { getLoginInfo, type UserCenter, updateUserCenter, userCenter, userConfig, userConfigSave } from '@agio/wire/account/user.ts'
import { fileKeyOf, IMAGE_TYPES } from '@agio/wire/content/files.ts'
import type { FastifyInstance } from 'fastify'
import { userInfoOf } from '../../../auth/account/account-view.ts'
import type { Settings } from '../../../auth/account/accounts.ts'
import { changedChannels, channelsOf } from '../../../auth/account/notify.ts'
import { Failure, invalid } from '../../../core/failure.ts'
import { identityLevels } from '../../../identity/limits.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { type CallContext, route, sessionOf } from '../../calls/route.ts'
import { DayBound, dayOwner } from '../../guard/day-bound.ts'
import { securityOf } from './auth.ts'

const DAY = 86_400_000
/** Longest layout as the journal keeps it: letters beyond ASCII count six. */
const LAYOUT_LENGTH_MAX = 64 * 1024

/** Bytes of settings that a customer may write in a day, as the journal keeps them: a change of any part writes all of them. */
const SETTINGS_A_DAY = 4 * 1024 * 1024

/** A terminal that saves its layout all day must not use up the room of a name or a language. */
interface DayBounds {
  readonly layout: DayBound
  readonly rest: DayBound
}

const HOTKEYS_MAX = 40

const NOTIFY = { account: 1, assets: 1, transaction: 1, marketing: 0 } as const

/** Days between changes of the name; 0 = at any time. */
const nicknameDays = (context: Pick<CallContext<unknown>, 'tenant'>): number => {
  const days = context.tenant.content.keyValues().nickname_modify_time
  return typeof days === 'number' && days > 0 ? days : 0
}

const nicknameNextAt = (settings: Settings, days: number): number | null =>
  settings.nicknameAt === undefined || days === 0 ? null : settings.nicknameAt + days * DAY

async function centerOf(context: CallContext<unknown>): Promise<UserCenter> {
  const { tenant } = context
  const { userId } = sessionOf(context)
  const [account, settings] = [await tenant.accounts.get(userId), await tenant.accounts.settings(userId)]
  const keyValues = tenant.content.keyValues()
  const nextAt = nicknameNextAt(settings, nicknameDays(context))
  const identity = await tenant.identities.identity(userId)
  const isInviteOpen = tenant.content.switches().inviteSwitch === 1
  const user = userInfoOf(account, settings, identity.level)
  const { amountLimit, coin, time } = identityLevels(keyValues.out_money)[identity.level as 0 | 1 | 2]
  return {
    user,
    security: await securityOf(tenant, context),
    identity,
    currency: settings.currency ?? 'USD',
    lang: user.lang,
    feeCoinSwitch: userOf(tenant.exchange.state, userId)?.payFeeInFeeAsset === true ? 1 : 0,
    feeCoin: feeCoinOf(tenant),
    nicknameNextTime: nextAt !== null && nextAt > tenant.exchange.now() ? nextAt : null,
    withdrawLimit: { amountLimit, coin, time },
    invite: { enabled: isInviteOpen ? 1 : 0, code: isInviteOpen ? await tenant.invites.codeOf(userId) : null },
    notify: { ...NOTIFY, ...settings.notify },
  }
}

function feeCoinOf({ exchange, feeds }: Tenant): UserCenter['feeCoin'] {
  const { feeAssetId, feeAssetShareE8 } = exchange.state.fees
  if (feeAssetId === 0) return null
  return { coinName: feeds.listings.assetFacts(feeAssetId).symbol, discount: formatDecimal(BigInt(RATE_ONE - feeAssetShareE8), 8) }
}

/** '' takes the picture away. @throws Failure FILE_TYPE for anything but a picture that this customer uploaded */
async function avatarKeyOf(tenant: Tenant, userId: UserId, avatarUrl: string): Promise<string> {
  if (avatarUrl === '') return ''
  const key = fileKeyOf(avatarUrl) ?? ''
  if (!(await tenant.files.hasAvatar(userId, key))) throw new Failure('FILE_TYPE', { allowed: IMAGE_TYPES })
  return key
}

interface CenterChange {
  readonly nickname?: string | null | undefined
  readonly avatarUrl?: string | null | undefined
  readonly currency?: string | null | undefined
  readonly lang?: string | null | undefined
  readonly feeCoinSwitch?: 0 | 1 | null | undefined
  readonly notify?: Readonly<Record<string, 0 | 1 | undefined>> | null | undefined
}

const keptLength = (value: unknown): number => JSON.stringify(value).replace(/[^ -~]/g, '\\u0000').length

type Edit = (kept: Settings) => Settings

/** Journals what differs from what is kept, if anything does. @throws Failure VALIDATION_FAILED for more than a day's share */
async function saveChanged(context: CallContext<unknown>, bounds: DayBounds, edit: Edit): Promise<void> {
  const { tenant } = context
  const { userId } = sessionOf(context)
  await tenant.accounts.changeSettings(userId, (kept) => {
    const isNew = ([name, value]: [string, unknown]): boolean => !isDeepStrictEqual(value, kept[name as keyof Settings])
    const changed: Settings = Object.fromEntries(Object.entries(edit(kept)).filter(isNew))
    if (Object.keys(changed).length === 0) return {}
    const bound = changed.layout === undefined && changed.hotkeys === undefined ? bounds.rest : bounds.layout
    bound.take(dayOwner(tenant.tenantId, userId), keptLength({ ...kept, ...changed }), tenant.exchange.now())
    return changed
  })
}

/** Made of the newest settings, so that of two changes at once neither is lost. @throws Failure NICKNAME_TOO_SOON */
function centerEdit(context: CallContext<CenterChange>, avatarKey: string | undefined): Edit {
  const { nickname, currency, lang, notify } = context.request
  const now = context.tenant.exchange.now()
  const days = nicknameDays(context)
  const wishes = Object.fromEntries(Object.entries(notify ?? {}).flatMap(([kind, on]) => (on === undefined ? [] : [[kind, on]])))
  return (kept) => {
    const isRenamed = nickname != null && nickname !== kept.nickname
    const nextAt = nicknameNextAt(kept, days)
    if (isRenamed && nextAt !== null && nextAt > now) throw new Failure('NICKNAME_TOO_SOON', { nextTime: nextAt })
    return {
      ...(isRenamed && { nickname, nicknameAt: now }),
      ...(avatarKey !== undefined && { avatarKey }),
      ...(currency != null && { currency }),
      ...(lang != null && { lang }),
      ...(notify != null && { notify: { ...kept.notify, ...wishes } }),
    }
  }
}

async function changeCenter(context: CallContext<CenterChange>, bounds: DayBounds): Promise<UserCenter> {
  const { tenant, request } = context
  const { userId } = sessionOf(context)
  const { nickname, avatarUrl, lang, feeCoinSwitch } = request
  if (lang != null && tenant.content.language(lang) !== lang) throw invalid('lang', 'enum')
  const edit = centerEdit(context, avatarUrl == null ? undefined : await avatarKeyOf(tenant, userId, avatarUrl))
  const settings = await tenant.accounts.settings(userId)
  // Before the name is claimed, so that who may not have it yet takes it from nobody.
  edit(settings)
  const save = (): Promise<void> => saveChanged(context, bounds, edit)
  if (nickname == null || nickname === settings.nickname) await save()
  else await tenant.nicknames.take(userId, nickname, save)
  if (feeCoinSwitch != null) {
    const outcome = await tenant.exchange.submit({ kind: 'setUserTerms', userId, payFeeInFeeAsset: feeCoinSwitch === 1 })
    if (outcome.reason !== 'none') throw new Failure('ENGINE_BUSY')
  }
  return centerOf(context)
}

/** Symbols of the favourites, oldest mark first; a pair that is gone is left out. */
async function favoriteSymbols(tenant: Tenant, userId: UserId): Promise<string[]> {
  const marks = [...(await tenant.models.documents(userId, 'favorites'))].sort((a, b) => a.savedAt - b.savedAt)
  return marks.flatMap(({ id }) => instrumentOf(tenant.exchange.state, asInstrumentId(Number(id)))?.terms.symbol ?? [])
}

async function configOf(context: CallContext<unknown>) {
  const { tenant } = context
  const { userId } = sessionOf(context)
  const settings = await tenant.accounts.settings(userId)
  const account = await tenant.accounts.get(userId)
  return {
    favorites: await favoriteSymbols(tenant, userId),
    layout: settings.layout ?? {},
    lang: settings.lang ?? account.lang,
    currency: settings.currency ?? 'USD',
    colorMode: settings.colorMode ?? ('green-up' as const),
    theme: settings.theme ?? ('system' as const),
    hotkeys: settings.hotkeys ?? {},
    notifyChannels: channelsOf(settings),
  }
}

export function registerUserRoutes(app: FastifyInstance): void {
  const bounds: DayBounds = { layout: new DayBound(SETTINGS_A_DAY, 'layout'), rest: new DayBound(SETTINGS_A_DAY, 'settings') }
  route(app, getLoginInfo, async (context) => {
    const { tenant } = context
    const { userId } = sessionOf(context)
    const account = await tenant.accounts.get(userId)
    const settings = await tenant.accounts.settings(userId)
    const kycLevel = await tenant.identities.level(userId)
    return { ...userInfoOf(account, settings, kycLevel), security: await securityOf(tenant, context), switches: tenant.content.switches() }
  })

  route(app, userCenter, (context) => centerOf(context))
  route(app, updateUserCenter, (context) => changeCenter(context, bounds))
  route(app, userConfig, (context) => configOf(context))

  route(app, userConfigSave, async (context) => {
    const { layout, colorMode, theme, hotkeys, notifyChannels } = context.request
    if (layout != null && keptLength(layout) > LAYOUT_LENGTH_MAX) throw invalid('layout', 'length')
    if (hotkeys != null && Object.keys(hotkeys).length > HOTKEYS_MAX) throw invalid('hotkeys', 'max')
    await saveChanged(context, bounds, (kept) => ({
      ...(layout != null && { layout }),
      ...(colorMode != null && { colorMode }),
      ...(theme != null && { theme }),
      ...(hotkeys != null && { hotkeys }),
      ...(notifyChannels != null && { channels: changedChannels(kept, notifyChannels) }),
    }))
    return configOf(context)
  })
}
