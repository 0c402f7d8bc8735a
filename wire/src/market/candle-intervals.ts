/** Lengths of a candle, shortest first: of the calls and of the channels. `1w` begins on Monday, `1M` on the first of a month, both 00:00 UTC. */
export const CANDLE_INTERVALS = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d', '1w', '1M'] as const

export type CandleInterval = (typeof CANDLE_INTERVALS)[number]
