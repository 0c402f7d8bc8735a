/**
 * What another leverage does to the margin of an isolated position, by the rule of the exchange: a lower one takes what the margin lacks, a higher
 * one frees at most the difference of both initial margins, nothing that was added, and nothing that has to stay. Pure.
 */
import { divideCeil } from '@agio/engine/money/rounding.ts'
import { decimalOf, units } from '../../../../data/amounts.ts'
import type { Position } from '../../../../data/contract/position.ts'

const ONE = 10n ** 18n

export interface MarginMove {
  readonly kind: 'takes' | 'frees' | 'keeps'
  /** Decimal of the margin coin, above zero unless it keeps. */
  readonly amount: string
}

type Behind = Pick<Position, 'entryPrice' | 'volume' | 'value' | 'margin' | 'added' | 'unrealised' | 'marginRatio' | 'leverage'>

const KEEPS: MarginMove = { kind: 'keeps', amount: '0' }
const larger = (one: bigint, other: bigint): bigint => (one < other ? other : one)
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const parts = (value: bigint, leverage: number): bigint => divideCeil(value, BigInt(leverage))

/** @param multiplier coins in one contract */
export function marginMove(position: Behind, multiplier: string, times: number): MarginMove {
  const margin = units(position.margin)
  const entry = (((units(position.entryPrice) * units(position.volume)) / ONE) * units(multiplier)) / ONE
  const wanted = parts(entry, times)
  if (times < position.leverage) return wanted > margin ? { kind: 'takes', amount: decimalOf(wanted - margin) } : KEEPS
  if (times === position.leverage) return KEEPS
  const profit = units(position.unrealised)
  // The ratio is the need of maintenance ÷ what stands behind it; a quarter more than that need has to stay.
  const need = (units(position.marginRatio) * (margin + profit)) / ONE
  const stays = larger(parts(units(position.value), times), divideCeil(need * 5n, 4n))
  const freed = [parts(entry, position.leverage) - wanted, margin - units(position.added) - wanted, margin + smaller(0n, profit) - stays]
  const amount = freed.reduce(smaller)
  return amount > 0n ? { kind: 'frees', amount: decimalOf(amount) } : KEEPS
}
