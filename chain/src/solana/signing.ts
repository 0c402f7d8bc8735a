/**
 * Keys of Solana: SLIP-10 on ed25519, where every step needs the seed. So addresses are made ahead and given away as a list. The first
 * account stands where wallets look for it: `m/44'/501'/i'/0'`.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, hex, utf8 } from '@scure/base'
import type { Plan, Signed, Unsigned } from '../port.ts'
import type { KeyPlace, PublicAccount, SigningPort } from '../signing-port.ts'
import { feeMostOf } from './fee-most.ts'
import { readMessage, type SolanaMessage, writeMessage } from './message.ts'
import { hardenedNode } from './slip10.ts'

const HEIGHT_DIGITS = 16
const BYTES = /^([0-9a-f]{2})+$/

function pathOf({ account, branch, index }: KeyPlace): string {
  const first = `m/44'/501'/${index}'/${branch}'`
  return account === 0 ? first : `${first}/${account}'`
}

/**
 * A message does not tell until which height its blockhash holds, which whoever follows it must know: eight bytes of it stand in front.
 * They are not signed.
 */
export function writeUnsigned(message: SolanaMessage, lastHeight: number): string {
  if (!Number.isSafeInteger(lastHeight) || lastHeight < 0) throw new RangeError('no height')
  return lastHeight.toString(16).padStart(HEIGHT_DIGITS, '0') + hex.encode(writeMessage(message))
}

interface Parts {
  readonly message: SolanaMessage
  readonly bytes: Uint8Array
  readonly lastHeight: number
}

function partsOf(text: string): Parts {
  if (text.length <= HEIGHT_DIGITS || !BYTES.test(text)) throw new RangeError('not the bytes of a transaction')
  const bytes = hex.decode(text.slice(HEIGHT_DIGITS))
  const lastHeight = Number.parseInt(text.slice(0, HEIGHT_DIGITS), 16)
  if (!Number.isSafeInteger(lastHeight)) throw new RangeError('no height')
  return { message: readMessage(bytes), bytes, lastHeight }
}

function read({ bytes, feeMost }: Unsigned): Plan {
  const { message, lastHeight } = partsOf(bytes)
  const { from, blockhash, payments, rate, work } = message
  if (feeMost !== feeMostOf(payments, rate, work)) throw new RangeError('a transaction that costs something else')
  return { payments, slot: { kind: 'blockhash', from, blockhash, lastHeight }, fee: { rate, tip: 0n }, work }
}

/** One signature, then what it signs: the bytes that a node takes. The signature is the name of the transaction. */
function sign(unsigned: Unsigned, keyOf: (address: string) => Uint8Array): Signed {
  const { message, bytes } = partsOf(unsigned.bytes)
  const key = keyOf(message.from)
  if (base58.encode(ed25519.getPublicKey(key)) !== message.from) throw new RangeError('the key is not the sender’s')
  const signature = ed25519.sign(bytes, key)
  return { tx: base58.encode(signature), bytes: `01${hex.encode(signature)}${hex.encode(bytes)}` }
}

/** As wallets sign messages. What no person can read could be a transaction. */
function signText(text: string, key: Uint8Array): string {
  if (/[^\n\P{C}]/u.test(text)) throw new RangeError('a text that cannot be read')
  return base58.encode(ed25519.sign(utf8.decode(text), key))
}

export const solanaSigning: SigningPort = {
  kind: 'solana',
  path: pathOf,
  publicAccount(seed, account, first, count): PublicAccount {
    const addresses = Array.from({ length: count }, (_, step) => {
      const { key } = hardenedNode(seed, pathOf({ account, branch: 0, index: first + step }))
      return base58.encode(ed25519.getPublicKey(key))
    })
    return { form: 'addresses', first, addresses }
  },
  addressOf(account, branch, index) {
    const found = account.form === 'addresses' && branch === 0 ? account.addresses[index - account.first] : undefined
    if (found === undefined) throw new RangeError(`address ${branch}/${index} was not made ahead`)
    return found
  },
  privateKey: (seed, place) => hardenedNode(seed, pathOf(place)).key,
  read,
  sign,
  signText,
}
