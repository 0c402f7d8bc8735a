/** The signer's side of Bitcoin: accounts of BIP-84 (p2wpkh) or BIP-86 (p2tr), transactions read back and signed. Pure. */
import { bytesToHex, equalBytes, hexToBytes } from '@noble/curves/utils.js'
import { HDKey } from '@scure/bip32'
import { p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import type { Coin, Payment, Plan, Signed, Unsigned } from '../port.ts'
import type { KeyPlace, PublicAccount, SigningPort } from '../signing-port.ts'
import { SEQUENCE, VERSION } from './build.ts'
import { signMessage } from './message.ts'
import type { BitcoinNetwork } from './network.ts'
import { type ReadPsbt, readPsbt } from './psbt-reader.ts'
import { addressOf, scriptOf } from './script.ts'
import { type AccountKind, scriptOfKey, signInput } from './sign-input.ts'
import { rateOf, vsizeOf, weightOf } from './size.ts'

/** First number of a path: whose standard says which addresses follow from it. */
const PURPOSE: Readonly<Record<AccountKind, number>> = { p2wpkh: 84, p2tr: 86 }
const HARDENED = 0x8000_0000

function checkIndex(index: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= HARDENED) throw new RangeError(`${index} is no index of a key`)
}

/** Bytes of a PSBT as hex. @throws RangeError */
function bytesOf(unsigned: Unsigned): Uint8Array {
  if (!/^([0-9a-f]{2})+$/.test(unsigned.bytes)) throw new RangeError('no bytes in hex')
  return hexToBytes(unsigned.bytes)
}

/** The coins that a signer was told of are those that the bytes spend, to the satoshi. @throws RangeError */
function checkCoins({ inputs }: ReadPsbt, coins: readonly Coin[], network: BitcoinNetwork): void {
  if (inputs.length !== coins.length || inputs.length === 0) throw new RangeError('other coins than the bytes spend')
  inputs.forEach((input, index) => {
    const coin = coins[index]
    const same = coin !== undefined && coin.tx === input.tx && coin.output === input.output && coin.amount === input.amount
    if (!same || !equalBytes(scriptOf(coin.address, network), input.script)) throw new RangeError('other coins than the bytes spend')
    if (input.sequence !== SEQUENCE) throw new RangeError('an input that cannot be replaced, or waits for a time')
  })
  if (new Set(inputs.map(({ tx, output }) => `${tx}:${output}`)).size !== inputs.length) throw new RangeError('a coin is spent twice')
}

export class BitcoinSigning implements SigningPort {
  readonly kind = 'bitcoin'
  readonly #network: BitcoinNetwork
  readonly #account: AccountKind
  /** Keys of the last extended key that was asked for, by branch: a run of addresses parses it once. */
  #branches: { readonly xpub: string; readonly keys: readonly HDKey[] } | null = null

  constructor(network: BitcoinNetwork, account: AccountKind) {
    this.#network = network
    this.#account = account
  }

  path({ account, branch, index }: KeyPlace): string {
    return `${this.#accountPath(account)}/${branch}/${index}`
  }

  publicAccount(seed: Uint8Array, account: number): PublicAccount {
    const key = HDKey.fromMasterSeed(seed, this.#network.versions).derive(this.#accountPath(account))
    return { form: 'xpub', xpub: key.publicExtendedKey }
  }

  addressOf(account: PublicAccount, branch: 0 | 1, index: number): string {
    if (account.form !== 'xpub') throw new RangeError('addresses of Bitcoin follow from an extended public key')
    checkIndex(index)
    const key = this.#branch(account.xpub, branch).deriveChild(index).publicKey
    if (key === null) throw new RangeError(`no key at index ${index}`)
    const script = this.#account === 'p2wpkh' ? p2wpkh(key).script : p2tr(key.subarray(1)).script
    const address = addressOf(script, this.#network)
    if (address === null) throw new RangeError(`no address at index ${index}`)
    return address
  }

  privateKey(seed: Uint8Array, place: KeyPlace): Uint8Array {
    checkIndex(place.index)
    const { privateKey } = HDKey.fromMasterSeed(seed, this.#network.versions).derive(this.path(place))
    if (privateKey === null) throw new RangeError('no private key at that path')
    return privateKey
  }

  read(unsigned: Unsigned, change: ReadonlySet<string>): Plan {
    const psbt = readPsbt(bytesOf(unsigned))
    const { inputs, outputs, version, lockTime } = psbt
    if (version !== VERSION || lockTime !== 0 || outputs.length === 0) throw new RangeError('no transaction of the house')
    checkCoins(psbt, unsigned.coins, this.#network)
    const payments: Payment[] = []
    const back: string[] = []
    for (const { script, amount } of outputs) {
      const to = addressOf(script, this.#network)
      if (to === null) throw new RangeError('an output that has no address')
      if (change.has(to)) back.push(to)
      else payments.push({ to, tag: null, token: null, amount })
    }
    if (back.length > 1) throw new RangeError('change that is split')
    const sum = (all: readonly { readonly amount: bigint }[]): bigint => all.reduce((total, { amount }) => total + amount, 0n)
    const fee = sum(inputs) - sum(outputs)
    if (fee < 0n || fee !== unsigned.feeMost) throw new RangeError('another fee than the bytes pay')
    const scripts = (all: readonly { readonly script: Uint8Array }[]): readonly Uint8Array[] => all.map(({ script }) => script)
    return {
      payments,
      slot: { kind: 'coins', coins: unsigned.coins, change: back[0] ?? '' },
      fee: { rate: rateOf(fee, vsizeOf(weightOf(scripts(inputs), scripts(outputs)))), tip: 0n },
      work: 0n,
    }
  }

  sign(unsigned: Unsigned, keyOf: (address: string) => Uint8Array): Signed {
    const bytes = bytesOf(unsigned)
    checkCoins(readPsbt(bytes), unsigned.coins, this.#network)
    const transaction = Transaction.fromPSBT(bytes)
    unsigned.coins.forEach(({ address }, index) => {
      signInput(transaction, index, scriptOf(address, this.#network), keyOf(address))
    })
    transaction.finalize()
    return { tx: transaction.id, bytes: bytesToHex(transaction.extract()) }
  }

  /** BIP-322, simple. */
  signText(text: string, key: Uint8Array): string {
    return signMessage(text, scriptOfKey(this.#account, key), key)
  }

  #accountPath(account: number): string {
    checkIndex(account)
    return `m/${PURPOSE[this.#account]}'/${this.#network.coinType}'/${account}'`
  }

  #branch(xpub: string, branch: 0 | 1): HDKey {
    if (this.#branches?.xpub !== xpub) {
      const account = HDKey.fromExtendedKey(xpub, this.#network.versions)
      this.#branches = { xpub, keys: [account.deriveChild(0), account.deriveChild(1)] }
    }
    const key = this.#branches.keys[branch]
    if (key === undefined) throw new RangeError(`${branch} is no branch of an account`)
    return key
  }
}
