/** Hands messages that are wanted by mail to whoever writes mails. */
import type { MailedMessage } from './message-source.ts'

type Listener = (mails: readonly MailedMessage[]) => void

export class Mailed {
  readonly #listeners = new Set<Listener>()

  /** @returns the way to stop */
  on(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  tell(mails: readonly MailedMessage[]): void {
    for (const listener of this.#listeners) listener(mails)
  }
}
