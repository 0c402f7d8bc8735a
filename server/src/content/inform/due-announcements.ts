/** Tells when an announcement comes into the lists, or leaves them, by the clock alone, so that open pages learn of it at its time. */
import type { AnnouncementDocument } from './documents.ts'

/** Timers count to this and no further; what is due later is looked at again then. */
const WAIT_MAX_MS = 2 ** 31 - 1

export class DueAnnouncements {
  readonly #announcements: ReadonlyMap<string, Pick<AnnouncementDocument, 'releaseAt' | 'endAt'>>
  readonly #now: () => number
  readonly #onDue: (id: string) => void
  /** When each that is still to come or to go does so next, ms. */
  #next = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    announcements: ReadonlyMap<string, Pick<AnnouncementDocument, 'releaseAt' | 'endAt'>>,
    now: () => number,
    onDue: (id: string) => void,
  ) {
    this.#announcements = announcements
    this.#now = now
    this.#onDue = onDue
  }

  /** To be asked after every change of the announcements. */
  look(): void {
    clearTimeout(this.#timer)
    const now = this.#now()
    for (const [id, at] of this.#next) if (at <= now && this.#announcements.has(id)) this.#onDue(id)
    this.#next = new Map(
      [...this.#announcements].flatMap(([id, { releaseAt, endAt }]) => {
        const at = Math.min(...[releaseAt, endAt ?? Number.POSITIVE_INFINITY].filter((time) => time > now))
        return at === Number.POSITIVE_INFINITY ? [] : [[id, at] as const]
      }),
    )
    const soonest = Math.min(...this.#next.values())
    if (soonest === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => this.look(), Math.min(WAIT_MAX_MS, Math.max(1, soonest - now))).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
