/** Calls of the terminal to the host of contracts that need no account. Loaded when somebody looks at contracts. */
import { fundingRateList, indexKlines, klines, ladderInfo, markKlines, publicInfo, publicMarketInfo } from '@agio/wire/futures/public.ts'
import type { CandleInterval } from '@agio/wire/market/candle-intervals.ts'
import { send } from '../http-client.ts'

const asVisitor = { anonymous: true } as const

export const loadPublicInfo = () => send(publicInfo, {}, asVisitor)
export const loadMarket = (contractId: string) => send(publicMarketInfo, { contractId }, asVisitor)
export const loadTiers = (contractId: string) => send(ladderInfo, { contractId }, asVisitor)
export const loadFundingRates = (contractId: string, limit: number) => send(fundingRateList, { contractId, limit }, asVisitor)

const CANDLES = { last: klines, mark: markKlines, index: indexKlines } as const

export interface ContractCandles {
  readonly contractId: string
  readonly interval: CandleInterval
  readonly limit: number
  readonly startTime?: number
  readonly endTime?: number
}

export const loadContractCandles = (of: keyof typeof CANDLES, wanted: ContractCandles) => send(CANDLES[of], wanted, asVisitor)
