/** Intents and requests as text. Amounts are decimal text; every field is checked before anything is made of it. */
import type { AdapterSettings } from '../adapters.ts'
import type { Coin, FeeQuote, Payment, Plan, Slot, Unsigned } from '../port.ts'
import type { KeyPlace } from '../signing-port.ts'
import { list, literal, nullable, object, oneOf, optional, type Reader, readJson, tagged, text, units, whole } from './fields.ts'
import {
  ACCOUNT_OF_PLACE,
  type Intent,
  type KeyPurpose,
  type MoveTarget,
  type NetworkName,
  type PaidWithdrawal,
  type Purpose,
} from './protocol.ts'

/** A PSBT of 1,000 inputs has some 300,000 characters. */
const BYTES_MOST = 2_000_000
const PAYMENTS_MOST = 512
const COINS_MOST = 2048
const INDEX_MOST = 0x7fff_ffff
const TEXT_MOST = 1024

const address = text(128, /^\S+$/)
const hash = text(128, /^[\w=/+-]+$/)
const hex = text(BYTES_MOST, /^([0-9a-f]{2})+$/)
const asset = text(32, /^\S+$/)

export const tenantName: Reader<string> = text(32, /^[a-z0-9][a-z0-9-]*$/)

export const adapterSettings: Reader<AdapterSettings> = tagged('kind', {
  evm: object({
    kind: literal('evm'),
    chainId: text(30, /^\d+$/),
    internalCalls: oneOf('debug', 'flat', 'unseen'),
    measuredTokens: optional(list(address, 64)),
    tipLeast: text(30, /^\d+$/),
  }),
  bitcoin: object({
    kind: literal('bitcoin'),
    network: oneOf('mainnet', 'testnet', 'regtest'),
    form: oneOf('p2wpkh', 'p2tr'),
  }),
  solana: object({ kind: literal('solana') }),
  tron: object({ kind: literal('tron'), version: whole(255) }),
  simulated: object({ kind: literal('simulated'), hrp: text(20, /^[a-z]+$/) }),
})

const networkName: Reader<NetworkName> = object({ tenant: tenantName, network: whole(), settings: adapterSettings })
const payment: Reader<Payment> = object({ to: address, tag: nullable(text(64)), token: nullable(address), amount: units })
const coin: Reader<Coin> = object({ tx: hash, output: whole(0xffff_ffff), amount: units, address, height: nullable(whole()) })
const fee: Reader<FeeQuote> = object({ rate: units, tip: units })
const slot: Reader<Slot> = tagged('kind', {
  nonce: object({ kind: literal('nonce'), from: address, nonce: whole() }),
  coins: object({ kind: literal('coins'), coins: list(coin, COINS_MOST), change: text(128) }),
  blockhash: object({ kind: literal('blockhash'), from: address, blockhash: hash, lastHeight: whole() }),
})
const plan: Reader<Plan> = object({ payments: list(payment, PAYMENTS_MOST), slot, fee, work: units })
const unsigned: Reader<Unsigned> = object({ bytes: hex, from: nullable(address), coins: list(coin, COINS_MOST), feeMost: units })
const branch: Reader<0 | 1> = (value, at) => (whole(1)(value, at) === 0 ? 0 : 1)
const place: Reader<KeyPlace> = object({ account: whole(3), branch, index: whole(INDEX_MOST) })
const ownAddress = object({ address, place })
const keyPurpose: Reader<KeyPurpose> = oneOf('addresses', 'hot', 'warm', 'cold')

const target: Reader<MoveTarget> = (value, at) =>
  typeof value === 'object' && value !== null && 'named' in value
    ? object({ named: address })(value, at)
    : object({ purpose: keyPurpose, addressId: whole(INDEX_MOST) })(value, at)

const paid: Reader<PaidWithdrawal> = object({ withdrawalId: whole(), asset, payment })
const purpose: Reader<Purpose> = tagged('kind', {
  withdrawals: object({ kind: literal('withdrawals'), paid: list(paid, PAYMENTS_MOST) }),
  move: object({ kind: literal('move'), asset, payment, target }),
  cancel: object({ kind: literal('cancel') }),
})

const scales: Reader<Readonly<Record<string, number>>> = (value, at) => {
  if (typeof value !== 'object' || value === null) return object({})(value, at)
  return object(Object.fromEntries(Object.keys(value).map((key) => [key, whole(36)])))(value, at)
}

const intent: Reader<Intent> = object({
  on: networkName,
  paymentId: whole(),
  purpose,
  plan,
  unsigned,
  payers: list(ownAddress, COINS_MOST),
  change: list(ownAddress, COINS_MOST),
  scales,
})

/** @throws BadShape */
export const readIntent = (source: string): Intent => readJson(source, intent, 'intent')

/** Amounts become decimal text. The text is what the exchange signs: nothing is written anew in between. */
export const writeIntent = (value: Intent): string => toText(value)

export const toText = (value: unknown): string => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each))

const houseAccount: Reader<Exclude<KeyPurpose, 'addresses'>> = oneOf('hot', 'warm', 'cold')

export const request = tagged('ask', {
  status: object({ ask: literal('status'), id: whole(), uid: nullable(whole()) }),
  publicAccount: object({
    ask: literal('publicAccount'),
    id: whole(),
    on: networkName,
    purpose: keyPurpose,
    first: whole(INDEX_MOST),
    count: whole(4096),
  }),
  sign: object({ ask: literal('sign'), id: whole(), intent: text(BYTES_MOST * 2), signature: text(128) }),
  signText: object({
    ask: literal('signText'),
    id: whole(),
    on: networkName,
    purpose: houseAccount,
    addressId: whole(INDEX_MOST),
    text: text(TEXT_MOST),
  }),
})
export type Request = ReturnType<typeof request>

/** The account numbers that a place may have, so that a reader and the protocol cannot drift apart. */
export const purposeOfAccount = (account: number): KeyPurpose | undefined =>
  (Object.keys(ACCOUNT_OF_PLACE) as KeyPurpose[]).find((each) => ACCOUNT_OF_PLACE[each] === account)

/** Which chain a network is, whatever a tenant calls it: what policy and log go by. */
export function networkKey(settings: AdapterSettings): string {
  switch (settings.kind) {
    case 'evm':
      return `evm:${BigInt(settings.chainId)}`
    case 'bitcoin':
      return `bitcoin:${settings.network}`
    case 'solana':
      return 'solana'
    case 'tron':
      return `tron:${settings.version}`
    case 'simulated':
      return `simulated:${settings.hrp}`
  }
}
