/** Devices that an account was opened or confirmed on. A login from any other needs a word from the owner's mail (AUTH-023). */
import type { UserId } from '@agio/engine/ids/id.ts'
import * as z from 'zod/mini'
import { type DocumentParts, UserDocuments } from '../account/user-documents.ts'
import type { Session } from './sessions.ts'

export const DEVICES_MAX = 50

const deviceSchema = z.object({ at: z.number() })

export class KnownDevices {
  readonly #parts: DocumentParts
  readonly #documents: UserDocuments<typeof deviceSchema>

  constructor(parts: DocumentParts) {
    this.#parts = parts
    this.#documents = new UserDocuments(parts, 'device', deviceSchema)
  }

  async knows(userId: UserId, identity: string): Promise<boolean> {
    return (await this.#documents.all(userId)).has(this.#idOf(userId, identity))
  }

  /** When the account first knew a device, ms; undefined of one that it does not know. */
  async since(userId: UserId, identity: string): Promise<number | undefined> {
    return (await this.#documents.all(userId)).get(this.#idOf(userId, identity))?.at
  }

  /** Under which this device's tries are counted: its id where the account knows it, '' for every other device and account. */
  async countedAs(userId: UserId | undefined, identity: string): Promise<string> {
    return userId !== undefined && (await this.knows(userId, identity)) ? this.#idOf(userId, identity) : ''
  }

  /** The same for a device with a session, which was confirmed when that began. */
  ofSession({ userId, device }: Pick<Session, 'userId' | 'device'>): string {
    return this.#idOf(userId, device.identity)
  }

  /** Durable when it resolves. The oldest device makes room for the newest. */
  remember(userId: UserId, identity: string): Promise<void> {
    return this.#documents.exclusive(userId, async () => {
      const id = this.#idOf(userId, identity)
      const known = await this.#documents.all(userId)
      if (known.has(id)) return
      const oldest = [...known].sort((a, b) => a[1].at - b[1].at).slice(0, Math.max(0, known.size - DEVICES_MAX + 1))
      for (const [old] of oldest) await this.#documents.remove(userId, old)
      await this.#documents.save(userId, id, { at: this.#parts.exchange.now() })
    })
  }

  /** Every device has to prove itself again. */
  async forgetAll(userId: UserId): Promise<void> {
    for (const id of [...(await this.#documents.all(userId)).keys()]) await this.#documents.remove(userId, id)
  }

  forget(userId: UserId): void {
    this.#documents.forget(userId)
  }

  /** Keyed, so that the journal does not tell which accounts one device was used for. */
  #idOf(userId: UserId, identity: string): string {
    return this.#parts.vault.accountKey(`device|${userId}|${identity}`)
  }
}
