/** Every call of the futures host: the envelope at any input, no input that makes a 5xx, and refused ones change nothing. */
import { crossesOf, positionsOf } from '@agio/engine/perp/read-positions.ts'
import { balancesOf, openOrdersOf } from '@agio/engine/read.ts'
import { envelopeSchema, failureSchema } from '@agio/wire/envelope.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bodyOf, fieldsOf } from '../../../testing/call-samples.ts'
import { askFutures, type FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'
import type { Reply } from '../../../testing/http-world.ts'
import type { AnyCall } from '../../calls/route.ts'
import { FUTURES_CALLS } from '../../openapi/futures-calls.ts'

let futures: FuturesWorld
let ann: FuturesTrader
let positionId: string
beforeAll(async () => {
  futures = await futuresWorld()
  ann = await futures.customer('ann')
  futures.quote('sell', 60_000, 10)
  await ann.post('order/order_create', orderOf(futures.contract, { volume: '10' }))
  await ann.post('order/order_create', orderOf(futures.contract, { price: '59000', volume: '1' }))
  positionId = (await ann.read('position/get_assets_list')).data.positionList[0]?.id ?? ''
})
afterAll(() => futures.world.close())

const ask = (call: AnyCall, fields: object): Promise<Reply> => {
  const digest = call.sealed === 'digest' ? ann.digest : {}
  return askFutures(futures.world, call.path, { ...fields, ...digest }, ann.headers) as Promise<Reply>
}

/** A request that fits, about what there is. */
const fitting = (call: AnyCall): Record<string, unknown> => {
  const body = bodyOf(call)
  return {
    ...body,
    ...('contractId' in body && { contractId: String(futures.contract) }),
    ...('positionId' in body && { positionId }),
  }
}

const stateText = (): string => {
  const { state } = futures.world.exchange
  const { userId } = ann
  const rows = [balancesOf(state, userId), openOrdersOf(state, userId), positionsOf(state, userId), crossesOf(state, userId)]
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

function expectEnvelope(answer: Reply, at: string): void {
  expect(answer.status < 500, `${at}: ${answer.status} ${answer.text.slice(0, 200)}`).toBe(true)
  if (String(answer.headers['content-type']).startsWith('text/csv')) return
  expect(z.safeParse(envelopeSchema, JSON.parse(answer.text)).success, at).toBe(true)
  if (answer.code === '0') return
  expect(z.safeParse(failureSchema, (JSON.parse(answer.text) as { data: unknown }).data).success, at).toBe(true)
  expect(answer.text, at).not.toMatch(/node_modules|\.ts:\d|select |insert |Error:/i)
}

const PAYLOADS: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    '',
    ' ',
    '-0',
    '1e3',
    '0x10',
    '１２',
    '1,5',
    '9'.repeat(18),
    '9'.repeat(40),
    `0.${'1'.repeat(18)}`,
  ],
  ...['NaN', "' OR 1=1 --", '"; DROP TABLE orders; --', '{{7*7}}', '../../../../etc/passwd', '\r\nset-cookie: a=b'],
  ...['<img src=x onerror=alert(1)>', 'a'.repeat(5000), '\u0000', '\ud800', [], [[]], {}, { $gt: '' }],
  { toString: 'x', constructor: { prototype: { polluted: 1 } } },
]

/** Of a field; one field takes these and the next field the next ones, and in `npm run proof` each takes all. */
const PAYLOADS_OF_FIELD = process.env.AGIO_PROOF === undefined ? 8 : PAYLOADS.length

function payloadsFrom(field: number): readonly unknown[] {
  const start = (field * PAYLOADS_OF_FIELD) % PAYLOADS.length
  return [...PAYLOADS.slice(start), ...PAYLOADS.slice(0, start)].slice(0, PAYLOADS_OF_FIELD)
}

it('API-012 API-025 [part] every call takes a body that fits, and answers in the documented form', async () => {
  const unfit: string[] = []
  for (const call of FUTURES_CALLS) {
    // What closes everything, or takes a leverage that does not exist, comes in the tests of its own.
    if (/close_all|light_close|reverse|cancel_all$|create_co_id/.test(call.path)) continue
    const answer = await ask(call, fitting(call))
    expectEnvelope(answer, call.path)
    if (answer.failure.name === 'VALIDATION_FAILED') unfit.push(`${call.path} ${JSON.stringify(answer.failure.params)}`)
  }
  expect(unfit).toEqual([])
})

it('API-012 SEC-011 SEC-005 [part] no field of any call makes a 5xx, and refused bodies change nothing', async () => {
  let sent = 0
  let fields = 0
  for (const call of FUTURES_CALLS) {
    for (const field of fieldsOf(call)) {
      for (const payload of payloadsFrom(fields)) {
        const before = stateText()
        const answer = await ask(call, { ...fitting(call), [field]: payload })
        expectEnvelope(answer, `${call.path} ${field}=${JSON.stringify(payload)?.slice(0, 60)}`)
        if (answer.code !== '0') expect(stateText(), `${call.path} ${field}`).toBe(before)
        sent += 1
      }
      fields += 1
    }
  }
  expect(sent).toBeGreaterThan(500)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
