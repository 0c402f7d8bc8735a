/** The small schemas that every service of the API is made of. */
import * as z from 'zod/mini'
import { visible } from './visible-text.ts'

const DECIMAL = /^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/
const ID = /^[A-Za-z0-9_-]{1,64}$/
const KEY = /^[A-Za-z0-9.:/_-]{1,36}$/

/** Absent and null both mean: not given. */
export const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.nullish(schema)

/** Anything but control characters; lines and tabs are text. A database takes no NUL, and a terminal obeys the others. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it refuses
const NO_CONTROL = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/
/** A string of outside, of so many characters at most. */
export const outside = (max: number) => z.string().check(z.maxLength(max), z.regex(NO_CONTROL))

export const text = (min: number, max: number) => z.string().check(z.trim(), z.minLength(min), z.maxLength(max), z.regex(NO_CONTROL))
/** A name or a reason, for people to read: what shows nothing does not count. */
export const words = (min: number, max: number) =>
  text(min, max).check(z.refine<string>((given) => visible(given).length >= min, { params: { rule: 'length' }, abort: true }))
/** Decimal string, not negative. */
export const dec = z.string().check(z.trim(), z.regex(DECIMAL))
/** Decimal string above zero. */
export const decPositive = z.string().check(z.trim(), z.regex(DECIMAL), z.regex(/[1-9]/))
export const id = z.string().check(z.trim(), z.regex(ID))
/** A trade's id where trades are counted from: it is an order among them, so it has to be one. */
export const tradeId = z.string().check(z.trim(), z.regex(/^[0-9]{1,16}$/))
/** Idempotency key of an order: also its public name. */
export const orderKey = z.string().check(z.trim(), z.regex(KEY))
export const symbol = z.string().check(z.trim(), z.regex(/^[A-Z0-9]{1,20}\/[A-Z0-9]{1,20}$/))
export const coinName = z.string().check(z.trim(), z.regex(/^[A-Z0-9]{1,20}$/))
export const ms = z.int().check(z.minimum(0))
export const switch01 = z.union([z.literal(0), z.literal(1)])
export const switch12 = z.union([z.literal(1), z.literal(2)])
export const direction = z.enum(['BUY', 'SELL'])

/** An integer that may come in a query, where it is text. */
export const queryInt = (min: number, max: number) =>
  z.pipe(
    z.union([
      z.int(),
      z.pipe(
        z.string().check(z.regex(/^\d{1,15}$/)),
        z.transform((digits: string) => Number(digits)),
      ),
    ]),
    z.int().check(z.minimum(min), z.maximum(max)),
  )

const PAGED_ROWS_MAX = 10_000
export const RANGE_DAYS_MAX = 366

export const pageFields = {
  pageNo: optional(z.int().check(z.minimum(1), z.maximum(PAGED_ROWS_MAX))),
  pageSize: optional(z.int().check(z.minimum(1), z.maximum(100))),
} as const

/** Inclusive, ms; without them the last 90 days. The order and the span are business checks (TIME_RANGE_INVALID). */
export const rangeFields = { startTime: optional(ms), endTime: optional(ms) } as const

/** `pageNo × pageSize` has a bound: whoever needs more asks for a narrower range. */
export const pageWithinBound = z.refine<{ pageNo?: number | null | undefined; pageSize?: number | null | undefined }>(
  (page) => (page.pageNo ?? 1) * (page.pageSize ?? 20) <= PAGED_ROWS_MAX,
  { path: ['pageNo'], params: { rule: 'max' } },
)

/** One of several fields says what is meant: none is too few, a second one too many. */
export const exactlyOne = (fields: readonly string[]) =>
  z.check<Readonly<Record<string, unknown>>>((context) => {
    const { value } = context
    const given = fields.filter((field) => value[field] != null)
    if (given.length === 1) return
    const [first = ''] = fields
    const [, second] = given
    const rule = second === undefined ? 'required' : 'exclusive'
    context.issues.push({ code: 'custom', input: value, path: [second ?? first], params: { rule } })
  })

export const listOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ list: z.array(row), total: z.int(), pageNo: z.int(), pageSize: z.int() })

/** The state of history at which a list was begun: kept on, the pages that follow stay steady while rows arrive. */
export const asOfField = { asOf: optional(z.int().check(z.minimum(0))) } as const

/** A list from history; `rebuilding` says up to where it reaches while it is made anew. */
export const historyOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.extend(listOf(row), { asOf: z.optional(z.int()), rebuilding: z.optional(z.int()) })

/** Decimal text of an answer; negative where the API says so. */
export const decimal = z.string()
export const decimalOrNull = z.nullable(z.string())
export const nothing = z.object({})
