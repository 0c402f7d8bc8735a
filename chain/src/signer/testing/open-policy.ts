/** A policy for tests that are about something else: all kinds of chains, and caps that no test reaches. */
const MOST = '1000000000000'
const CAPS = { perTransaction: MOST, perHour: MOST, perAddress: MOST, perDay: MOST }
const FEES = { perTransaction: MOST, perHour: MOST }

export interface OpenNetwork {
  /** As a policy calls it: `evm:31337`, `simulated:sim`. */
  readonly key: string
  readonly asset: string
  readonly decimals: number
  readonly tokens?: readonly { readonly contract: string; readonly asset: string; readonly decimals: number }[]
}

const NETWORKS: readonly OpenNetwork[] = [
  { key: 'evm:31337', asset: 'ETH', decimals: 18 },
  { key: 'bitcoin:regtest', asset: 'BTC', decimals: 8 },
  { key: 'simulated:sim', asset: 'SIM', decimals: 8 },
  { key: 'solana', asset: 'SOL', decimals: 9 },
  { key: 'tron:65', asset: 'TRX', decimals: 6 },
]

/** @param networks besides those that are always there, or in their place */
export function openPolicy(tenants: readonly string[] = ['agio', 'nova'], networks: readonly OpenNetwork[] = []): object {
  const all = [...NETWORKS.filter(({ key }) => !networks.some((own) => own.key === key)), ...networks]
  const names = all.flatMap(({ asset, tokens = [] }) => [asset, ...tokens.map((token) => token.asset)])
  const assets = Object.fromEntries(names.map((name) => [name, CAPS]))
  const own = Object.fromEntries(
    all.map(({ key, asset, decimals, tokens = [] }) => [
      key,
      { coin: { asset, decimals }, fees: FEES, tokens, otherTokens: { decimals, caps: CAPS } },
    ]),
  )
  return { form: 1, tenants: Object.fromEntries(tenants.map((tenant) => [tenant, { assets, networks: own }])) }
}
