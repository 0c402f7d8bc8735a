/** Documents of networks and of coins on them, as an operator would write them. For tests only. */
import type { JsonObject } from '@agio/engine/command.ts'

const COMMON = { testnet: 1, blockMs: 1000, deadDepth: 3, bumpAfterMs: 60_000, tag: null, beginAt: 0 } as const

export const evmNetwork = (name = 'ethereum', chainId = '31337'): JsonObject => ({
  ...COMMON,
  name,
  blockchain: name,
  chain: 'ETH',
  protocolType: `ERC20-${name}`,
  nativeCoin: 'ETH',
  adapter: { kind: 'evm', chainId, internalCalls: 'debug', tipLeast: '1000000000' },
  addressRules: { format: 'evm' },
})

export const bitcoinNetwork = (): JsonObject => ({
  ...COMMON,
  name: 'Bitcoin',
  blockchain: 'bitcoin',
  chain: 'BTC',
  protocolType: 'BTC',
  nativeCoin: 'BTC',
  adapter: { kind: 'bitcoin', network: 'regtest', form: 'p2wpkh' },
  addressRules: { format: 'bitcoin', hrp: 'bcrt', pubkeyHash: 0x6f, scriptHash: 0xc4 },
})

/** @param tagName of a network where one address serves many */
export const simulatedNetwork = (hrp: string, tagName?: string): JsonObject => ({
  ...COMMON,
  name: hrp,
  blockchain: hrp,
  chain: hrp.toUpperCase(),
  protocolType: hrp.toUpperCase(),
  nativeCoin: 'SIM',
  adapter: { kind: 'simulated', hrp },
  addressRules: { format: 'simulated', hrp },
  tag: tagName === undefined ? null : { name: tagName, required: true },
})
