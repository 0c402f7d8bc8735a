/**
 * What a typed address is: which networks it fits, whether its checksum is right, and whether it only looks like one that is known. Fetched
 * with the first address, together with the checks of every format; the server decides by the same code.
 */
import { checkAddress, checkTag, type TagFault } from '@agio/chain/address/check.ts'
import { lookAlike } from '@agio/chain/address/guard.ts'
import { type AddressFault, type AddressRules, readAddressRules } from '@agio/chain/address/rules.ts'
import type { ProtocolType } from '@agio/wire/wallet/types.ts'

export interface Known {
  readonly address: string
  /** Of the address book; absent for one that coins only went to. */
  readonly label?: string
}

export interface Fitting {
  readonly kind: 'fits'
  /** As the network's wallets show it. */
  readonly address: string
  /** Protocol types among those that were asked about, in their order. */
  readonly networks: readonly string[]
  /** verified: a checksum stands in it and is right; absent: it carries none, so that a typing error cannot be seen. */
  readonly checksum: 'verified' | 'absent'
  /** A known address that it could be taken for. */
  readonly lookAlike: Known | undefined
}

export interface Unfitting {
  readonly kind: 'fault'
  readonly fault: AddressFault
  /** The network that it is an address of, where the coin does not move there. */
  readonly of: string | undefined
}

export type Inspection = Fitting | Unfitting

/** The more it tells, the earlier it stands. */
const TELLING: readonly AddressFault[] = [
  'letters',
  'spaces',
  'mixedCase',
  'checksum',
  'nobody',
  'formNotTaken',
  'otherNetwork',
  'format',
  'empty',
]

const PLAIN_HEX = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/

/** An address of small or of capital letters alone, and all of a format without one, say nothing about themselves. */
function carriesChecksum({ format }: AddressRules, text: string): boolean {
  return format === 'solana' ? false : format !== 'evm' || !PLAIN_HEX.test(text)
}

const rulesOf = (network: ProtocolType): AddressRules | undefined => readAddressRules(network.addressRules)

/**
 * @param text without blanks around it
 * @param wanted protocol types over which the coin moves
 * @param networks every network of the house
 * @param known addresses of the book, and those that coins went to
 */
export function inspect(text: string, wanted: readonly string[], networks: readonly ProtocolType[], known: readonly Known[]): Inspection {
  const checks = networks.flatMap((network) => {
    const rules = rulesOf(network)
    return rules === undefined ? [] : [{ network, rules, checked: checkAddress(rules, text) }]
  })
  const fitting = checks.filter(({ network, checked }) => typeof checked !== 'string' && wanted.includes(network.protocolType))
  const [first] = fitting
  if (first === undefined || typeof first.checked === 'string') {
    const faults = checks.flatMap(({ network, checked }) =>
      typeof checked === 'string' && wanted.includes(network.protocolType) ? [checked] : [],
    )
    const elsewhere = checks.find(({ network, checked }) => typeof checked !== 'string' && !wanted.includes(network.protocolType))
    const fault = TELLING.find((one) => faults.includes(one)) ?? 'format'
    return { kind: 'fault', fault: elsewhere === undefined ? fault : 'otherNetwork', of: elsewhere?.network.name }
  }
  const { address } = first.checked
  const isKnown = known.some((one) => one.address === address)
  return {
    kind: 'fits',
    address,
    networks: fitting.map(({ network }) => network.protocolType),
    checksum: carriesChecksum(first.rules, text) ? 'verified' : 'absent',
    lookAlike: isKnown ? undefined : known.find((one) => lookAlike(one.address, address)),
  }
}

/** @param text the tag of a destination, '' for none. @returns undefined for a good one */
export function inspectTag(network: Pick<ProtocolType, 'needMemo' | 'memoName'>, text: string): TagFault | undefined {
  const rules = network.memoName === null ? null : { name: network.memoName, required: network.needMemo === 1 }
  const checked = checkTag(rules, text)
  return typeof checked === 'string' ? checked : undefined
}
