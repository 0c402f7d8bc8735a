/**
 * What the signer may do, by its own file: which chains and contracts, how much of an asset in one transaction, an hour and a day and to one
 * address, what a transaction may cost, and where the house may move coins. Amounts are in whole units of the asset as decimal text. It is
 * read once, when the seeds are unlocked. Nothing in it depends on a price, and nothing that the exchange says changes it.
 */
import { createHash } from 'node:crypto'
import { BadShape, byName, list, literal, object, optional, type Reader, readJson, text, whole } from './fields.ts'
import { tenantName } from './wire.ts'

/** All amounts of policy and usage count in 10^-36 of the asset, so that one asset has one cap on networks of different decimals. */
export const SCALE = 36
const DECIMAL = /^(0|[1-9]\d{0,29})(?:\.(\d{1,36}))?$/

/** @throws BadShape */
const amount: Reader<bigint> = (value, at) => {
  const found = typeof value === 'string' ? DECIMAL.exec(value) : null
  if (found === null) throw new BadShape(at, 'is no amount in units of the asset')
  return BigInt((found[1] ?? '') + (found[2] ?? '').padEnd(SCALE, '0'))
}

const caps = object({
  /** Of the asset in one transaction, all its outputs together. */
  perTransaction: amount,
  perHour: amount,
  /** To one address within 24 hours, whatever the tag. */
  perAddress: amount,
  perDay: amount,
})
export type Caps = ReturnType<typeof caps>

const decimals = whole(SCALE)
const contract = text(128, /^\S+$/)
const NETWORK = /^(evm:\d+|bitcoin:(mainnet|testnet|regtest)|solana|tron:\d+|simulated:[a-z]+)$/
const assetName = text(32, /^\S+$/)

const network = object({
  /** Its own coin. */
  coin: object({ asset: assetName, decimals }),
  /** What transactions may cost at most, in units of the coin: one, and all of an hour. */
  fees: object({ perTransaction: amount, perHour: amount }),
  /** Contracts that may be called to pay a token. */
  tokens: optional(list(object({ contract, asset: assetName, decimals }), 10_000)),
  /** Every other contract: for networks whose coins are worth nothing. Each has these caps to itself. */
  otherTokens: optional(object({ decimals, caps })),
  /** Addresses of the house that this seed does not hold: where moves may go. */
  targets: optional(list(text(128, /^\S+$/), 1000)),
})
export type NetworkPolicy = ReturnType<typeof network>

const tenant = object({
  assets: byName(caps, 10_000),
  networks: byName(network, 1000),
  /** Withdrawals that a person found unpaid though something was signed for them: they may be signed once more. */
  payAgain: optional(list(object({ withdrawalId: whole(), why: text(400) }), 10_000)),
})
export type TenantPolicy = ReturnType<typeof tenant>

const file = object({ form: literal(1), tenants: byName(tenant, 100) })

export interface Policy {
  readonly tenants: ReadonlyMap<string, TenantPolicy>
  /** Of the text of the file, hex. */
  readonly hash: string
}

/** @throws BadShape naming the place */
export function readPolicy(source: string): Policy {
  const { tenants } = readJson(source, file, 'policy')
  for (const [name, { networks, assets }] of tenants) {
    tenantName(name, 'policy.tenants')
    for (const [key, { coin, tokens = [] }] of networks) {
      text(64, NETWORK)(key, `policy.tenants.${name}.networks, ${key},`)
      for (const { asset } of [coin, ...tokens])
        if (!assets.has(asset)) throw new BadShape(`policy.tenants.${name}.networks.${key}`, `names ${asset}, which has no caps`)
    }
  }
  return { tenants, hash: createHash('sha256').update(source).digest('hex') }
}

/** What is paid, as the policy knows it. */
export interface KnownAsset {
  /** What its usage is counted under. */
  readonly key: string
  /** Undefined: the policy knows the contract by no name. */
  readonly asset: string | undefined
  readonly decimals: number
  readonly caps: Caps
}

/**
 * @param sameToken tells whether two texts name one contract
 * @returns undefined for a contract that is not allowed
 */
export function assetOf(
  { assets }: TenantPolicy,
  networkKey: string,
  { coin, tokens = [], otherTokens }: NetworkPolicy,
  token: string | null,
  sameToken: (one: string, other: string) => boolean,
): KnownAsset | undefined {
  const known = token === null ? coin : tokens.find((each) => sameToken(each.contract, token))
  const named = known && assets.get(known.asset)
  if (known !== undefined && named !== undefined) return { key: known.asset, asset: known.asset, decimals: known.decimals, caps: named }
  if (token === null || otherTokens === undefined) return undefined
  return { key: `${networkKey} ${token}`, asset: undefined, decimals: otherTokens.decimals, caps: otherTokens.caps }
}

/** @param units smallest units of an asset with so many decimals */
export const scaled = (units: bigint, decimalPlaces: number): bigint => units * 10n ** BigInt(SCALE - decimalPlaces)
