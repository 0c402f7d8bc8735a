/** What stands between a customer and a payment to somebody else: which networks an address fits, what it looks like, how to compare it. */
import { checkAddress } from './check.ts'
import type { AddressRules } from './rules.ts'

export interface NamedRules {
  readonly network: string
  readonly rules: AddressRules
}

/** @returns the networks that an address fits, in their order: none, one, or those that share addresses */
export function networksOf(text: string, networks: readonly NamedRules[]): readonly string[] {
  return networks.filter(({ rules }) => typeof checkAddress(rules, text) !== 'string').map(({ network }) => network)
}

const ENDS = 4

/**
 * Do two addresses look alike to whoever compares their ends, though they differ? Capitals are not looked at, as people do not.
 *
 * @param one as `checkAddress` gives it, `other` too
 */
export function lookAlike(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()]
  if (one === other) return false
  return first.slice(0, ENDS) === second.slice(0, ENDS) && first.slice(-ENDS) === second.slice(-ENDS)
}

const PREFIX = /^(0x|[a-z]{1,20}1(?=[02-9ac-hj-np-z]{8,}$))/

/** The address in groups of four behind its prefix, as people read and compare it. Joined they are the address. */
export function groups(address: string): readonly string[] {
  const prefix = PREFIX.exec(address)?.[0] ?? ''
  const parts = address.slice(prefix.length).match(/.{1,4}/g) ?? []
  return prefix === '' ? parts : [prefix, ...parts]
}
