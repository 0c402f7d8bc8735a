/** What everybody may ask about savings. Loaded with the first call, together with the client and the API's schemas. */
import { earnBackgrounds, earnConfiguration, productCoins, productFilters, productGroups, rateHistory } from '@agio/wire/earn/open.ts'
import { send } from '../http-client.ts'

export const loadConfiguration = () => send(earnConfiguration, {})
export const loadBackgrounds = () => send(earnBackgrounds, {})
export const loadGroups = () => send(productGroups, {})
export const loadFilters = () => send(productFilters, {})
export const loadCoins = () => send(productCoins, {})
/** @param days so many UTC days back, today included; times in ms */
export const loadRates = (productId: string, startTime: number, endTime: number) => send(rateHistory, { productId, startTime, endTime })
