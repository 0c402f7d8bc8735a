/** An invented house with networks, for tests that need no chain behind them. */
import { type CoinExt, type ProtocolType, statusNameOf, type WalletTx, type WalletTxDetail } from '../../../wire/src/wallet/types.ts'

/** Published addresses of test vectors: a checksum that is right, and one of each other format. */
export const EVM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const OWN_EVM_ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
export const BTC_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
export const TAG = '3086144231'

const NAMES: Readonly<Record<string, readonly [string, string, number, string]>> = {
  '1': ['BTC', 'Bitcoin', 8, '67412.38'],
  '2': ['USDT', 'Tether USD', 6, '1'],
  '3': ['ETH', 'Ethereum', 8, '3517.3'],
  '4': ['XRP', 'XRP', 6, '0.6'],
  '5': ['SOL', 'Solana', 9, '172.9'],
}

export const coin = (coinId: string, change: object = {}) => {
  const [coinName = '', fullName = '', scale = 8, usdtPrice = '1'] = NAMES[coinId] ?? []
  return {
    ...{
      coinId,
      coinName,
      fullName,
      scale,
      usdtPrice,
      iconUrl: null,
      isStable: coinName === 'USDT' ? 1 : 0,
      show: 1,
      sort: Number(coinId),
    },
    ...{ protocolTypes: [], depositStatus: 1, withdrawStatus: 1, transferStatus: 1 },
    ...change,
  }
}

export const COINS = ['2', '1', '3', '4'].map((coinId) => coin(coinId)).concat(coin('5', { depositStatus: 2, withdrawStatus: 2 }))

export const network = (id: string, coinId: string, protocolType: string, change: Partial<CoinExt> = {}): CoinExt => ({
  ...{ id, coinId, coinName: NAMES[coinId]?.[0] ?? '', protocolType, chain: 'ETH', chainName: 'Ethereum' },
  ...{ depositEnable: 1, withdrawEnable: 1, minDeposit: '1', minWithdraw: '10', maxWithdraw: '0', withdrawFee: '3.2', withdrawFeeType: 1 },
  ...{ withdrawFeeMin: '0', withdrawScale: 6, needMemo: 0, memoName: null, confirmations: 12, unlockConfirmations: 64 },
  ...{ contractAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7', addressRegex: null, explorerTxUrl: null, tip: null, halted: 0 },
  ...change,
})

const TRON = { chain: 'TRX', chainName: 'TRON', confirmations: 19, unlockConfirmations: 38, withdrawFee: '1' } as const
export const USDT_NETWORKS: readonly CoinExt[] = [
  network('21', '2', 'ERC20'),
  network('22', '2', 'TRC20', TRON),
  network('23', '2', 'ARB', { chain: 'ARB', chainName: 'Arbitrum One', withdrawFee: '0.4' }),
  network('24', '2', 'SPL', {
    ...{ chain: 'SOL', chainName: 'Solana', depositEnable: 0, withdrawEnable: 0 },
    tip: 'Deposits paused since 15:20 UTC for a node upgrade',
  }),
]
export const XRP_NETWORKS: readonly CoinExt[] = [
  network('41', '4', 'XRP', {
    ...{ chain: 'XRP', chainName: 'XRP Ledger', needMemo: 1, memoName: 'Destination tag', contractAddress: null },
    ...{ confirmations: 1, unlockConfirmations: 1 },
  }),
]

const rule = (id: string, protocolType: string, name: string, chain: string, addressRules: ProtocolType['addressRules']): ProtocolType => ({
  ...{ id, protocolType, name, chain, addressRegex: null, addressRules, needMemo: 0, memoName: null },
  explorerTxUrl: chain === 'ETH' ? 'https://explorer.example/tx/{tx}' : null,
})

const NETWORKS: readonly ProtocolType[] = [
  rule('1', 'ERC20', 'Ethereum', 'ETH', { format: 'evm' }),
  rule('2', 'TRC20', 'TRON', 'TRX', { format: 'tron', version: 0x41 }),
  rule('3', 'ARB', 'Arbitrum One', 'ARB', { format: 'evm' }),
  rule('4', 'SPL', 'Solana', 'SOL', { format: 'solana' }),
  rule('5', 'BTC', 'Bitcoin', 'BTC', { format: 'bitcoin', hrp: 'bcrt', pubkeyHash: 111, scriptHash: 196 }),
  { ...rule('6', 'XRP', 'XRP Ledger', 'XRP', { format: 'simulated', hrp: 'xrps' }), needMemo: 1, memoName: 'Destination tag' },
]

export const address = (change: object = {}) => ({
  ...{ id: '7', blockchain: 'ethereum', protocolType: 'ERC20', address: OWN_EVM_ADDRESS, memo: null, label: null, coinIds: ['2', '3'] },
  ...{ isDefault: 1, status: 1, createTime: 1 },
  ...change,
})

const HASH = '0x8c1f2a4be7d0915c33f8a6b21d40e9f7a5c3d2e1b0f9e8d7c6b5a4938271622d7'.slice(0, 66)
const MINUTE_MS = 60_000

export function tx(id: string, type: 1 | 2, status: number, change: Partial<WalletTx> = {}): WalletTx {
  const at = Date.now() - (1000 - Number(id)) * MINUTE_MS
  return {
    ...{ id, type, coinId: '2', coinName: 'USDT', protocolType: 'ERC20', chain: 'ETH' },
    ...{ address: type === 1 ? OWN_EVM_ADDRESS : EVM_ADDRESS, memo: null, fromAddress: type === 1 ? EVM_ADDRESS : null },
    ...(type === 1 ? { amount: '1500', fee: '0', arrivedAmount: '1500' } : { amount: '1200', fee: '3.2', arrivedAmount: '1196.8' }),
    ...{ status, statusName: statusNameOf(status), txHash: HASH, txIndex: '0', count: 1, confirmations: 9, needConfirmations: 12 },
    ...{ unlockConfirmations: 64, isInternal: 0, reason: null, canUndo: 0, clientId: null, remark: null },
    ...{ createTime: at, updateTime: at, checkTime: null, finishTime: null, creditTime: null, expectTime: null },
    ...change,
  }
}

export const DEPOSITS: readonly WalletTx[] = [
  tx('994', 1, 21),
  tx('985', 1, 23, {
    coinId: '1',
    coinName: 'BTC',
    protocolType: 'BTC',
    amount: '0.12',
    confirmations: 6,
    needConfirmations: 2,
    unlockConfirmations: 6,
  }),
  tx('970', 1, 25, { amount: '0.4', protocolType: 'TRC20' }),
  tx('960', 1, 26, { coinId: '4', coinName: 'XRP', protocolType: 'XRP', amount: '250' }),
]
export const WITHDRAWALS: readonly WalletTx[] = [
  tx('990', 2, 6, { amount: '2360', arrivedAmount: '2356.8' }),
  tx('980', 2, 7, {
    txHash: null,
    coinId: '1',
    coinName: 'BTC',
    protocolType: 'BTC',
    amount: '0.05',
    fee: '0.00012',
    address: BTC_ADDRESS,
  }),
  tx('975', 2, 8, { txHash: null, amount: '400', reason: 'The address is reported as stolen funds.' }),
]

export const listed = <Row>(list: readonly Row[]) => ({ list, total: list.length, pageNo: 1, pageSize: 50, asOf: 1 })

/** With the states that it came through. */
export const detail = (row: WalletTx, states: readonly number[]): WalletTxDetail => ({
  ...row,
  timeline: states.map((status, index) => ({
    ...{ status, statusName: statusNameOf(status), time: row.createTime + index * MINUTE_MS, reason: null },
    actor: status < 2 ? ('user' as const) : status === 2 ? ('reviewer' as const) : ('chain' as const),
    txHash: status === 4 ? row.txHash : null,
  })),
})

export const preview = (change: object = {}) => ({
  ...{ fee: '3.2', arrivedAmount: '1196.8', min: '10', max: '2640', balance: '12480.52', lockUntil: null, lockCause: null },
  ...{ isInternal: 0, review: 'auto', expectTime: null },
  ...change,
})

export const LIMITS = {
  ...{ amountLimit: '5000', coin: 'USDT', time: 24, used: '2360', left: '2640', kycLevel: 1 },
  levels: [
    { level: 0, amountLimit: '1000', coin: 'USDT', time: 24 },
    { level: 1, amountLimit: '5000', coin: 'USDT', time: 24 },
  ],
}

const entry = (id: string, label: string, protocolType: string, place: string, change: object = {}) => ({
  ...{ id, coinId: '2', coinName: 'USDT', protocolType, address: place, memo: null, label, isWhitelisted: 1, effectiveTime: 1 },
  ...{ status: 1, createTime: Date.UTC(2026, 3, 2) },
  ...change,
})
export const BOOK = [
  entry('31', 'Ledger cold', 'ERC20', EVM_ADDRESS),
  entry('32', 'Office Safe', 'ERC20', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', { effectiveTime: Date.now() + 6 * 3_600_000 }),
  entry('33', 'Kraken USDT', 'TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', { isWhitelisted: 0 }),
]

const SECURITY = {
  ...{ googleStatus: 1, emailStatus: 1, phoneStatus: 0, googleBound: 1, emailBound: 1, phoneBound: 0, emailMask: 'al***er@mail.com' },
  ...{
    phoneMask: null,
    loginMode: 0,
    loginMethods: ['google'],
    passwordMethods: ['google', 'email'],
    withdrawMethods: ['google', 'email'],
  },
  ...{ passkeyCount: 0, antiPhishing: 0, whitelistStatus: 2, passwordTime: 1, withdrawLockUntil: null, withdrawLockCause: null, frozen: 0 },
  recoveryCodesLeft: 8,
}
export const security = (change: object = {}) => ({ ...SECURITY, ...change })

const onChain = (blockchain: string, protocolType: string) => ({ blockchain, protocolType, contractAddress: null, decimals: 6, status: 1 })

/** Answers of every call of the wallet, by the last part of its path. */
export const walletAnswers = () => ({
  tenantCurrencyCoinAll: COINS,
  tenantWithdrawCurrencyCoinAll: COINS.filter(({ withdrawStatus }) => withdrawStatus === 1).map((one) => ({ ...one, balance: '12480.52' })),
  coinExtList: USDT_NETWORKS,
  protocolTypeAll: NETWORKS,
  'supported-chains': [
    { blockchain: 'ethereum', name: 'Ethereum', nativeCoin: 'ETH', iconUrl: null, testnet: 1, status: 1 },
    { blockchain: 'xrp', name: 'XRP Ledger', nativeCoin: 'XRP', iconUrl: null, testnet: 1, status: 1 },
  ],
  'token/supported-chain/2': USDT_NETWORKS.map(({ protocolType, chainName }) => onChain(chainName.toLowerCase(), protocolType)),
  'token/supported-chain/4': [onChain('xrp', 'XRP')],
  'address/query': [address()],
  withdrawDepositList: listed(DEPOSITS),
  getUserALlLimit: LIMITS,
  withdrawPreview: preview(),
  userAddressList: listed(BOOK),
  'secondFactor/info': SECURITY,
})
