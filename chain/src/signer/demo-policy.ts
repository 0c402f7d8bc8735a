/**
 * The policy that a demo begins with: every simulated or development chain that the demo knows, with caps of play money. It is written once,
 * into the signer's folder, and is then a file like any other. Production begins with none.
 */
const CAPS = { perTransaction: '1000', perHour: '5000', perAddress: '5000', perDay: '20000' }
/** Coins of which a thousand is little. */
const CAPS_OF_MANY = { perTransaction: '1000000', perHour: '5000000', perAddress: '5000000', perDay: '20000000' }
const FEES = { perTransaction: '1', perHour: '100' }

/** Decimals of the chain's own coin, by what a policy calls the chain. */
const CHAINS = {
  'evm:31337': { asset: 'ETH', decimals: 18, tokenDecimals: 6 },
  'bitcoin:regtest': { asset: 'BTC', decimals: 8, tokenDecimals: 8 },
} as const

/** @returns what a policy file holds, before it is text */
export function demoPolicy(tenants: readonly string[]): object {
  const networks = Object.fromEntries(
    Object.entries(CHAINS).map(([key, { asset, decimals, tokenDecimals }]) => [
      key,
      { coin: { asset, decimals }, fees: FEES, otherTokens: { decimals: tokenDecimals, caps: CAPS_OF_MANY } },
    ]),
  )
  const assets = { ETH: CAPS, BTC: { perTransaction: '50', perHour: '200', perAddress: '200', perDay: '1000' } }
  return { form: 1, tenants: Object.fromEntries(tenants.map((tenant) => [tenant, { assets, networks }])) }
}
