/** Keys of EVM chains: BIP-44 with coin type 60, one address for all of them. */
import { HDKey } from '@scure/bip32'
import { computeAddress, hashMessage, SigningKey } from 'ethers'
import type { Signed, Unsigned } from '../port.ts'
import type { KeyPlace, PublicAccount, SigningPort } from '../signing-port.ts'
import { readEvmAddress } from './addresses.ts'
import { readTransaction, signTransaction } from './transactions.ts'

const KEY_BYTES = 32
/** Extended keys that were read: reading one again for each address costs more than the address. */
const XPUBS_KEPT = 16

export function evmSigning(chainId: bigint): SigningPort {
  const branches = new Map<string, HDKey>()
  return {
    kind: 'evm',
    path: pathOf,
    publicAccount: (seed, account) => ({ form: 'xpub', xpub: HDKey.fromMasterSeed(seed).derive(accountPath(account)).publicExtendedKey }),
    addressOf: (account, branch, index) => addressOf(branches, account, branch, index),
    privateKey,
    read: (unsigned) => readTransaction(chainId, unsigned),
    sign: (unsigned, keyOf) => sign(chainId, unsigned, keyOf),
    signText: (text, key) => new SigningKey(key).sign(hashMessage(text)).serialized,
  }
}

const accountPath = (account: number): string => `m/44'/60'/${account}'`
const pathOf = ({ account, branch, index }: KeyPlace): string => `${accountPath(account)}/${branch}/${index}`

function privateKey(seed: Uint8Array, place: KeyPlace): Uint8Array {
  const { privateKey: key } = HDKey.fromMasterSeed(seed).derive(pathOf(place))
  if (key === null || key.length !== KEY_BYTES) throw new RangeError(`no key at ${pathOf(place)}`)
  return key
}

function addressOf(branches: Map<string, HDKey>, account: PublicAccount, branch: 0 | 1, index: number): string {
  if (account.form !== 'xpub') throw new RangeError('addresses of EVM chains follow from an xpub')
  const name = `${account.xpub} ${branch}`
  const parent = branches.get(name) ?? HDKey.fromExtendedKey(account.xpub).deriveChild(branch)
  if (branches.size >= XPUBS_KEPT) branches.clear()
  branches.set(name, parent)
  const { publicKey } = parent.deriveChild(index)
  if (publicKey === null) throw new RangeError(`no address ${index}`)
  return computeAddress(SigningKey.computePublicKey(publicKey, false))
}

function sign(chainId: bigint, unsigned: Unsigned, keyOf: (address: string) => Uint8Array): Signed {
  const { slot } = readTransaction(chainId, unsigned)
  const from = slot.kind === 'nonce' ? readEvmAddress(slot.from) : null
  if (from === null) throw new RangeError('a transaction that nobody pays')
  const key = keyOf(from)
  if (computeAddress(new SigningKey(key)) !== from) throw new RangeError(`a key of another address than ${from}`)
  return signTransaction(unsigned, key)
}
