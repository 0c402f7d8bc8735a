/** What an invented wallet answers on `/assets/spot`: three coins, one of them with a debt. */
const coin = (coinId: string, coinName: string, fullName: string, scale: number) => ({
  ...{ coinId, coinName, fullName, scale, iconUrl: null, isStable: 0, show: 1, sort: Number(coinId), usdtPrice: '1', protocolTypes: [] },
  ...{ depositStatus: 2, withdrawStatus: 2, transferStatus: 2 },
})
const balance = (coinId: string, coinName: string, free: string, valueU: string, debt = '0') => ({
  ...{ coinId, coinName, iconUrl: null, balance: free, frozenBalance: '0', withdrawPending: '0', lockedDeposit: '0' },
  ...{ debt, total: free, usdtPrice: coinName === 'BTC' ? '67412.38' : '1', valueU },
})
const LIST = [
  balance('1', 'BTC', '0.542137', '36546.75'),
  balance('2', 'USDT', '12480.52', '12480.52'),
  balance('3', 'SOL', '0', '0', '4.5'),
]

export const assetsAnswers = () => ({
  tenantCurrencyCoinAll: [coin('1', 'BTC', 'Bitcoin', 8), coin('2', 'USDT', 'Tether USD', 6), coin('3', 'SOL', 'Solana', 9)],
  userBalanceAll: { totalU: '49027.27', availableU: '49027.27', frozenU: '0', list: LIST },
  'user-wallet/overview': {
    ...{ totalU: '49027.27', spotU: '49027.27', contractU: '0', financialU: '0' },
    ...{ todayPnlU: '277.11', todayPnlPercent: '0.42' },
  },
  getUserBalanceByDay: [
    { day: '2026-07-13', totalU: '48000', pnlU: '0' },
    { day: '2026-07-14', totalU: '49027.27', pnlU: '1027.27' },
  ],
  'transfer/available': { available: '12480.52' },
  'demo/faucet': { fail: { code: '404', message: 'None', name: 'PATH_NOT_FOUND' } },
})
