/** The ways out of the house that are configured, shared by the tenants of a process. */
import { randomUUID } from 'node:crypto'
import type { Channel, Message, Outbox, SentMessage } from '../auth/mail/outbox.ts'
import type { Log } from '../http/context.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { type SmsSettings, smsCarrier } from './sms-carrier.ts'
import type { SmtpSettings } from './smtp-carrier.ts'

export interface DeliverySettings {
  readonly smtp: SmtpSettings | undefined
  readonly sms: SmsSettings | undefined
}

export interface Delivery {
  canSend(channel: Channel): boolean
  send(senderName: string, message: Message): void
  close(): Promise<void>
}

/** What no channel needs is not read either. */
export async function openDelivery({ smtp, sms }: DeliverySettings, log: Log): Promise<Delivery> {
  const queues = new Map<Channel, DeliveryQueue>()
  if (smtp !== undefined) {
    const { smtpCarrier } = await import('./smtp-carrier.ts')
    queues.set('email', new DeliveryQueue({ carrier: smtpCarrier(smtp), log, channel: 'email' }))
  }
  if (sms !== undefined) queues.set('phone', new DeliveryQueue({ carrier: smsCarrier(sms), log, channel: 'phone' }))
  return {
    canSend: (channel) => queues.has(channel),
    send: (senderName, message) => queues.get(message.channel)?.send({ ...message, id: randomUUID(), senderName }),
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.close()))
    },
  }
}

/** A tenant's outbox over what is configured, and over the development inbox where there is one. */
export function outboxOver(delivery: Delivery, senderName: string, inbox: Outbox): Outbox {
  return {
    canSend: (channel) => inbox.canSend(channel) || delivery.canSend(channel),
    send(message) {
      inbox.send(message)
      delivery.send(senderName, message)
    },
    list: (to?: string): readonly SentMessage[] => inbox.list(to),
  }
}

/** Nothing leaves the machine. */
export const NO_DELIVERY: Delivery = { canSend: () => false, send: () => undefined, close: () => Promise.resolve() }
