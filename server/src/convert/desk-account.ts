/** The account by which the engine hedges the stock of conversions: opened, and named in the terms, once there is a stock. The leader's work. */
import { convertStateOf } from '@agio/engine/convert/read-convert.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { userByAccountKey } from '@agio/engine/read.ts'
import type { CommandGivenBy } from '@agio/engine/schema/commands.ts'
import type { Duty } from '../core/leadership.ts'
import type { Log } from '../core/log.ts'
import type { Exchange } from '../sequencer/exchange.ts'

type Givers = 'customer' | 'system'

const ROUND_MS = 2000
const ACCOUNT_KEY = 'house:desk'

export interface DeskAccountParts {
  readonly exchange: Exchange<Givers>
  readonly log: Log
}

export class DeskAccount implements Duty {
  readonly #parts: DeskAccountParts
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #isBusy = false

  constructor(parts: DeskAccountParts) {
    this.#parts = parts
  }

  begin(): void {
    this.#timer = setInterval(() => {
      if (this.#isBusy) return
      this.#round = this.round().catch((error: unknown) => {
        const { log, exchange } = this.#parts
        log.warn('the desk waits for its account', { tenant: exchange.tenantId, error: String(error) })
      })
    }, ROUND_MS)
    this.#timer.unref()
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#round
  }

  /** Does nothing once the account is there, or while there is nothing to hedge. @throws Refused */
  async round(): Promise<void> {
    const { exchange, log } = this.#parts
    const { deskUserId, day, isClosedByOperator, dailyLimit, lossBound } = convertStateOf(exchange.state)
    if (deskUserId !== 0 || day === 0) return
    this.#isBusy = true
    try {
      const opened = userByAccountKey(exchange.state, ACCOUNT_KEY) ?? (await this.#register())
      if (opened === undefined) return
      const terms = { dailyLimit, lossBound, deskUserId: opened, isClosed: isClosedByOperator }
      const { reason } = await this.#submit({ kind: 'setConvertTerms', ...terms, actor: 'system', why: 'the desk that hedges the stock' })
      if (reason !== 'none') log.warn('the desk has no account', { tenant: exchange.tenantId, reason })
    } finally {
      this.#isBusy = false
    }
  }

  async #register(): Promise<UserId | undefined> {
    const { reason, value } = await this.#submit({ kind: 'registerUser', accountKey: ACCOUNT_KEY, document: {}, role: 'maker' })
    return reason === 'none' ? asUserId(value) : undefined
  }

  #submit(command: CommandGivenBy<Givers>): Promise<Outcome> {
    return this.#parts.exchange.submit(command)
  }
}
