/** Where a customer wants to hear of what. Pure. */
import type { Notify, NotifyChannels } from '@agio/wire/account/user.ts'
import { MAILED, type MessageType } from '../../projections/messages/message-source.ts'
import type { Settings } from './accounts.ts'

type Kind = keyof NotifyChannels & MessageType
type Channel = keyof NotifyChannels[Kind]

/** Inside the application always, by mail what touches the account and its money, nothing pushed: until the customer says otherwise. */
const defaultOf = (kind: Kind): NotifyChannels[Kind] => ({ inApp: 1, email: MAILED.has(kind) ? 1 : 0, push: 0 })

const KINDS: readonly Kind[] = ['account', 'assets', 'transaction']
const CHANNELS: readonly Channel[] = ['inApp', 'email', 'push']

export function channelsOf({ channels }: Settings): NotifyChannels {
  const kind = (name: Kind) => ({ ...defaultOf(name), ...channels?.[name] })
  return { account: kind('account'), assets: kind('assets'), transaction: kind('transaction') }
}

type Change = { readonly [Name in Kind]?: { readonly [Way in Channel]?: 0 | 1 | undefined } | null | undefined }

/** What is absent stays. */
export function changedChannels(settings: Settings, change: Change): NotifyChannels {
  const changed = structuredClone(channelsOf(settings))
  for (const kind of KINDS) {
    for (const channel of CHANNELS) {
      const wanted = change[kind]?.[channel]
      if (wanted !== undefined) changed[kind][channel] = wanted
    }
  }
  return changed
}

/** The kinds of messages that the customer wants this way. */
export const wantedKinds = (settings: Settings, channel: Channel): ReadonlySet<MessageType> =>
  new Set(KINDS.filter((kind) => wantsNotice(settings, kind, channel)))

/** True when a notice of this kind shall go this way. Messages about the security of the account do not ask: they are always mailed. */
export function wantsNotice(settings: Settings, kind: keyof Notify, channel: Channel): boolean {
  if (kind === 'marketing') return settings.notify?.marketing === 1 && channel !== 'push'
  return (settings.notify?.[kind] ?? 1) === 1 && channelsOf(settings)[kind][channel] === 1
}
