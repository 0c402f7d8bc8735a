/** What brings a message to its reader. */
import type { Message } from '../auth/mail/outbox.ts'

/** A message with the name of its sender, and an id that stays the same over every try. */
export interface Letter extends Message {
  readonly id: string
  readonly senderName: string
}

export interface Carrier {
  /**
   * Resolves `sent` when the next hop has taken it, `refused` when it never will.
   * @throws Error when it is worth another try; its message names no address and no secret
   */
  carry(letter: Letter): Promise<'sent' | 'refused'>
  close(): void
}
