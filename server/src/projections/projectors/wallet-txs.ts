/** Deposits and withdrawals, as `WalletFold` tells of them: a row each, changed by what came since, and a step for each status. */
import type { WalletTxName } from '@agio/wire/wallet/view.ts'
import { WALLET_TX_KINDS } from '../rows/wallet-rows.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { ManyTxs } from './many-txs.ts'
import { NewRows } from './new-rows.ts'
import { type FoldedBy, foldedBy, type Moment, type Projector } from './projector.ts'
import { type Cell, takeAll } from './row-batch.ts'
import { RowChanges } from './row-changes.ts'
import {
  type KeptStep,
  type KeptTx,
  type PileChange,
  type TxChanges,
  type WaitingLeft,
  WalletFold,
  type WalletRows,
} from './wallet-fold.ts'

/** Columns that change, with the types of their cells. */
const CHANGING = {
  user_id: 'bigint',
  asset_id: 'integer',
  network_id: 'integer',
  status: 'text',
  height: 'bigint',
  payment_id: 'bigint',
  reviews: 'text',
  reason: 'text',
  updated_at: 'bigint',
  checked_at: 'bigint',
  credited_at: 'bigint',
  finished_at: 'bigint',
  listed_seq: 'bigint',
  pile_id: 'bigint',
} as const
const KEY = { kind: 'integer', tx_id: 'bigint' } as const
const COLUMNS = [
  ...Object.keys(KEY),
  ...Object.keys(CHANGING),
  ...['other_user_id', 'listing_id', 'amount', 'fee', 'value', 'address_id', 'tx', 'position', 'from_address', 'business_key'],
  ...['document', 'client_id', 'created_at', 'arrivals'],
]
const STEP_COLUMNS = ['kind', 'tx_id', 'seq', 'place', 'status', 'at', 'actor', 'who', 'reason', 'tx']

type Changed = Pick<KeptTx, keyof TxChanges & ChangingField>
type ChangingField =
  | 'userId'
  | 'assetId'
  | 'networkId'
  | 'status'
  | 'height'
  | 'paymentId'
  | 'reviews'
  | 'reason'
  | 'updatedAt'
  | 'checkedAt'
  | 'creditedAt'
  | 'finishedAt'
  | 'listedSeq'
  | 'pileId'

/** In the order of `CHANGING`; a cell that is null stays as it is stored. */
function changedCells(row: Partial<Changed>): Cell[] {
  const {
    userId,
    assetId,
    networkId,
    status,
    height,
    paymentId,
    reviews,
    updatedAt,
    checkedAt,
    creditedAt,
    finishedAt,
    listedSeq,
    pileId,
  } = row
  const reason = 'reason' in row ? (row.reason ?? '') : null
  const kept = [userId, assetId, networkId, status, height, paymentId, reviews && reviewsText(reviews)].map((cell) => cell ?? null)
  return [...kept, reason, ...[updatedAt, checkedAt, creditedAt, finishedAt, listedSeq, pileId].map((cell) => cell ?? null)]
}

const reviewsText = (reviews: readonly string[]): string => (reviews.length === 0 ? '' : JSON.stringify(reviews))

const keyOf = ({ kind, txId }: WalletTxName): string => `${kind} ${txId}`

export class WalletTxsProjector implements Projector, WalletRows {
  readonly kinds = foldedBy('walletTxs')
  readonly #fold = new WalletFold(this)
  readonly #begun: NewRows
  readonly #changed: RowChanges
  readonly #steps: NewRows
  readonly #many: ManyTxs
  /** Begun since the last `take`: not stored yet, so changed in place. */
  readonly #new = new Map<string, KeptTx>()
  readonly #changes = new Map<string, WalletTxName & TxChanges>()

  constructor(schema: string) {
    this.#begun = new NewRows(schema, 'wallet_txs', COLUMNS)
    this.#changed = new RowChanges(schema, 'wallet_txs', KEY, CHANGING)
    this.#steps = new NewRows(schema, 'wallet_steps', STEP_COLUMNS)
    this.#many = new ManyTxs(schema)
  }

  get pending(): number {
    return this.#new.size + this.#changes.size + this.#steps.size + this.#many.size
  }

  fold(event: FoldedBy<'walletTxs'>, moment: Moment): void {
    this.#fold.fold(event, moment)
  }

  begin(row: KeptTx): void {
    this.#new.set(keyOf(row), row)
  }

  change(name: WalletTxName, changes: TxChanges): void {
    const key = keyOf(name)
    const begun = this.#new.get(key)
    if (begun !== undefined) this.#new.set(key, { ...begun, ...changes })
    else this.#changes.set(key, { ...name, ...this.#changes.get(key), ...changes })
  }

  step({ kind, txId, seq, place, status, at, actor, who, reason, tx }: KeptStep): void {
    this.#steps.add([WALLET_TX_KINDS[kind], txId, seq, place, status, at, actor, who ?? '', reason ?? '', tx ?? ''])
  }

  changePile(pileId: number, changes: PileChange): void {
    this.#many.changePile(pileId, changes)
  }

  leaveWaiting(left: WaitingLeft): void {
    this.#many.leaveWaiting(left)
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const row of this.#new.values()) {
      const { otherUserId, listingId, amount, fee, value, addressId, tx, position, from, key, document, clientId, createdAt, count } = row
      this.#begun.add([
        ...[WALLET_TX_KINDS[row.kind], row.txId],
        ...changedCells(row),
        ...[otherUserId, listingId, amount, fee, value, addressId, tx ?? '', position ?? '', from ?? '', key ?? ''],
        ...[document === undefined ? '' : JSON.stringify(document), clientId ?? '', createdAt, count],
      ])
    }
    this.#new.clear()
    for (const changes of this.#changes.values()) this.#changed.add([WALLET_TX_KINDS[changes.kind], changes.txId], changedCells(changes))
    this.#changes.clear()
    const stored = takeAll(this.#begun, this.#changed, this.#steps)
    return [...stored, ...this.#many.take()]
  }
}
