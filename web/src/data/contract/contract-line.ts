/** The live line to the host of contracts, made when something first listens, and topics over its channels. */
import type { CoChannelName } from '@agio/wire/futures/channels.ts'
import { boot } from '../boot.ts'
import { openLine } from '../live/live.ts'
import type { Push } from '../live/messages.ts'
import type { SocketClient } from '../live/socket-client.ts'
import { type Topic, topicOn } from '../live/topic.ts'
import { refuseContractToken } from './contract-session.ts'

let client: SocketClient | undefined

export function contractLine(): SocketClient {
  client ??= openLine({ configured: () => boot().futuresWsUrl, path: '/fe-co-api/ws', ended: refuseContractToken })
  return client
}

/** A push of a contract channel; its data is looked at field by field. */
export interface ContractPush {
  readonly type: 'snapshot' | 'delta' | 'event'
  readonly seq: number
  readonly time: number
  readonly data: unknown
}

interface ContractState<View> {
  push(push: ContractPush): boolean
  reset(): void
  forget?(): void
  disown?(): void
  view(): View
}

/** A channel of the host of contracts as a store. */
export function contractTopic<View>(channel: CoChannelName, state: ContractState<View>): Topic<View> {
  return topicOn<View, ContractPush>(
    (listener) => contractLine().listenTo(channel, { push: (push: Push) => listener.push(push), reset: () => listener.reset() }),
    state,
  )
}
