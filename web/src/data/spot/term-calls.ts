/** The calls behind pair-terms.ts. Loaded with the first of them, together with the client and the API's schemas. */
import { coinsOpen } from '@agio/wire/market/market.ts'
import { myRates, pairsOpen } from '@agio/wire/spot/spot.ts'
import { send } from '../http-client.ts'

export const loadPairRows = () => send(pairsOpen, {})
export const loadCoins = () => send(coinsOpen, {})
/** The user's own rates for a pair. */
export const loadRates = (symbol: string) => send(myRates, { symbol })
