import type { Arrival, WatchWishes } from '../port.ts'
import type { BlockTransaction } from './block.ts'
import { associatedAccount } from './program-address.ts'

/**
 * What a transaction brought to watched addresses, measured: what an account had after it less what it had before, whichever program moved
 * it. So an address that also paid in it brings the rest alone. Tokens count in the account that belongs to the address, where the house
 * can find and move them.
 */
export function arrivalsOf({ tx, from, succeeded, coins, tokens }: BlockTransaction, wishes: WatchWishes): Arrival[] {
  if (!succeeded) return []
  const found: Arrival[] = []
  for (const { index, account, before, after } of coins) {
    const watched = after > before ? wishes.addresses.find(account) : null
    if (watched !== null)
      found.push({ tx, position: `a${index}`, to: account, tag: null, from, token: null, amount: after - before, watched })
  }
  for (const { index, account, mint, owner, before, after } of tokens) {
    const watched = after > before && wishes.tokens.has(mint) ? wishes.addresses.find(owner) : null
    if (watched === null || account !== associatedAccount(owner, mint)) continue
    found.push({ tx, position: `t${index}`, to: owner, tag: null, from, token: mint, amount: after - before, watched })
  }
  return found
}
