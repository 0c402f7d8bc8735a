/** What a socket asks for its channels: the gateway's, or those of contracts. */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { AnyTopic } from './topic.ts'

/** Why a channel cannot be had. */
export type ChannelFault = 'unknownChannel' | 'authRequired' | 'wrongHost'

export interface ChannelSource {
  /** The topic of a channel's name, e.g. `depth:BTC/USDT`; a private one needs the user. */
  channel(name: string, userId: UserId | undefined): Promise<AnyTopic | ChannelFault> | AnyTopic | ChannelFault
  /** Is it a channel about one user? It ends when he is no longer on the line. */
  isPrivate(name: string): boolean
}
