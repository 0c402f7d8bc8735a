/** Changes of many deposits at once, by what they have in common: parts of one sum, and what waited in blocks that left. They come behind all others of a batch. */
import { WALLET_TX_KINDS } from '../rows/wallet-rows.ts'
import type { Statement } from '../store/sql-connection.ts'
import { type PileChange, WAITING_REASON, type WaitingLeft } from './wallet-fold.ts'

export class ManyTxs {
  readonly #txs: string
  readonly #steps: string
  #statements: Statement[] = []

  constructor(schema: string) {
    this.#txs = `"${schema}"."wallet_txs"`
    this.#steps = `"${schema}"."wallet_steps"`
  }

  get size(): number {
    return this.#statements.length
  }

  changePile(pileId: number, { status, seq, at, place, isOver }: PileChange): void {
    const credited = status === 'credited' ? ', credited_at = $4::text::bigint' : ''
    this.#statements.push(
      {
        sql: `update ${this.#txs} set status = $1, reason = '', updated_at = $4::text::bigint, finished_at = $5::text::bigint${credited} where kind = $2::text::integer and pile_id = $3::text::bigint`,
        parameters: [status, String(WALLET_TX_KINDS.deposit), String(pileId), String(at), String(isOver ? at : 0)],
      },
      {
        sql: `insert into ${this.#steps} (kind, tx_id, seq, place, status, at, actor, who, reason, tx) select kind, tx_id, $4::text::bigint, $5::text::integer, $1, $6::text::bigint, 'system', '', '', '' from ${this.#txs} where kind = $2::text::integer and pile_id = $3::text::bigint`,
        parameters: [status, String(WALLET_TX_KINDS.deposit), String(pileId), String(seq), String(place), String(at)],
      },
    )
  }

  leaveWaiting({ networkId, height, seq, at }: WaitingLeft): void {
    this.#statements.push({
      sql: `update ${this.#txs} set status = 'vanished', reason = '', updated_at = $5::text::bigint, finished_at = $5::text::bigint where status = 'confirming' and finished_at = 0 and reason = '${WAITING_REASON}' and kind = $1::text::integer and network_id = $2::text::integer and height > $3::text::bigint and listed_seq < $4::text::bigint`,
      parameters: [WALLET_TX_KINDS.deposit, networkId, height, seq, at].map(String),
    })
  }

  /** In order, and none is left. */
  take(): readonly Statement[] {
    const taken = this.#statements
    this.#statements = []
    return taken
  }
}
