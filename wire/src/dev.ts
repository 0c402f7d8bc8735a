/** auth: for those who test the product from outside. The calls exist in the test profile alone, the outbox in the demo too. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { decPositive, id, nothing, optional, text } from './fields.ts'

const ROOT = '/api/auth/v1/dev'
const DAY_MS = 86_400_000
/** Longer than any term: what is due meanwhile is done before the answer. */
const ADVANCE_DAYS_MAX = 3660

export const devOutbox = call({
  method: 'GET',
  path: `${ROOT}/outbox`,
  access: 'visitor',
  request: z.object({ account: text(1, 254) }),
  response: z.object({
    list: z.array(z.object({ channel: z.enum(['email', 'phone']), scene: z.string(), code: z.string(), time: z.int() })),
  }),
  errors: ['PATH_NOT_FOUND'],
  summary: 'Codes that would have been mailed; demo and test profiles only.',
})

export const devClock = call({
  method: 'POST',
  path: `${ROOT}/clock`,
  access: 'visitor',
  local: true,
  request: z.object({ advance: z.int().check(z.minimum(0), z.maximum(ADVANCE_DAYS_MAX * DAY_MS)) }),
  response: z.object({ serverTime: z.number() }),
  errors: ['PATH_NOT_FOUND'],
  summary: 'Moves the clock ahead and runs what falls due until then; 0 only reads it. Test profile only, from the machine itself.',
})

export const devIndex = call({
  method: 'POST',
  path: `${ROOT}/index`,
  access: 'visitor',
  local: true,
  request: z
    .object({
      coinName: text(1, 20),
      price: optional(decPositive),
      sources: optional(z.record(z.string().check(z.minLength(1), z.maxLength(32)), z.nullable(decPositive))),
    })
    .check(z.refine(({ price, sources }) => price !== undefined || sources != null, { path: ['price'], params: { rule: 'required' } })),
  response: nothing,
  errors: ['PATH_NOT_FOUND', 'COIN_NOT_FOUND'],
  summary: 'Pins all sources of a coin at a price, or frees them by null; `sources` pins single ones instead, or silences them by null.',
})

export const devOperator = call({
  method: 'POST',
  path: `${ROOT}/operator`,
  access: 'visitor',
  local: true,
  request: z.object({ command: z.array(z.string().check(z.maxLength(65_536))).check(z.minLength(1), z.maxLength(64)) }),
  response: z.object({ exit: z.int(), output: z.string() }),
  errors: ['PATH_NOT_FOUND'],
  summary: "The operator's command line. Test profile only, from the machine itself.",
})

export const devGrant = call({
  method: 'POST',
  path: `${ROOT}/grant`,
  access: 'visitor',
  local: true,
  request: z.object({ userId: id, coinName: text(1, 20), amount: decPositive }),
  response: nothing,
  errors: ['PATH_NOT_FOUND', 'COIN_NOT_FOUND', 'DECIMAL_SCALE'],
  summary: "Credits a user's spot account at once. Test profile only, from the machine itself.",
})
