/**
 * Links by which the owner of an account says "this was not me": 256 random bits, kept as a hash, good once and for a day. Soft state:
 * whoever loses one can still freeze the account in the security centre.
 */
import { hash } from 'node:crypto'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { RandomBytes } from '../../core/random.ts'
import type { AppendLog } from '../append-log.ts'

export const LINK_MS = 86_400_000
const LINKS_MAX = 100_000

export interface LinkLine {
  readonly tokenHash: string
  readonly userId: number
  readonly at: number
  readonly used: boolean
}

export class RefusalLinks {
  readonly #clock: Clock
  readonly #random: RandomBytes
  readonly #log: AppendLog<LinkLine>
  /** Oldest first. */
  readonly #links = new Map<string, LinkLine>()

  constructor(clock: Clock, random: RandomBytes, log: AppendLog<LinkLine>) {
    this.#clock = clock
    this.#random = random
    this.#log = log
  }

  async open(): Promise<void> {
    for (const line of await this.#log.read()) this.#links.set(line.tokenHash, line)
    this.#forgetOld()
    await this.#log.compact(() => this.#links.values())
  }

  /** The secret part of a link. */
  issue(userId: UserId): string {
    const token = Buffer.from(this.#random(32)).toString('base64url')
    this.#keep({ tokenHash: hash('sha256', token, 'base64url'), userId, at: this.#clock.now(), used: false })
    this.#forgetOld()
    return token
  }

  /** Uses a link up. @throws Failure DEVICE_LINK_INVALID */
  use(token: string): UserId {
    const link = this.#links.get(hash('sha256', token, 'base64url'))
    if (link === undefined || link.used || this.#clock.now() - link.at >= LINK_MS) throw new Failure('DEVICE_LINK_INVALID')
    this.#keep({ ...link, used: true })
    return asUserId(link.userId)
  }

  flush(): Promise<void> {
    return this.#log.flush()
  }

  #keep(link: LinkLine): void {
    this.#links.set(link.tokenHash, link)
    this.#log.append(link)
  }

  #forgetOld(): void {
    const now = this.#clock.now()
    for (const [key, { at }] of this.#links) {
      if (now - at < LINK_MS && this.#links.size <= LINKS_MAX) return
      this.#links.delete(key)
    }
  }
}
