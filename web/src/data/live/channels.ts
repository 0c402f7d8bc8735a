/** What kind a channel of either line is. */
import type { UserCoChannel } from '@agio/wire/futures/channels.ts'
import type { EventChannel, UserChannel } from '@agio/wire/socket/channels.ts'

/** Private channels of both lines: they need a session and are only asked for with one. */
const PRIVATE: Readonly<Record<UserChannel | UserCoChannel, true>> = {
  orders: true,
  fills: true,
  balances: true,
  converts: true,
  earn: true,
  messages: true,
  deposits: true,
  withdrawals: true,
  positions: true,
}
/** Channels without a snapshot: they begin with their next event. */
const WITHOUT_SNAPSHOT: Readonly<Record<EventChannel, true>> = {
  fills: true,
  converts: true,
  earn: true,
  deposits: true,
  withdrawals: true,
  announcements: true,
}

export const isPrivateChannel = (name: string): boolean => Object.hasOwn(PRIVATE, name)
export const beginsWithSnapshot = (name: string): boolean => !Object.hasOwn(WITHOUT_SNAPSHOT, name)
