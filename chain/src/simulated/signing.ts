/** Keys and signatures of simulated networks: derived and signed as on the great chains, so that the signer treats them no other way. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex, utf8 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import type { Plan, Unsigned } from '../port.ts'
import type { KeyPlace, PublicAccount, SigningPort } from '../signing-port.ts'
import { addressOfKey, feeOf, idOf, readTransaction, signTransaction } from './transaction.ts'

/** Coin type of all test networks (SLIP-44). */
const COIN_TYPE = 1
const accountPath = (account: number): string => `m/44'/${COIN_TYPE}'/${account}'`
const pathOf = ({ account, branch, index }: KeyPlace): string => `${accountPath(account)}/${branch}/${index}`

function publicKeyOf(node: HDKey): Uint8Array {
  if (node.publicKey === null) throw new RangeError('no public key at this place')
  return node.publicKey
}

/** @param network prefix of the network's addresses */
export function simulatedSigning(network: string): SigningPort {
  return {
    kind: 'simulated',
    path: pathOf,
    publicAccount: (seed, account): PublicAccount => ({
      form: 'xpub',
      xpub: HDKey.fromMasterSeed(seed).derive(accountPath(account)).publicExtendedKey,
    }),
    addressOf(account, branch, index) {
      if (account.form !== 'xpub') throw new RangeError('an account of another kind of chain')
      const node = HDKey.fromExtendedKey(account.xpub).deriveChild(branch).deriveChild(index)
      return addressOfKey(network, publicKeyOf(node))
    },
    privateKey(seed, place) {
      const { privateKey } = HDKey.fromMasterSeed(seed).derive(pathOf(place))
      if (privateKey === null) throw new RangeError('no key at this place')
      return privateKey
    },
    read: ({ bytes, feeMost }: Unsigned): Plan => {
      const { from, nonce, rate, payments, network: stated } = readTransaction(bytes)
      if (stated !== network) throw new RangeError('a transaction of another network')
      if (feeMost !== feeOf(payments.length, rate)) throw new RangeError('a transaction that costs something else')
      return { payments, slot: { kind: 'nonce', from, nonce }, fee: { rate, tip: 0n }, work: 0n }
    },
    sign({ bytes }, keyOf) {
      const { from } = readTransaction(bytes)
      const key = keyOf(from)
      if (addressOfKey(network, secp256k1.getPublicKey(key)) !== from) throw new RangeError('the key is not the sender’s')
      return { tx: idOf(bytes), bytes: signTransaction(bytes, key) }
    },
    signText: (text, key) =>
      hex.encode(secp256k1.sign(utf8.decode(`Message of a simulated network:\n${text}`), key, { format: 'recovered' })),
  }
}
