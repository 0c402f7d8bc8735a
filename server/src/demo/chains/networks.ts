/**
 * Networks of the demo and coins on them, as an operator would list them. Real nodes where there are small ones; everything else is on
 * simulated networks, and says so. Figures are typed in decimals.
 */
import { PLAY_TOKENS } from '@agio/chain/node/play-tokens.ts'
import type { ListingDocument, NetworkDocument } from '../../wallet/documents.ts'

export interface ListedNetwork {
  /** Networks of a family share addresses. */
  readonly family: number
  readonly document: NetworkDocument
  readonly coins: readonly ListedCoin[]
}

export interface ListedCoin {
  readonly coin: string
  readonly document: ListingDocument
  readonly chainScale: number
  readonly withdrawScale: number
  readonly minDeposit: string
  readonly minWithdraw: string
  readonly fee: string
  /** Confirmations at which a deposit is credited, and at which it may leave again. */
  readonly creditAt: number
  readonly unlockAt: number
}

/** While somebody waits, a block follows the other so fast. */
export const BLOCK_MS = 1000
const CHAIN_ID = 31_337
/** Prefixes of addresses on simulated networks. */
const HRPS = { tagged: 'xrps', plain: 'sims' } as const

const COMMON = {
  testnet: 1,
  blockMs: BLOCK_MS,
  bumpAfterMs: 60_000,
  beginAt: 0,
  tag: null,
} as const satisfies Partial<NetworkDocument>

/** Hot is filled where it falls low, and never emptied by itself: a small exchange has all of its coins there. */
const BANDS = { hotLow: 2, hotHigh: 100, warmLow: 0, warmHigh: 100 } as const

type Row = [coin: string, token: string | null, chainScale: number, least: string, fee: string]

/** Confirmations at which something is credited and at which it stays, as far as anybody asks. */
interface Depth {
  readonly creditAt: number
  readonly unlockAt: number
}

function coins(rows: readonly Row[], { creditAt, unlockAt }: Depth): ListedCoin[] {
  return rows.map(([coin, token, chainScale, least, fee]) => ({
    coin,
    document: { token, bands: BANDS, sweepFrom: least },
    chainScale,
    withdrawScale: Math.min(chainScale, 8),
    minDeposit: least,
    minWithdraw: least,
    fee,
    creditAt,
    unlockAt,
  }))
}

const DEPTHS = {
  ethereum: { creditAt: 3, unlockAt: 6 },
  bitcoin: { creditAt: 2, unlockAt: 3 },
  tagged: { creditAt: 1, unlockAt: 2 },
  plain: { creditAt: 2, unlockAt: 4 },
} as const

const ETHEREUM: ListedNetwork = {
  family: 60,
  document: {
    ...COMMON,
    name: 'Ethereum',
    blockchain: 'ethereum',
    chain: 'ETH',
    protocolType: 'ERC20',
    nativeCoin: 'ETH',
    // Of blocks from before its start the development node tells flat traces alone.
    adapter: { kind: 'evm', chainId: String(CHAIN_ID), internalCalls: 'flat', tipLeast: '1000000000' },
    addressRules: { format: 'evm' },
    deadDepth: DEPTHS.ethereum.unlockAt,
    sort: 1,
  },
  coins: coins(
    [
      ['ETH', null, 18, '0.002', '0.0008'],
      ['USDT', PLAY_TOKENS.DemoDollar, 6, '5', '2'],
      ['LINK', PLAY_TOKENS.DemoCoin, 18, '0.4', '0.15'],
    ],
    DEPTHS.ethereum,
  ),
}

const BITCOIN: ListedNetwork = {
  family: 2,
  document: {
    ...COMMON,
    name: 'Bitcoin',
    blockchain: 'bitcoin',
    chain: 'BTC',
    protocolType: 'BTC',
    nativeCoin: 'BTC',
    adapter: { kind: 'bitcoin', network: 'regtest', form: 'p2wpkh' },
    addressRules: { format: 'bitcoin', hrp: 'bcrt', pubkeyHash: 0x6f, scriptHash: 0xc4 },
    batchMost: 50,
    deadDepth: DEPTHS.bitcoin.unlockAt,
    sort: 2,
  },
  coins: coins([['BTC', null, 8, '0.0002', '0.00008']], DEPTHS.bitcoin),
}

const TAGGED: ListedNetwork = {
  family: 144,
  document: {
    ...COMMON,
    name: 'XRP Ledger (simulated)',
    blockchain: 'xrp-simulated',
    chain: 'XRP',
    protocolType: 'XRP',
    nativeCoin: 'XRP',
    adapter: { kind: 'simulated', hrp: HRPS.tagged },
    addressRules: { format: 'simulated', hrp: HRPS.tagged },
    tag: { name: 'Tag', required: true },
    batchMost: 20,
    deadDepth: DEPTHS.tagged.unlockAt,
    sort: 3,
  },
  coins: coins(
    [
      ['XRP', null, 6, '2', '0.25'],
      ['DOGE', 'DOGE', 8, '20', '4'],
      ['LTC', 'LTC', 8, '0.02', '0.002'],
    ],
    DEPTHS.tagged,
  ),
}

const plain = (ownCoin: string): ListedNetwork => ({
  family: 200,
  document: {
    ...COMMON,
    name: 'Simulated network',
    blockchain: 'simulated',
    chain: 'SIM',
    protocolType: 'SIM',
    nativeCoin: 'SOL',
    adapter: { kind: 'simulated', hrp: HRPS.plain },
    addressRules: { format: 'simulated', hrp: HRPS.plain },
    batchMost: 20,
    deadDepth: DEPTHS.plain.unlockAt,
    sort: 4,
  },
  coins: coins(
    [
      ['SOL', null, 9, '0.02', '0.004'],
      ['BNB', 'BNB', 18, '0.01', '0.0005'],
      ['ADA', 'ADA', 6, '5', '0.8'],
      ['AVAX', 'AVAX', 18, '0.1', '0.01'],
      ['DOT', 'DOT', 10, '0.5', '0.08'],
      [ownCoin, ownCoin, 18, '5', '0.5'],
      // So that one coin has a choice of networks.
      ['USDT', 'USDT', 6, '5', '0.5'],
    ],
    DEPTHS.plain,
  ),
})

export const listedNetworks = (ownCoin: string): readonly ListedNetwork[] => [ETHEREUM, BITCOIN, TAGGED, plain(ownCoin)]
