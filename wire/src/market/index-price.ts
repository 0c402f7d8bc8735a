/** home-web: the index price of a coin with what its sources said, so that anybody can compute it again. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { decimal, optional, queryInt, text } from '../fields.ts'
import { named } from '../named.ts'

/** live: counts while it is fresh. crossed: its bid is above its ask. silent: it gives no price. pinned: set by hand, always fresh. */
const sourceState = z.enum(['live', 'crossed', 'silent', 'pinned'])

/** A word of a source: `time` when this exchange took it, `at` when the venue says it was so. */
const word = { time: z.number(), at: z.number(), price: decimal, state: sourceState } as const

export const sourceWordSchema = named('SourceWord', z.object(word))
export type SourceWord = z.output<typeof sourceWordSchema>

/** `live`: how many sources it was made of; 0: none, and the price is the last that there was. */
export const indexPriceSchema = named('IndexPrice', z.object({ time: z.number(), price: decimal, live: z.int() }))
export type IndexPrice = z.output<typeof indexPriceSchema>

export const indexSources = call({
  method: 'GET',
  path: '/api/home-web/v1/open/index/sources',
  access: 'visitor',
  request: z.object({ coinName: text(1, 20), minute: optional(queryInt(0, Number.MAX_SAFE_INTEGER)) }),
  response: z.object({
    coinName: z.string(),
    /** Its start. */
    minute: z.number(),
    /** How far from the median a source may pull, as a fraction. */
    cap: decimal,
    /** How old a word may be and still count. */
    freshMs: z.int(),
    /** Ascending; the first one is that with which the minute began, of an earlier time. */
    index: z.array(indexPriceSchema),
    /** In the configured order; the words of the minute, ascending. */
    sources: z.array(z.object({ source: z.string(), weight: z.int(), prices: z.array(sourceWordSchema) })),
    /** The last word of each source from before the minute. */
    before: z.array(z.object({ source: z.string(), ...word })),
  }),
  weight: 2,
  errors: ['COIN_NOT_FOUND'],
  summary: 'The index price of a coin in one minute and all that it was made of; without `minute`, a moment in it, the newest one.',
})
