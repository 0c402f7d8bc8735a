/**
 * Addresses that nobody may send to, and from which nothing is credited without a person who looks at it: a list that an operator loads, in
 * the form in which OFAC publishes them. Documents of the house hold it in parts, so that each fits an entry.
 */
import type { JsonObject } from '@agio/engine/command.ts'
import type { LiveDocuments } from '../../projections/live-documents.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { Screening } from '../parts.ts'

export const SANCTIONS = 'sanctions'
/** Addresses in a part. */
const PART = 500
/** Parts beyond this number are of no list that there is. */
export const SANCTIONED_MOST = 100_000

/** `Digital Currency Address - XBT 1A…`, as in the remarks of the SDN list; in its XML the address stands in an element of its own. */
const OFAC = /Digital Currency Address - [A-Z0-9]{2,10}\s*(?:<\/[A-Za-z]+>\s*<[A-Za-z]+>)?\s*([A-Za-z0-9]{20,128})/g
const PLAIN = /^[A-Za-z0-9]{20,128}$/

const HEX = /^0x[0-9a-f]+$/i
const BECH32 = /^[a-z]{1,20}1[02-9ac-hj-np-z]+$/

/** How addresses are compared: capitals of hex and of bech32 say nothing, those of base58 do. */
export function comparable(address: string): string {
  const small = address.toLowerCase()
  const isOneCase = address === small || address === address.toUpperCase()
  return HEX.test(address) || (isOneCase && BECH32.test(small)) ? small : address
}

/**
 * Addresses in a text: lists of OFAC in text, CSV and XML, or an address a line with anything behind a `#`.
 * @returns each once, as they are compared
 */
export function readSanctions(text: string): readonly string[] {
  const found = new Set<string>()
  for (const [, address = ''] of text.matchAll(OFAC)) found.add(comparable(address))
  if (found.size === 0)
    for (const line of text.split('\n')) {
      const [word = ''] = line.trim().split(/[\s,;#]/, 1)
      if (PLAIN.test(word)) found.add(comparable(word))
    }
  return [...found].sort()
}

/** Documents of a list, by id. */
export function sanctionParts(addresses: readonly string[]): ReadonlyMap<string, JsonObject> {
  const parts = new Map<string, JsonObject>()
  for (let from = 0; from < addresses.length; from += PART)
    parts.set(`part-${String(from / PART).padStart(3, '0')}`, { addresses: addresses.slice(from, from + PART) })
  return parts
}

const addressesIn = ({ addresses }: JsonObject): readonly string[] =>
  Array.isArray(addresses) ? addresses.filter((address) => typeof address === 'string') : []

export class Sanctions implements Screening {
  readonly #documents: LiveDocuments
  #known: ReadonlySet<string> | undefined

  constructor(documents: LiveDocuments) {
    this.#documents = documents
    documents.onChange(() => {
      this.#known = undefined
    })
  }

  /** @throws Failure ENGINE_BUSY while nobody knows the list */
  get addresses(): ReadonlySet<string> {
    this.#known ??= new Set([...this.#documents.all.values()].flatMap(addressesIn))
    return this.#known
  }

  /** @throws Failure ENGINE_BUSY */
  has(address: string): boolean {
    return this.addresses.has(comparable(address))
  }

  isHeld(_network: KnownNetwork, from: string | null): boolean {
    return from !== null && this.has(from)
  }
}
