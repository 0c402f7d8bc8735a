/** What a transfer between a user's own accounts may be, and what it leaves. Pure; decimal strings in and out, integers inside. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import type { WalletAccount } from '@agio/wire/assets/view.ts'
import { openFeatures, type Switches } from '../../../data/shell/menu-model.ts'
import type { Entry } from '../../../data/typed-amount.ts'

export type Account = WalletAccount

export const ACCOUNTS: readonly Account[] = ['spot', 'financial', 'contract']

/** What decides between which accounts coins may move. */
export interface Accounts {
  readonly switches: Switches
  /** Accounts that hold something of the user's. */
  readonly holds: ReadonlySet<Account>
}

/** Whether coins may move into an account; out of it they always may. */
export function isOpenTo(account: Account, switches: Switches): boolean {
  const { earn, contract } = openFeatures(switches)
  return account === 'spot' || (account === 'financial' ? earn : contract)
}

/** Where coins of an account may go: where they were meant to go, if that may be. */
export function targetOf(from: Account, { switches }: Accounts, meant?: Account): Account | undefined {
  const may = (account: Account): boolean => account !== from && isOpenTo(account, switches)
  return meant !== undefined && may(meant) ? meant : ACCOUNTS.find(may)
}

/** Whether an account can be chosen as the one that coins leave. */
export const mayLeave = (from: Account, accounts: Accounts): boolean =>
  targetOf(from, accounts) !== undefined && (isOpenTo(from, accounts.switches) || accounts.holds.has(from))

/** Whether there is any other account to move coins to or from. */
export const mayTransfer = (accounts: Accounts): boolean =>
  ACCOUNTS.some((account) => account !== 'spot' && (isOpenTo(account, accounts.switches) || accounts.holds.has(account)))

export interface Route {
  readonly from: Account
  readonly to: Account
}

/** Out of the wanted account where that may be; else out of spot where something else is open, else out of what is closed and still holds something. */
export function firstRoute(accounts: Accounts, wanted?: Account): Route {
  if (wanted !== undefined && accounts.holds.has(wanted)) return { from: wanted, to: targetOf(wanted, accounts) ?? 'spot' }
  const from = ACCOUNTS.find((account) => mayLeave(account, accounts)) ?? 'spot'
  return { from, to: targetOf(from, accounts) ?? 'spot' }
}

/** Another account to leave: the target stays unless it is the same one or closed. */
export const leaving = (from: Account, route: Route, accounts: Accounts): Route => ({
  from,
  to: targetOf(from, accounts, route.to === from ? route.from : route.to) ?? route.to,
})

/** Another target: when it is what coins leave, the two change places. */
export const reaching = (to: Account, route: Route): Route => ({ from: route.from === to ? route.to : route.from, to })

/** Minor units of what the server told; undefined while it has not. */
export function unitsOf(decimal: string | undefined, scale: number): bigint | undefined {
  const value = decimal === undefined ? undefined : parseDecimal(decimal, scale)
  return typeof value === 'bigint' ? value : undefined
}

export interface After {
  readonly from?: string
  readonly to?: string
}

/** What both accounts have free afterwards; nothing is said of an account that is not known or has too little. */
export function balancesAfter(entry: Entry, from: bigint | undefined, to: bigint | undefined, scale: number): After {
  const moved = entry.kind === 'amount' ? entry.value : entry.kind === 'empty' || entry.kind === 'nothing' ? 0n : undefined
  if (moved === undefined) return {}
  const enough = from === undefined || moved <= from
  return {
    ...(from !== undefined && enough && { from: formatDecimal(from - moved, scale) }),
    ...(to !== undefined && enough && { to: formatDecimal(to + moved, scale) }),
  }
}

export const exceeds = (entry: Entry, available: bigint | undefined): boolean =>
  entry.kind === 'amount' && available !== undefined && entry.value > available

export const isEmpty = (available: bigint | undefined): boolean => available === 0n

export type Place = 'to' | 'coin' | 'amount' | 'form'

const PLACES: Readonly<Record<string, Place>> = {
  TRANSFER_SAME_ACCOUNT: 'to',
  TRANSFER_CLOSED: 'to',
  CONTRACT_NOT_OPENED: 'to',
  COIN_NOT_FOUND: 'coin',
  DECIMAL_SCALE: 'amount',
  BALANCE_INSUFFICIENT: 'amount',
  TRANSFER_EXCEEDS: 'amount',
}

/** Where a refusal is shown, by its name. */
export const placeOf = (name: string): Place => PLACES[name] ?? 'form'

export interface Transfer extends Route {
  readonly coin: string
  /** Decimal string. */
  readonly amount: string
}
