/** A pair in an address: `BTC_USDT`. Links that others wrote spell it as they like; it is read in every way and written in one. */

const PAIR = /^([A-Z0-9]{1,20})[_/-]([A-Z0-9]{1,20})$/i

/** `BTC/USDT` as it stands in an address: `BTC_USDT`. */
export function symbolToQuery(symbol: string): string {
  return symbol.replace('/', '_')
}

/** `BTC_USDT`, `btc-usdt` or `BTC/USDT` of an address as a symbol, or undefined when it has another shape. */
export function symbolFromQuery(text: string | null): string | undefined {
  const [, base, quote] = PAIR.exec(text ?? '') ?? []
  return base === undefined || quote === undefined ? undefined : `${base}/${quote}`.toUpperCase()
}
