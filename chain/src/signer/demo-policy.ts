/**
 * The policy that a demo begins with: the development chains and simulated networks that it knows, with caps of play money. It is written
 * once, into the signer's folder, and is a file like any other from then on. Production begins with none.
 */
import { PLAY_TOKENS } from '../node/play-tokens.ts'

const FEES = { perTransaction: '1', perHour: '100' }

const capsOf = (perTransaction: number): object => ({
  perTransaction: String(perTransaction),
  perHour: String(perTransaction * 5),
  perAddress: String(perTransaction * 10),
  perDay: String(perTransaction * 20),
})

/** Most of an asset in one transaction. */
const MOST: Readonly<Record<string, number>> = {
  BTC: 20,
  ETH: 300,
  SOL: 5000,
  BNB: 1500,
  LTC: 10_000,
  AVAX: 30_000,
  LINK: 60_000,
  DOT: 150_000,
}
const MOST_OF_OTHERS = 1_000_000

interface Coin {
  readonly asset: string
  readonly decimals: number
}

interface Chain extends Coin {
  readonly tokens?: readonly (Coin & { readonly contract: string })[]
}

/** A token of a simulated network is called like the coin. */
const named = (tokens: Readonly<Record<string, number>>): Chain['tokens'] =>
  Object.entries(tokens).map(([asset, decimals]) => ({ contract: asset, asset, decimals }))

const CHAINS: Readonly<Record<string, Chain>> = {
  'evm:31337': {
    asset: 'ETH',
    decimals: 18,
    tokens: [
      { contract: PLAY_TOKENS.DemoDollar, asset: 'USDT', decimals: 6 },
      { contract: PLAY_TOKENS.DemoCoin, asset: 'LINK', decimals: 18 },
    ],
  },
  'bitcoin:regtest': { asset: 'BTC', decimals: 8 },
  'simulated:xrps': { asset: 'XRP', decimals: 6, tokens: named({ DOGE: 8, LTC: 8 }) ?? [] },
  'simulated:sims': {
    asset: 'SOL',
    decimals: 9,
    tokens: named({ BNB: 18, ADA: 6, AVAX: 18, DOT: 10, AGIO: 18, NOVA: 18, USDT: 6 }) ?? [],
  },
}

/** @returns what a policy file holds, before it is text */
export function demoPolicy(tenants: readonly string[]): object {
  const chains = Object.entries(CHAINS)
  const networks = Object.fromEntries(
    chains.map(([key, { asset, decimals, tokens = [] }]) => [
      key,
      { coin: { asset, decimals }, fees: FEES, tokens, otherTokens: { decimals, caps: capsOf(MOST_OF_OTHERS) } },
    ]),
  )
  const names = chains.flatMap(([, { asset, tokens = [] }]) => [asset, ...tokens.map((token) => token.asset)])
  const assets = Object.fromEntries(names.map((name) => [name, capsOf(MOST[name] ?? MOST_OF_OTHERS)]))
  return { form: 1, tenants: Object.fromEntries(tenants.map((tenant) => [tenant, { assets, networks }])) }
}
