/** Keys of ed25519 from a seed (SLIP-10). All steps are hardened: nobody derives an address without the seed. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { utf8 } from '@scure/base'

const ROOT = utf8.decode('ed25519 seed')
const HARDENED = 2 ** 31
const STEP = /^(0|[1-9][0-9]{0,9})'$/

export interface HardenedNode {
  /** 32 bytes */
  readonly key: Uint8Array
  /** 32 bytes */
  readonly chainCode: Uint8Array
}

function split(bytes: Uint8Array): HardenedNode {
  return { key: bytes.slice(0, 32), chainCode: bytes.slice(32) }
}

function child({ key, chainCode }: HardenedNode, index: number): HardenedNode {
  const data = new Uint8Array(37)
  data.set(key, 1)
  new DataView(data.buffer).setUint32(33, index)
  return split(hmac(sha512, chainCode, data))
}

/** @param path `m/44'/501'/0'`. @throws RangeError for a step that is not hardened or not below 2^31 */
export function hardenedNode(seed: Uint8Array, path: string): HardenedNode {
  const [root, ...steps] = path.split('/')
  const indexes = steps.map((step) => Number(STEP.exec(step)?.[1] ?? Number.NaN))
  if (root !== 'm' || !indexes.every((index) => index < HARDENED)) throw new RangeError(`${path} is no path of hardened steps`)
  return indexes.reduce((node, index) => child(node, HARDENED + index), split(hmac(sha512, ROOT, seed)))
}
