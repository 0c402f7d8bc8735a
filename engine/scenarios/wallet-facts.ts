/** What a scenario expects of deposits, withdrawals and holdings. */
import * as layout from '../generated/layout.ts'
import { DEPOSIT_STATUSES } from '../generated/vocabularies.ts'
import type { Event } from '../src/event.ts'
import type { UserId } from '../src/ids/id.ts'
import { balanceOf, houseBalancesOf } from '../src/read.ts'
import type { State } from '../src/state.ts'
import { listingsOf, withdrawableOf, withdrawalsOf } from '../src/wallet/read-wallet.ts'
import { minorOf } from './product-verbs.ts'
import { keyOf } from './wallet-verbs.ts'

const show = (amount: bigint): string => {
  const digits = String(amount < 0n ? -amount : amount).padStart(9, '0')
  const text = `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
  return amount < 0n ? `-${text}` : text
}

export interface WalletWorld {
  readonly state: State
  readonly events: readonly Event[]
  readonly userNamed: (name: string) => UserId
  readonly seqOf: (label: string) => number
  readonly assetOf: (symbol: string) => number
}

/** By the word behind `expect`; each says what it found, as it would be written. */
export const WALLET_FACTS: Readonly<Record<string, (world: WalletWorld, words: readonly string[]) => string>> = {
  /** expect deposit d1 credited */
  deposit: ({ state }, [name = '']) => {
    const key = keyOf(name)
    const row = state.kernel.findDeposit(BigInt(`0x${key.slice(0, 16)}`), BigInt(`0x${key.slice(16)}`))
    return row === 0 ? 'unknown' : (DEPOSIT_STATUSES[state.deposits.view.getUint8(row + layout.DEPOSIT_STATUS)] ?? '')
  },
  /** expect withdrawal ann w1 queued */
  withdrawal: ({ events, seqOf }, [, label = '']) => {
    const told = events.findLast((event) => event.kind === 'withdrawalChanged' && event.withdrawalId === seqOf(label))
    return told?.kind === 'withdrawalChanged' ? told.status : 'unknown'
  },
  /** expect kept ann 2: withdrawals of which the engine has a row */
  kept: ({ state, userNamed }, [who = '']) => String(withdrawalsOf(state, userNamed(who)).length),
  /** expect pending ann BTC 1.5 */
  pending: ({ state, userNamed, assetOf }, [who = '', symbol = '']) =>
    show(balanceOf(state, userNamed(who), assetOf(symbol) as never, 'pending').available),
  /** expect withdrawable ann BTC 1.5 */
  withdrawable: ({ state, userNamed, assetOf }, [who = '', symbol = '']) => show(withdrawableOf(state, userNamed(who), assetOf(symbol))),
  /** expect holding 1 hot 2.5; `onTheWay` and `dust` (in units of the chain) too */
  holding: ({ state }, [listing = '1', place = '']) => {
    const found = listingsOf(state)[Number(listing) - 1]
    if (found === undefined) return 'unknown'
    if (place === 'dust') return String(found.dust)
    return show(place === 'onTheWay' ? found.onTheWay : found.held[place as keyof typeof found.held])
  },
  /** expect house suspense:deposit BTC 1 */
  house: ({ state, assetOf }, [account = '', symbol = '']) =>
    show(houseBalancesOf(state).find((each) => each.account === account && each.assetId === assetOf(symbol))?.amount ?? 0n),
}

/** Is it said as it was found? Amounts are compared as amounts. */
export function isSame(found: string, said: string): boolean {
  return found === said || (/^-?[\d.]+$/.test(found) && /^-?[\d.]+$/.test(said) && minorOf(found) === minorOf(said))
}
