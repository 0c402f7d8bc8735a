/**
 * Holds a transaction against what it is said to be for. It is read back from its bytes; every house address in it is derived anew; what it
 * pays has to be what the intent names, to the unit. Nothing here looks at caps or at what was signed before.
 */
import { createHash } from 'node:crypto'
import { type AdapterSettings, keyFormOf, signingOf } from '../adapters.ts'
import type { Payment, Plan, Slot } from '../port.ts'
import type { KeyPlace, PublicAccount, SigningPort } from '../signing-port.ts'
import type { KeyForm } from '../watch/filter.ts'
import { assetOf, type KnownAsset, type NetworkPolicy, type Policy, type TenantPolicy } from './policy.ts'
import { ACCOUNT_OF_PLACE, type Intent, keyPlaceOf, type NetworkName, type PaidWithdrawal, type SignRefusalReason } from './protocol.ts'
import { networkKey, purposeOfAccount } from './wire.ts'

/** Ends the work on an intent. */
export class SignRefusal extends Error {
  readonly reason: SignRefusalReason
  readonly retryAfterMs: number | undefined

  constructor(reason: SignRefusalReason, text: string, retryAfterMs?: number) {
    super(text)
    this.name = 'SignRefusal'
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

/** A kind of chain as the signer uses it, with the house's addresses on it. */
export class Keys {
  readonly signing: SigningPort
  readonly key: string
  readonly #form: KeyForm
  readonly #seed: Uint8Array
  readonly #accounts = new Map<number, PublicAccount>()

  private constructor(seed: Uint8Array, key: string, signing: SigningPort, form: KeyForm) {
    this.#seed = seed
    this.key = key
    this.signing = signing
    this.#form = form
  }

  static async open(seed: Uint8Array, settings: AdapterSettings): Promise<Keys> {
    return new Keys(seed, networkKey(settings), await signingOf(settings), await keyFormOf(settings))
  }

  publicAccount(account: number, first: number, count: number): PublicAccount {
    return this.signing.publicAccount(this.#seed, account, first, count)
  }

  addressAt({ account, branch, index }: KeyPlace): string {
    const known = this.#accounts.get(account) ?? this.publicAccount(account, 0, 0)
    if (known.form === 'addresses') return this.signing.addressOf(this.publicAccount(account, index, 1), branch, index)
    this.#accounts.set(account, known)
    return this.signing.addressOf(known, branch, index)
  }

  privateKey(place: KeyPlace): Uint8Array {
    return this.signing.privateKey(this.#seed, place)
  }

  /** One form for all spellings of an address; undefined for a text that is no address. */
  formOf(address: string): string | undefined {
    const bytes = new Uint8Array(this.#form.width)
    return this.#form.write(address, bytes) ? Buffer.from(bytes).toString('hex') : undefined
  }

  sameToken(one: string | null, other: string | null): boolean {
    if (one === null || other === null || one === other) return one === other
    const form = this.formOf(one)
    return form !== undefined && form === this.formOf(other)
  }

  /** A payment as one text, the same for everything that does the same. */
  paymentText({ to, tag, token, amount }: Payment): string {
    return JSON.stringify([this.formOf(to) ?? to, tag, token === null ? null : (this.formOf(token) ?? token), String(amount)])
  }
}

export interface PaidPart {
  readonly known: KnownAsset
  readonly to: string
  readonly amount: bigint
}

export interface CheckedIntent {
  readonly intent: Intent
  readonly keys: Keys
  readonly policy: { readonly tenant: TenantPolicy; readonly network: NetworkPolicy }
  readonly slots: readonly string[]
  /** No two transactions with one of its slots can both be in blocks; false for blockhashes. */
  readonly isExclusive: boolean
  /** Amounts of the outputs that it spends. */
  readonly coins: Readonly<Record<string, string>>
  readonly endsAt: number | null
  /** What leaves the house. */
  readonly parts: readonly PaidPart[]
  /** Of all that is signed over. */
  readonly digest: string
  /** By the forms of the addresses that pay. */
  readonly placeOf: ReadonlyMap<string, KeyPlace>
}

/** How long a blockhash may still be taken after a signature, whatever its height says: far longer than any node remembers one. */
const BLOCKHASH_ENDS_MS = 900_000

const mismatch = (text: string): SignRefusal => new SignRefusal('mismatch', text)
const notAllowed = (text: string): SignRefusal => new SignRefusal('notAllowed', text)

export function policyFor(policy: Policy, { tenant, settings }: NetworkName): CheckedIntent['policy'] {
  const found = policy.tenants.get(tenant)
  const network = found?.networks.get(networkKey(settings))
  if (found === undefined || network === undefined) throw notAllowed(`the policy of ${tenant} has no network ${networkKey(settings)}`)
  return { tenant: found, network }
}

/** @param now ms, by the signer's clock. @throws SignRefusal */
export function checkIntent(intent: Intent, keys: Keys, policy: CheckedIntent['policy'], now: number): CheckedIntent {
  const placeOf = ownAddresses(intent, keys)
  const plan = readBack(intent, keys)
  checkPlan(intent, plan, keys)
  if (intent.purpose.kind === 'move') checkTarget(intent, keys, policy.network)
  const parts = intent.purpose.kind === 'withdrawals' ? intent.purpose.paid.map((paid) => partOf(paid, intent, keys, policy)) : []
  if (intent.purpose.kind === 'move') allowedAsset(intent.purpose.payment, intent.purpose.asset, intent, keys, policy)
  const { bytes, from, coins, feeMost } = intent.unsigned
  const known = coins.map(({ tx, output, amount, address }) => [tx, output, String(amount), address])
  return {
    intent,
    keys,
    policy,
    slots: slotsOf(plan.slot, keys),
    isExclusive: plan.slot.kind !== 'blockhash',
    coins: Object.fromEntries(coins.map(({ tx, output, amount }) => [coinKey(keys, tx, output), String(amount)])),
    endsAt: endOf(plan.slot, keys, now),
    parts,
    digest: createHash('sha256')
      .update(JSON.stringify([keys.key, bytes, from, known, String(feeMost)]))
      .digest('hex'),
    placeOf,
  }
}

/** Every address that is said to be the house's is derived. Withdrawals are paid from hot addresses, and change comes back to no customer. */
function ownAddresses({ payers, change, purpose }: Intent, keys: Keys): ReadonlyMap<string, KeyPlace> {
  for (const { address, place } of [...payers, ...change]) {
    if (place.branch !== 0 || purposeOfAccount(place.account) === undefined) throw mismatch('a key that the house does not use')
    if (keys.addressAt(place) !== address) throw mismatch(`${address} is not the address of its key`)
  }
  if (payers.length === 0) throw new SignRefusal('badIntent', 'nobody pays')
  if (purpose.kind === 'withdrawals' && payers.some(({ place }) => place.account !== ACCOUNT_OF_PLACE.hot))
    throw notAllowed('withdrawals are paid from hot addresses alone')
  if (change.some(({ place }) => place.account === ACCOUNT_OF_PLACE.addresses)) throw notAllowed('change does not go to a deposit address')
  return new Map(payers.map(({ address, place }) => [keys.formOf(address) ?? address, place]))
}

function readBack({ unsigned, change }: Intent, keys: Keys): Plan {
  try {
    return keys.signing.read(unsigned, new Set(change.map(({ address }) => address)))
  } catch (error) {
    if (error instanceof RangeError) throw mismatch(`the transaction cannot be read: ${error.message}`)
    throw error
  }
}

/** What the bytes do is what the intent says, and the slot is the one that was journaled. */
function checkPlan({ purpose, plan, payers }: Intent, read: Plan, keys: Keys): void {
  const wanted =
    purpose.kind === 'withdrawals' ? purpose.paid.map(({ payment }) => payment) : purpose.kind === 'move' ? [purpose.payment] : []
  if (purpose.kind === 'withdrawals') {
    if (wanted.length === 0) throw new SignRefusal('badIntent', 'no withdrawal is named')
    if (new Set(purpose.paid.map(({ withdrawalId }) => withdrawalId)).size !== wanted.length)
      throw new SignRefusal('badIntent', 'one withdrawal is named twice')
  }
  const texts = (payments: readonly Payment[]): string[] => payments.map((payment) => keys.paymentText(payment)).sort()
  if (JSON.stringify(texts(read.payments)) !== JSON.stringify(texts(wanted))) throw mismatch('the transaction pays something else')
  if (JSON.stringify(slotsOf(read.slot, keys)) !== JSON.stringify(slotsOf(plan.slot, keys)))
    throw mismatch('the transaction spends something else')
  const paying = new Set(payers.map(({ address }) => keys.formOf(address)))
  const from = read.slot.kind === 'coins' ? read.slot.coins.map(({ address }) => address) : [read.slot.from]
  if (!from.every((address) => paying.has(keys.formOf(address)))) throw mismatch('an address pays whose key is not named')
}

function checkTarget({ purpose }: Intent, keys: Keys, network: NetworkPolicy): void {
  if (purpose.kind !== 'move') return
  const { payment, target } = purpose
  if ('named' in target) {
    const form = keys.formOf(target.named)
    if (form === undefined || !(network.targets ?? []).some((each) => keys.formOf(each) === form))
      throw notAllowed(`the policy names no ${target.named}`)
    if (keys.formOf(payment.to) !== form) throw mismatch('the move goes to another address than its target')
  } else if (keys.addressAt(keyPlaceOf(target.purpose, target.addressId)) !== payment.to)
    throw mismatch('the move goes to another address than its target')
}

function allowedAsset(payment: Payment, asset: string, { scales }: Intent, keys: Keys, policy: CheckedIntent['policy']): KnownAsset {
  const { token } = payment
  const known = assetOf(policy.tenant, keys.key, policy.network, token, (one, other) => keys.sameToken(one, other))
  if (known === undefined) throw notAllowed(`the policy allows no contract ${token} on ${keys.key}`)
  if (known.asset !== undefined && known.asset !== asset) throw mismatch(`what is called ${asset} is ${known.asset}`)
  const scale = scales[asset]
  if (scale !== known.decimals) throw mismatch(`${asset} has ${known.decimals} decimals by the policy, not ${scale}`)
  return known
}

function partOf({ asset, payment }: PaidWithdrawal, intent: Intent, keys: Keys, policy: CheckedIntent['policy']): PaidPart {
  const known = allowedAsset(payment, asset, intent, keys, policy)
  return { known, to: keys.formOf(payment.to) ?? payment.to, amount: payment.amount }
}

const coinKey = (keys: Keys, tx: string, output: number): string => `${keys.key} ${tx}:${output}`

function slotsOf(slot: Slot, keys: Keys): string[] {
  if (slot.kind === 'coins') return slot.coins.map(({ tx, output }) => coinKey(keys, tx, output)).sort()
  const from = keys.formOf(slot.from) ?? slot.from
  return [slot.kind === 'nonce' ? `${keys.key} ${from} ${slot.nonce}` : `${keys.key} ${from} ${slot.blockhash} ${slot.lastHeight}`]
}

/** Tron's slots end at a time, Solana's at a height, which is a matter of minutes. */
function endOf(slot: Slot, keys: Keys, now: number): number | null {
  if (slot.kind !== 'blockhash') return null
  const stated = keys.signing.kind === 'tron' ? slot.lastHeight : 0
  return Math.max(stated, now) + BLOCKHASH_ENDS_MS
}
