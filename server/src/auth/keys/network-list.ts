/** Lists of addresses and networks, as the owner of an API key writes them. */
import { BlockList, isIP } from 'node:net'

/** An IPv4 address inside an IPv6 one is itself. */
const plain = (ip: string): string => (ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip)

interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** `10.0.0.1`, `10.0.0.0/8`, `2001:db8::/32`; undefined when it is none of these. */
export function readNetwork(text: string): Network | undefined {
  const [address = '', length, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return undefined
  const bits = version === 4 ? 32 : 128
  const prefix = length === undefined ? bits : Number(length)
  if (length === '' || !Number.isInteger(prefix) || prefix < 0 || prefix > bits) return undefined
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/**
 * Whether a list lets in addresses that the other one keeps out; an empty list keeps out none. A network counts as let in before only
 * when one entry of its own family holds it whole. @throws RangeError for a text that `readNetwork` does not know
 */
export function isWiderList(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false
  return after.length === 0 || after.some((text) => !before.some((outer) => holdsWhole(outer, text)))
}

function holdsWhole(outerText: string, innerText: string): boolean {
  const [outer, inner] = [readNetwork(outerText), readNetwork(innerText)]
  if (outer === undefined || inner === undefined) throw new RangeError(`${outerText} or ${innerText} is no network`)
  if (outer.family !== inner.family || outer.prefix > inner.prefix) return false
  const network = new BlockList()
  network.addSubnet(outer.address, outer.prefix, outer.family)
  return network.check(inner.address, inner.family)
}

/** Whether an address is in one of the networks. @throws RangeError for a text that `readNetwork` does not know */
export function networkTest(list: readonly string[]): (ip: string) => boolean {
  const networks = new BlockList()
  for (const text of list) {
    const network = readNetwork(text)
    if (network === undefined) throw new RangeError(`${text} is no network`)
    networks.addSubnet(network.address, network.prefix, network.family)
  }
  return (ip) => {
    const own = plain(ip)
    const version = isIP(own)
    return version !== 0 && networks.check(own, version === 4 ? 'ipv4' : 'ipv6')
  }
}
