/** Messages that leave the house; demo and test keep them for the development inbox besides. */
import type { Clock } from '../../core/clock.ts'

export type Channel = 'email' | 'phone'

export interface Message {
  readonly channel: Channel
  /** E-mail address, or area code followed by the number. */
  readonly to: string
  readonly scene: string
  /** One-time code; '' for a notice. */
  readonly code: string
  readonly subject: string
  readonly text: string
}

export interface SentMessage extends Message {
  readonly time: number
}

export interface Outbox {
  /** False when nothing can be sent on the channel. */
  canSend(channel: Channel): boolean
  /** Resolves when the message can be lost no more, as far as it is one that must not be. */
  send(message: Message): Promise<void>
  /** Newest first; of one address, or all. Empty where messages really leave. */
  list(to?: string): readonly SentMessage[]
}

const KEPT = 500

/** Keeps the newest messages in memory; nothing leaves the machine. */
export function developmentOutbox(clock: Clock): Outbox {
  const sent: SentMessage[] = []
  return {
    canSend: () => true,
    async send(message) {
      sent.unshift({ ...message, time: clock.now() })
      sent.length = Math.min(sent.length, KEPT)
    },
    list: (to) => (to === undefined ? [...sent] : sent.filter((message) => message.to === to)),
  }
}

/** Production without a mail adapter: nothing can be sent, and the calls that need it say so. */
export const closedOutbox: Outbox = { canSend: () => false, send: () => Promise.resolve(), list: () => [] }
