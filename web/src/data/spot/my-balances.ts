/** The user's spot balances as they change. */
import type { Balance as WireBalance } from '@agio/wire/assets/types.ts'
import { type Claimed, listOf, textOf, textOrNull } from '../live/read.ts'
import { createTopic, useTopic } from '../live/topic.ts'

const SPOT_ACCOUNT = 1

/** Decimal strings. */
export interface Balance {
  readonly assetId: string
  readonly asset: string
  readonly iconUrl: string | null
  readonly available: string
  readonly held: string
  readonly total: string
  readonly usdtPrice: string
  /** What a reversed credit left owed of the coin; no part of the total. */
  readonly debt: string
  /** Value in USDT. */
  readonly value: string
  /** Set aside for withdrawals; part of the total. */
  readonly pending: string
  /** Credited and not withdrawable yet; part of what is available. */
  readonly locked: string
}

export function readBalance(fields: Claimed<WireBalance>): Balance {
  return {
    assetId: textOf(fields.coinId),
    asset: textOf(fields.coinName),
    iconUrl: textOrNull(fields.iconUrl),
    available: textOf(fields.balance) || '0',
    held: textOf(fields.frozenBalance) || '0',
    total: textOf(fields.total) || '0',
    usdtPrice: textOf(fields.usdtPrice) || '0',
    debt: textOf(fields.debt) || '0',
    value: textOf(fields.valueU) || '0',
    pending: textOf(fields.withdrawPending) || '0',
    locked: textOf(fields.lockedDeposit) || '0',
  }
}

function balancesTopic() {
  let balances: ReadonlyMap<string, Balance> = new Map()
  let known = false
  return createTopic('balances', {
    push(push) {
      const rows = listOf(push.data).filter((row) => row.accountType === SPOT_ACCOUNT)
      const next = push.type === 'snapshot' ? new Map<string, Balance>() : new Map(balances)
      for (const row of rows) next.set(textOf(row.coinName), readBalance(row))
      balances = next
      known = true
      return true
    },
    reset() {
      known = false
    },
    disown() {
      balances = new Map()
      known = false
    },
    view: () => ({ known, balances }),
  })
}

let topic: ReturnType<typeof balancesTopic> | undefined

export interface LiveBalances {
  readonly known: boolean
  /** By asset symbol. An asset that was never held has no entry. */
  readonly balances: ReadonlyMap<string, Balance>
}

export function useLiveBalances(): LiveBalances {
  topic ??= balancesTopic()
  return useTopic(topic)
}
