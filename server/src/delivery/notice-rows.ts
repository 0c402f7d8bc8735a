/**
 * Notices on their way out, as rows: each is on the disk before whoever caused it is answered, and stays until it was carried, so that a
 * crash or a stop costs none. One may be carried twice, with the same id. A code is no notice: it is of no use after a restart. Rows are
 * sealed, because they hold addresses.
 */
import type { AppendLog } from '../auth/append-log.ts'
import type { Clock } from '../core/clock.ts'
import type { Vault } from '../vault/vault.ts'
import type { Letter } from './carrier.ts'

export interface NoticeLine {
  readonly id: string
  /** ms */
  readonly at: number
  /** Absent: it was carried, or never will be. */
  readonly sealed?: string
}

const PLACE = 'notice'
/** Nobody needs to hear of it any more. */
const KEPT_MS = 3 * 86_400_000

export interface NoticeRowsOptions {
  readonly log: AppendLog<NoticeLine>
  readonly vault: Pick<Vault, 'sealOwn' | 'openOwn'>
  readonly clock: Clock
  onFault(error: unknown): void
}

export class NoticeRows {
  readonly #options: NoticeRowsOptions
  readonly #rows = new Map<string, NoticeLine>()

  constructor(options: NoticeRowsOptions) {
    this.#options = options
  }

  /** Those that the last run did not carry, oldest first. */
  async open(): Promise<Letter[]> {
    const { log, clock } = this.#options
    const since = clock.now() - KEPT_MS
    for (const line of await log.read()) {
      if (line.sealed === undefined || line.at < since) this.#rows.delete(line.id)
      else this.#rows.set(line.id, line)
    }
    await log.compact(() => this.#rows.values())
    return [...this.#rows.values()].flatMap((line) => this.#letterOf(line))
  }

  /** On the disk when it resolves, or its failure is told: a letter goes out all the same. */
  async add(letter: Letter): Promise<void> {
    const { log, vault, clock, onFault } = this.#options
    const line = { id: letter.id, at: clock.now(), sealed: vault.sealOwn(PLACE, JSON.stringify(letter)) }
    this.#rows.set(letter.id, line)
    log.append(line)
    await log.sync().catch(onFault)
  }

  /** Carried, refused for ever or given up. */
  settle(id: string): void {
    if (this.#rows.delete(id)) this.#options.log.append({ id, at: this.#options.clock.now() })
  }

  flush(): Promise<void> {
    return this.#options.log.flush()
  }

  #letterOf({ id, sealed = '' }: NoticeLine): Letter[] {
    try {
      return [JSON.parse(this.#options.vault.openOwn(PLACE, sealed)) as Letter]
    } catch (error) {
      this.#rows.delete(id)
      this.#options.onFault(error)
      return []
    }
  }
}
