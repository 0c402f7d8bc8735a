/** What quotes are made by: a document of the tenant, saved with the limits that the engine holds. */
import type { JsonObject } from '@agio/engine/command.ts'
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import { dec } from '@agio/wire/fields.ts'
import * as z from 'zod/mini'
import { larger } from './big.ts'

export const CONVERT = 'convert'
/** The one document of the collection. */
export const SETTINGS = 'settings'

/** Decimals of rates and of values. */
const SCALE = 8

const below = (bound: bigint) =>
  dec.check(
    z.refine((text) => {
      const parsed = parseDecimal(text, SCALE)
      return typeof parsed === 'bigint' && parsed < bound
    }, `has more than ${SCALE} decimals, or is too much`),
  )
const rate = below(10n ** 8n)
const value = below(2n ** 60n)
const COIN = /^[A-Z0-9]{1,20}$/
const PAIR = /^[A-Z0-9]{1,20}\/[A-Z0-9]{1,20}$/
const coin = z.string().check(z.regex(COIN))
const pair = z.string().check(z.regex(PAIR, 'is no pair such as USDT/BTC, what is sent first'))

const spreadDocument = z.object({
  /** Share of the middle price. */
  base: z.optional(rate),
  /** Share of how far the index of both coins went within a minute. */
  volatility: z.optional(rate),
  /** For each 100,000 in value above the first 1,000. */
  size: z.optional(rate),
  /** Where a stock is at one of its limits; less towards its target, below zero for what brings it back. */
  skew: z.optional(rate),
})

const coinDocument = z.object({ isClosed: z.optional(z.boolean()) })

export const convertDocument = z.object({
  minTradeU: z.optional(value),
  maxTradeU: z.optional(value),
  quoteSeconds: z.optional(z.int().check(z.minimum(1), z.maximum(60))),
  spread: z.optional(spreadDocument),
  /** Instead of `spread`, by coin or by ordered pair; what is left out is as without. */
  spreads: z.optional(z.record(z.union([coin, pair]), spreadDocument)),
  /** Coins that cannot be converted. */
  coins: z.optional(z.record(coin, coinDocument)),
  /** Ordered pairs that cannot be converted. */
  closedPairs: z.optional(z.array(pair)),
})
export type ConvertDocument = z.output<typeof convertDocument>

/** Rates in 1e-8. */
export interface SpreadTerms {
  readonly base: bigint
  readonly volatility: bigint
  readonly size: bigint
  readonly skew: bigint
}

/** Values in 1e-8 of the unit asset; a bound of 0n is none. */
export interface ConvertSettings {
  readonly minTrade: bigint
  readonly maxTrade: bigint
  readonly quoteSeconds: number
  isCoinClosed(symbol: string): boolean
  /** Of giving `send` for `receive` alone. */
  isPairClosed(send: string, receive: string): boolean
  /** Closed ordered pairs, as they were given. */
  readonly closedPairs: readonly string[]
  spread(send: string, receive: string): SpreadTerms
  /** As it was saved. */
  readonly document: ConvertDocument
}

const DEFAULT_SPREAD: SpreadTerms = { base: 50_000n, volatility: 10_000_000n, size: 10_000n, skew: 100_000n }
const NAMES = ['base', 'volatility', 'size', 'skew'] as const

const e8 = (text: string): bigint => {
  const parsed = parseDecimal(text, SCALE)
  return typeof parsed === 'bigint' ? parsed : 0n
}

/** A term of a pair counts first; of two coins with one the larger; then the tenant's own. */
function spreadIn({ spread, spreads = {} }: ConvertDocument, send: string, receive: string): SpreadTerms {
  const [ofPair, ofSend, ofReceive] = [spreads[`${send}/${receive}`], spreads[send], spreads[receive]]
  const term = (name: keyof SpreadTerms): bigint => {
    if (ofPair?.[name] !== undefined) return e8(ofPair[name])
    const [one, other] = [ofSend?.[name], ofReceive?.[name]].map((text) => (text === undefined ? undefined : e8(text)))
    if (one !== undefined && other !== undefined) return larger(one, other)
    const own = spread?.[name]
    return one ?? other ?? (own === undefined ? DEFAULT_SPREAD[name] : e8(own))
  }
  return Object.fromEntries(NAMES.map((name) => [name, term(name)])) as unknown as SpreadTerms
}

/** @returns undefined for a document that does not fit; one that was never saved is the defaults */
export function readSettings(saved: JsonObject | null): ConvertSettings | undefined {
  const parsed = z.safeParse(convertDocument, saved ?? {})
  if (!parsed.success) return undefined
  const document = parsed.data
  const { minTradeU, maxTradeU, quoteSeconds = 10, coins = {}, closedPairs = [] } = document
  const spreads = new Map<string, SpreadTerms>()
  return {
    minTrade: e8(minTradeU ?? '0'),
    maxTrade: e8(maxTradeU ?? '0'),
    quoteSeconds,
    isCoinClosed: (symbol) => coins[symbol]?.isClosed === true,
    isPairClosed: (send, receive) => closedPairs.includes(`${send}/${receive}`),
    closedPairs,
    spread(send, receive) {
      const name = `${send}/${receive}`
      const known = spreads.get(name) ?? spreadIn(document, send, receive)
      spreads.set(name, known)
      return known
    },
    document,
  }
}
