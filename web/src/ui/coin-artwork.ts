/** Coins whose disc is shipped with the application; any other coin shows its first letter. */
export const COINS_WITH_ARTWORK: readonly string[] = (
  'AAVE ADA ALGO APE ATOM AVAX BAT BCH BNB BTC CHZ COMP CRV DAI DASH DOGE DOT ENJ EOS ETC ETH FIL GRT ICP KSM LINK LRC LTC MANA MATIC MKR NEO ' +
  'PAXG QNT RVN SAND SNX SOL STX SUSHI THETA TRX UNI USDC USDT VET XLM XMR XRP XTZ YFI ZEC ZIL'
).split(' ')

/** Coins that nearly every exchange lists. Their discs come in one picture, the others one by one. */
export const COINS_IN_ONE: readonly string[] = 'ADA AVAX BNB BTC DOGE DOT ETH LINK LTC SOL TRX USDC USDT XRP'.split(' ')

const stamp = [...COINS_IN_ONE.join(' ')].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7)

/** Where that picture is found. Browsers keep it for an hour, so another list has another name. */
export const DISCS_IN_ONE = `/coins/common-${stamp}.svg`
