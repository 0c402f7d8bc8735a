/** Feeds the price store from the socket. Drawn (as nothing) by pages with live prices, and loaded after their first paint. */
import { useEffect } from 'react'
import { useTickers } from '../live/tickers.ts'
import { putQuotes } from './quotes.ts'
import { readQuote } from './read-quote.ts'

export function LiveQuotes() {
  const tickers = useTickers()
  useEffect(() => putQuotes([...tickers.values()].map(readQuote)), [tickers])
  return null
}
