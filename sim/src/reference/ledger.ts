/** Double entry in its simplest form: named accounts in a map, and one function that moves money between two of them. */
import type { World } from './model.ts'

export type Bin = 'available' | 'held'

export const userAccount = (userId: number, assetId: number, bin: Bin): string => `user:${userId}:${assetId}:${bin}`
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

export const heldOf = (world: World, userId: number, assetId: number): bigint => balanceAt(world, userAccount(userId, assetId, 'held'))
