/** The account as the user centre shows it: profile, security, settings. One answer serves every page; a change is put in place at once. */
import { type SecurityInfo, secondFactorInfo } from '@agio/wire/account/auth.ts'
import { type UserCenter, type UserConfig, updateUserCenter, userCenter, userConfig, userConfigSave } from '@agio/wire/account/user.ts'
import type { RequestInput } from '@agio/wire/call.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '../http-client.ts'
import { queryClient } from '../query-client.ts'
import { readStored, writeStored } from '../storage.ts'

export type { SecurityInfo } from '@agio/wire/account/auth.ts'
export type { NotifyChannels, UserCenter, UserConfig } from '@agio/wire/account/user.ts'

const CENTER = ['account', 'center'] as const
const SECURITY = ['account', 'security'] as const
const CONFIG = ['account', 'config'] as const

export const useUserCenter = () => useQuery({ queryKey: CENTER, queryFn: () => send(userCenter, {}) })

export const useSecurity = () => useQuery({ queryKey: SECURITY, queryFn: () => send(secondFactorInfo, {}) })

export const useUserConfig = () => useQuery({ queryKey: CONFIG, queryFn: () => send(userConfig, {}) })

/** Puts the security facts that a call answered in place of the old ones. */
export function takeSecurity(security: SecurityInfo): void {
  queryClient.setQueryData(SECURITY, security)
  const center = queryClient.getQueryData<UserCenter>(CENTER)
  if (center !== undefined) queryClient.setQueryData(CENTER, { ...center, security })
}

/** Asks for everything about the account again. */
export function refreshAccount(): void {
  void queryClient.invalidateQueries({ queryKey: ['account'] })
}

/** Shows the profile of an answer everywhere, the header included. */
function takeCenter(center: UserCenter): void {
  queryClient.setQueryData(CENTER, center)
  const { userId, avatarUrl, registerAccount, nickname } = center.user
  const stored = readStored('userInfo')
  if (stored?.userId === userId) writeStored('userInfo', { userId, avatarUrl, registerAccount, nickname })
}

export async function saveUserCenter(change: RequestInput<typeof updateUserCenter>): Promise<void> {
  takeCenter(await send(updateUserCenter, change))
}

type ConfigChange = RequestInput<typeof userConfigSave>

type Channels = UserConfig['notifyChannels']['account']

const merged = (
  now: Channels,
  change: { readonly [Name in keyof Channels]?: Channels[Name] | undefined } | null | undefined,
): Channels => ({
  inApp: change?.inApp ?? now.inApp,
  email: change?.email ?? now.email,
  push: change?.push ?? now.push,
})

/** The settings with a change in them, as the server will answer. */
function changed(config: UserConfig, { notifyChannels, ...rest }: ConfigChange): UserConfig {
  const { account, assets, transaction } = config.notifyChannels
  const channels = {
    account: merged(account, notifyChannels?.account),
    assets: merged(assets, notifyChannels?.assets),
    transaction: merged(transaction, notifyChannels?.transaction),
  }
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value != null))
  return { ...config, ...given, notifyChannels: channels }
}

/** Shows a change at once; the answer then has the last word. A refusal is the caller's to show and to take back. */
export async function saveUserConfig(change: ConfigChange): Promise<void> {
  queryClient.setQueryData<UserConfig>(CONFIG, (config) => (config === undefined ? config : changed(config, change)))
  queryClient.setQueryData<UserConfig>(CONFIG, await send(userConfigSave, change))
}
