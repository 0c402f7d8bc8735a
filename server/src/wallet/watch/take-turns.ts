/**
 * Gives rows to arrivals that wait for one: a customer has so many, and what came beyond stands in history until some of his are free. The
 * oldest come first. Without history nothing is given, and nothing is lost.
 */

import type { JsonObject, WaitingArrival } from '@agio/engine/command.ts'
import { asDepositId } from '@agio/engine/ids/id.ts'
import { hasRowFree, usualRows } from '@agio/engine/wallet/arrivals.ts'
import { crowdsOf } from '@agio/engine/wallet/read-deposits.ts'
import { WAITING_REASON } from '../../projections/projectors/wallet-fold.ts'
import type { WalletTxRow } from '../../projections/rows/wallet-rows.ts'
import { PositionTimeout } from '../../projections/thread/projection-position.ts'
import { Refused } from '../../sequencer/exchange.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { Screening, WalletParts } from '../parts.ts'

const PAGE = 200
/** So many pages are looked at in one turn; the next one goes on behind them. */
const PAGES_MOST = 20
const LOOK_MS = 5_000

export interface TurnParts extends Pick<WalletParts, 'exchange' | 'models' | 'log' | 'tenantId'> {
  readonly screening: Screening
}

export class TakeTurns {
  readonly #parts: TurnParts
  readonly #network: KnownNetwork
  /** Pages from the oldest on that this turn begins behind. */
  #behind = 0
  #lookedAt = Number.NEGATIVE_INFINITY
  #work: Promise<void> | undefined

  constructor(parts: TurnParts, network: KnownNetwork) {
    this.#parts = parts
    this.#network = network
  }

  /** After a block: nobody waits for it. */
  look(): void {
    const now = performance.now()
    if (this.#work !== undefined || now - this.#lookedAt < LOOK_MS) return
    if (crowdsOf(this.#parts.exchange.state, this.#network.networkId).length === 0) return
    this.#lookedAt = now
    this.#work = this.#turn()
      .catch((error: unknown) => {
        // History is behind, or the exchange takes nothing now: the next block looks again.
        if (error instanceof Refused || error instanceof PositionTimeout) return
        this.#parts.log.error('arrivals that wait for a row are not looked at', { tenant: this.#parts.tenantId, error: String(error) })
      })
      .finally(() => {
        this.#work = undefined
      })
  }

  /** Resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.#lookedAt = Number.POSITIVE_INFINITY
    await this.#work
  }

  async #turn(): Promise<void> {
    const { exchange, models } = this.#parts
    await models.reached(exchange.durableSeq)
    const { networkId } = this.#network
    const query = { kinds: ['deposit'], statuses: ['confirming'], networkIds: [networkId], reason: WAITING_REASON } as const
    const { total } = await models.walletTxs({ ...query, pageNo: 1, pageSize: 1 })
    const pages = Math.ceil(total / PAGE)
    const from = this.#behind < pages ? this.#behind : 0
    this.#behind = from
    for (let page = from; page < Math.min(pages, from + PAGES_MOST); page += 1) {
      // newest first: the last page has the oldest
      const { rows } = await models.walletTxs({ ...query, pageNo: pages - page, pageSize: PAGE })
      const arrivals = [...rows].reverse().map((row) => this.#arrivalOf(row))
      const most = usualRows()
      const free = arrivals.filter((arrival) => hasRowFree(exchange.state, arrival, most))
      if (free.length > 0) {
        const { reason, value } = await exchange.submit({ kind: 'takeArrivals', networkId, arrivals: free })
        if (reason !== 'none') throw new Error(`rows of waiting arrivals: ${reason}`)
        // what was taken is no part of these pages any more: the next turn counts them anew
        if (value > 0) return
      }
      this.#behind = page + 1
    }
  }

  #arrivalOf(row: WalletTxRow): WaitingArrival {
    const { dust, maturity, isHeld } = (row.document ?? {}) as JsonObject
    const { listingId, addressId, amount, count, height, txId } = row
    return {
      ...{ listingId, addressId, amount, height, count, depositId: asDepositId(txId) },
      ...{ key: row.key ?? '', tx: row.tx ?? '', position: row.position ?? '', from: row.from ?? null },
      dust: BigInt(String(dust ?? 0)),
      maturity: Number(maturity ?? 0),
      isHeld: isHeld === true || this.#parts.screening.isHeld(this.#network, row.from ?? null),
    }
  }
}
