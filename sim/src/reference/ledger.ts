/** Double entry in its simplest form: named accounts in a map, and one function that moves money between two of them. */
import type { AccountKind } from '@agio/engine/event.ts'
import { smaller, type World } from './model.ts'

export type Bin = 'available' | 'held'

export const userAccount = (userId: number, assetId: number, bin: Bin, kind: AccountKind = 'spot'): string =>
  `user:${userId}:${assetId}:${kind}:${bin}`
/** What a user owes; unlike his other accounts it goes below zero. */
export const debtAccount = (userId: number, assetId: number): string => `debt:${userId}:${assetId}`
export const feeAccount = (assetId: number): string => `income:fee:${assetId}`
export const contraAccount = (cause: string, assetId: number): string => `contra:${cause}:${assetId}`

export const balanceAt = (world: World, account: string): bigint => world.ledger.get(account) ?? 0n

/** Moves an amount, not negative, from one account to another. User accounts may not go below zero. */
export function move(world: World, from: string, to: string, amount: bigint): void {
  if (amount < 0n) throw new Error(`reference: negative move ${from} → ${to} ${amount}`)
  if (amount === 0n) return
  const left = balanceAt(world, from) - amount
  if (left < 0n && from.startsWith('user:')) throw new Error(`reference: ${from} would be ${left}`)
  world.ledger.set(from, left)
  world.ledger.set(to, balanceAt(world, to) + amount)
}

export const availableOf = (world: World, userId: number, assetId: number): bigint =>
  balanceAt(world, userAccount(userId, assetId, 'available'))

export const debtOf = (world: World, userId: number, assetId: number): bigint => -balanceAt(world, debtAccount(userId, assetId))

/** Whoever owes anything is frozen. */
export const owes = (world: World, userId: number): boolean => world.assets.some(({ assetId }) => debtOf(world, userId, assetId) > 0n)

/** A debt is paid first, out of what the user has available of the asset. */
export function payDebt(world: World, userId: number, assetId: number): void {
  const debt = debtOf(world, userId, assetId)
  const available = availableOf(world, userId, assetId)
  move(world, userAccount(userId, assetId, 'available'), debtAccount(userId, assetId), smaller(debt, available))
}

export const heldOf = (world: World, userId: number, assetId: number): bigint => balanceAt(world, userAccount(userId, assetId, 'held'))
