/** What a block of Solana did to accounts: balances before and after each transaction, as the node measured them. */
import type { BlockHead } from '../port.ts'
import { amountOf, type Fields, fieldsOf, heightOf, listOf, nonsense, textOf } from './rpc.ts'

const WHAT = 'getBlock'
const MS = 1_000

/** A change of one account in one transaction. */
export interface Change {
  /** Place of the account in the transaction, which its signature covers. */
  readonly index: number
  readonly account: string
  readonly before: bigint
  readonly after: bigint
}

export interface TokenChange extends Change {
  readonly mint: string
  readonly owner: string
}

export interface BlockTransaction {
  readonly tx: string
  /** Who signed first and pays the fee. */
  readonly from: string
  readonly succeeded: boolean
  readonly coins: readonly Change[]
  readonly tokens: readonly TokenChange[]
}

export interface ReadBlock extends BlockHead {
  readonly transactions: readonly BlockTransaction[]
}

/** @param slot that was asked for */
export function headOf(answer: unknown, slot: number): BlockHead {
  const { blockhash, previousBlockhash, blockTime } = fieldsOf(answer, WHAT)
  const time = blockTime === null ? 0 : heightOf(blockTime, WHAT) * MS
  return { height: slot, hash: textOf(blockhash, WHAT), parent: textOf(previousBlockhash, WHAT), time }
}

export function blockOf(answer: unknown, slot: number): ReadBlock {
  const transactions = listOf(fieldsOf(answer, WHAT).transactions, WHAT).map(transactionOf)
  return { ...headOf(answer, slot), transactions }
}

function transactionOf(answer: unknown): BlockTransaction {
  const { transaction, meta } = fieldsOf(answer, WHAT)
  const { signatures, message } = fieldsOf(transaction, WHAT)
  const told = fieldsOf(meta, WHAT)
  const keys = keysOf(fieldsOf(message, WHAT), told)
  const [tx] = listOf(signatures, WHAT)
  const [from] = keys
  if (from === undefined) throw nonsense(WHAT)
  return { tx: textOf(tx, WHAT), from, succeeded: told.err === null, coins: coinsOf(told, keys), tokens: tokensOf(told, keys) }
}

/** Accounts of the message, then those of lookup tables: places count over both. */
function keysOf({ accountKeys }: Fields, { loadedAddresses }: Fields): readonly string[] {
  const own = listOf(accountKeys, WHAT)
  if (loadedAddresses === undefined || loadedAddresses === null) return own.map((key) => textOf(key, WHAT))
  const { writable, readonly } = fieldsOf(loadedAddresses, WHAT)
  return [...own, ...listOf(writable, WHAT), ...listOf(readonly, WHAT)].map((key) => textOf(key, WHAT))
}

function coinsOf({ preBalances, postBalances }: Fields, keys: readonly string[]): Change[] {
  const [before, after] = [listOf(preBalances, WHAT), listOf(postBalances, WHAT)]
  if (before.length !== keys.length || after.length !== keys.length) throw nonsense(WHAT)
  return keys.map((account, index) => ({ index, account, before: amountOf(before[index], WHAT), after: amountOf(after[index], WHAT) }))
}

interface TokenRow {
  readonly index: number
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
}

function rowsOf(answer: unknown): Map<number, TokenRow> {
  const rows = listOf(answer ?? [], WHAT).map((row) => {
    const { accountIndex, mint, owner, uiTokenAmount } = fieldsOf(row, WHAT)
    const amount = amountOf(fieldsOf(uiTokenAmount, WHAT).amount, WHAT)
    return { index: heightOf(accountIndex, WHAT), mint: textOf(mint, WHAT), owner: textOf(owner, WHAT), amount }
  })
  return new Map(rows.map((row) => [row.index, row]))
}

/** An account that is made or closed in the transaction stands on one side alone: it had or has nothing. */
function tokensOf({ preTokenBalances, postTokenBalances }: Fields, keys: readonly string[]): TokenChange[] {
  const [before, after] = [rowsOf(preTokenBalances), rowsOf(postTokenBalances)]
  return [...new Set([...before.keys(), ...after.keys()])].map((index) => {
    const [old, now] = [before.get(index), after.get(index)]
    const account = keys[index]
    const row = now ?? old
    if (account === undefined || row === undefined) throw nonsense(WHAT)
    return { index, account, mint: row.mint, owner: row.owner, before: old?.amount ?? 0n, after: now?.amount ?? 0n }
  })
}
