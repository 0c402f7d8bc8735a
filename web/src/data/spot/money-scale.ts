/** Decimals in which money of an asset is shown where rows stand below each other. */

/** Decimals of the ledger. */
const LEDGER = 8

/** Cents for what counts dollars or euros, all that the ledger keeps for coins: 0.0352 BTC is not 0.03. */
export const moneyScale = (asset: string): number => (/USD|EUR|DAI/.test(asset) ? 2 : LEDGER)
