/** The ways out of the house that are configured, shared by the tenants of a process. */
import { randomUUID } from 'node:crypto'
import type { Channel, Outbox, SentMessage } from '../auth/mail/outbox.ts'
import type { Leadership } from '../core/leadership.ts'
import type { Log } from '../core/log.ts'
import type { Carrier, Letter } from './carrier.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import type { NoticeRows } from './notice-rows.ts'
import { type SmsSettings, smsCarrier } from './sms-carrier.ts'
import type { SmtpSettings } from './smtp-carrier.ts'

export interface DeliverySettings {
  readonly smtp: SmtpSettings | undefined
  readonly sms: SmsSettings | undefined
}

/** A tenant's letters on their way out. */
export interface Delivery {
  canSend(channel: Channel): boolean
  /** @param settled of a letter that is kept as a row */
  send(letter: Letter, settled?: () => void): void
}

export interface WaysOut {
  /** Of one tenant: carried by whoever leads it. */
  of(leadership: Leadership): Delivery
  close(): Promise<void>
}

/** What no channel needs is not read either. */
export async function openDelivery({ smtp, sms }: DeliverySettings, log: Log): Promise<WaysOut> {
  const carriers = new Map<Channel, Carrier>()
  if (smtp !== undefined) {
    const { smtpCarrier } = await import('./smtp-carrier.ts')
    carriers.set('email', smtpCarrier(smtp))
  }
  if (sms !== undefined) carriers.set('phone', smsCarrier(sms))
  const open: DeliveryQueue[] = []
  return {
    of(leadership) {
      const queues = new Map<Channel, DeliveryQueue>()
      for (const [channel, { carry }] of carriers) {
        // The others' letters are on the same road.
        const carrier: Carrier = { carry, close: () => undefined }
        queues.set(channel, new DeliveryQueue({ carrier, log, leadership, channel }))
      }
      open.push(...queues.values())
      return {
        canSend: (channel) => queues.has(channel),
        send: (letter, settled) => queues.get(letter.channel)?.send(letter, settled),
      }
    },
    async close() {
      await Promise.all(open.map((queue) => queue.close()))
      for (const carrier of carriers.values()) carrier.close()
    },
  }
}

/** A tenant's outbox over what is configured, and over the development inbox where there is one. @param rows of its notices */
export function outboxOver(delivery: Delivery, senderName: string, inbox: Outbox, rows: Pick<NoticeRows, 'add' | 'settle'>): Outbox {
  return {
    canSend: (channel) => inbox.canSend(channel) || delivery.canSend(channel),
    async send(message) {
      await inbox.send(message)
      if (!delivery.canSend(message.channel)) return
      const letter: Letter = { ...message, id: randomUUID(), senderName }
      if (letter.code !== '') return delivery.send(letter)
      await rows.add(letter)
      delivery.send(letter, () => rows.settle(letter.id))
    },
    list: (to?: string): readonly SentMessage[] => inbox.list(to),
  }
}

/** Nothing leaves the machine. */
export const NO_WAYS_OUT: WaysOut = {
  of: () => ({ canSend: () => false, send: () => undefined }),
  close: () => Promise.resolve(),
}
