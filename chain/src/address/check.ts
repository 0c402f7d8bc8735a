/**
 * Whether a text is an address of a network, and which. Pure, and small enough for a page: forms tell a typing error before a server is
 * asked, the server decides by the same code.
 */
import { fromBase58, readVersioned } from './base58.ts'
import { checkBitcoin } from './bitcoin.ts'
import { checkEvm } from './evm.ts'
import type { AddressFault, AddressRules, CheckedAddress, TagRules } from './rules.ts'
import { readBech32 } from './segwit.ts'
import { checkSimulated } from './simulated.ts'
import { checkSolana } from './solana.ts'
import { checkTron } from './tron.ts'

function byFormat(rules: AddressRules, text: string): CheckedAddress | AddressFault {
  switch (rules.format) {
    case 'evm':
      return checkEvm(text)
    case 'bitcoin':
      return checkBitcoin(rules, text)
    case 'solana':
      return checkSolana(text)
    case 'tron':
      return checkTron(rules, text)
    case 'simulated':
      return checkSimulated(rules, text)
  }
}

/** Is it a good address of any format that is known here? */
function isAddressSomewhere(text: string): boolean {
  return (
    typeof checkEvm(text) !== 'string' ||
    typeof readVersioned(text) !== 'string' ||
    typeof readBech32(text) !== 'string' ||
    fromBase58(text)?.length === 32
  )
}

/**
 * Nothing is mended: a text with a blank around it is refused, as what a program sends is. Pages take blanks away before they ask.
 *
 * @returns the address as the network's wallets show it, or why it is none
 */
export function checkAddress(rules: AddressRules, text: string): CheckedAddress | AddressFault {
  if (text === '') return 'empty'
  if (/\s/u.test(text)) return 'spaces'
  // a Cyrillic а, a full-width digit or a mark without width looks right and is not
  if (/[^\x21-\x7e]/u.test(text)) return 'letters'
  const checked = byFormat(rules, text)
  return checked === 'format' && isAddressSomewhere(text) ? 'otherNetwork' : checked
}

export type TagFault = 'missing' | 'unexpected' | 'format'

const TAG = /^(0|[1-9][0-9]{0,9})$/
const TAG_MOST = 2 ** 32 - 1

/** Tags are numbers from 0 to 2^32 − 1, written without zeros in front. @returns null where there is none and none is needed */
export function checkTag(rules: TagRules | null, text: string): { readonly tag: string | null } | TagFault {
  if (text === '') return rules?.required === true ? 'missing' : { tag: null }
  if (rules === null) return 'unexpected'
  return TAG.test(text) && Number(text) <= TAG_MOST ? { tag: text } : 'format'
}
