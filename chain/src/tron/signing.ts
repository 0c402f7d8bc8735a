/** Keys of Tron: BIP-44 with coin type 195, signatures of secp256k1 over the hash of a transaction. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex, utf8 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import type { Signed, Unsigned } from '../port.ts'
import type { KeyPlace, PublicAccount, SigningPort } from '../signing-port.ts'
import { planOf, rawOf } from './plans.ts'
import { writeFields } from './protobuf.ts'
import { idOf } from './raw-transaction.ts'
import { TRON_VERSION, tronAddress } from './tron-address.ts'

const accountPath = (account: number): string => `m/44'/195'/${account}'`
const pathOf = ({ account, branch, index }: KeyPlace): string => `${accountPath(account)}/${branch}/${index}`

/** r, s, and which of two keys: 65 bytes. @param added to the last byte: 0 in transactions, 27 in texts */
function signHash(hash: Uint8Array, key: Uint8Array, added: 0 | 27): Uint8Array {
  const [recovery = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  return Uint8Array.of(...rest, recovery + added)
}

/** A transaction's signature. @param raw its bytes */
export const signRaw = (raw: Uint8Array, key: Uint8Array): Uint8Array => signHash(hex.decode(idOf(raw)), key, 0)

function signText(text: string, key: Uint8Array): string {
  const bytes = utf8.decode(text)
  const hash = keccak_256(concatBytes(utf8.decode(`\x19TRON Signed Message:\n${bytes.length}`), bytes))
  return hex.encode(signHash(hash, key, 27))
}

/** @param version of the network's addresses */
export function tronSigning(version = TRON_VERSION): SigningPort {
  function sign(unsigned: Unsigned, keyOf: (address: string) => Uint8Array): Signed {
    const { raw, transaction } = rawOf(unsigned, version)
    const key = keyOf(transaction.from)
    if (tronAddress(secp256k1.getPublicKey(key), version) !== transaction.from) throw new RangeError('the key is not the sender’s')
    const bytes = writeFields([
      [1, raw],
      [2, signRaw(raw, key)],
    ])
    return { tx: idOf(raw), bytes: hex.encode(bytes) }
  }
  return {
    kind: 'tron',
    path: pathOf,
    publicAccount: (seed, account): PublicAccount => ({
      form: 'xpub',
      xpub: HDKey.fromMasterSeed(seed).derive(accountPath(account)).publicExtendedKey,
    }),
    addressOf(account, branch, index) {
      if (account.form !== 'xpub') throw new RangeError('addresses of Tron follow from an xpub')
      const { publicKey } = HDKey.fromExtendedKey(account.xpub).deriveChild(branch).deriveChild(index)
      if (publicKey === null) throw new RangeError('no address at this place')
      return tronAddress(publicKey, version)
    },
    privateKey(seed, place) {
      const { privateKey } = HDKey.fromMasterSeed(seed).derive(pathOf(place))
      if (privateKey === null) throw new RangeError('no key at this place')
      return privateKey
    },
    read(unsigned) {
      const plan = planOf(rawOf(unsigned, version).transaction)
      if (unsigned.feeMost !== plan.work) throw new RangeError('a transaction that costs something else')
      return plan
    },
    sign,
    signText,
  }
}
