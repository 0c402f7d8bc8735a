/** Two tenants on the futures host: nothing of one is seen at the other, whatever token and ids a call comes with. */
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { positionsOf } from '@agio/engine/perp/read-positions.ts'
import { openOrdersOf } from '@agio/engine/read.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedContent } from '../../../content/seed-content.ts'
import { bodyOf } from '../../../testing/call-samples.ts'
import { openContract } from '../../../testing/contract-fixtures.ts'
import { askFutures, FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../../../testing/futures-trader.ts'
import type { Reply } from '../../../testing/http-world.ts'
import type { MemoryExchange } from '../../../testing/memory-exchange.ts'
import type { AnyCall } from '../../calls/route.ts'
import { FUTURES_CALLS } from '../../openapi/futures-calls.ts'

const NOVA = 'nova.localhost'
/** Stand in what the first tenant holds: the name of its contract, prices of its trades and orders, its fund. Nobody there asks with them. */
const MARKS = ['okapi', '60007', '59123.4', '777.77'] as const

let futures: FuturesWorld
/** Of the first tenant, with a position and an order. */
let ann: FuturesTrader
/** Of the other one, where contracts are open, too. */
let bob: FuturesTrader
/** What names something of ann's. */
let names: Readonly<Record<string, unknown>>

beforeAll(async () => {
  futures = await futuresWorld()
  const { world, contract } = futures
  const { nova, exchange } = world
  const theirs = nova.exchange as MemoryExchange
  await seedContent(theirs, nova.config)
  expect(openContract(theirs, { document: { otherName: 'Theirs' } })).toBe(contract)
  const saved = { kind: 'saveDocument', userId: asUserId(0), collection: 'kv', id: 'contractSwitch', actor: 'operator' } as const
  theirs.must({ ...saved, document: { value: 1 } })
  await nova.content.load()
  const why = { actor: 'ops', why: 'test' } as const
  const { terms, contract: own } = world.agio.feeds.listings.contractFacts(contract)
  exchange.must({
    kind: 'changeContract',
    instrumentId: contract,
    terms: { ...terms, document: { otherName: 'okapi' } },
    contract: own,
    ...why,
  })
  exchange.must({ kind: 'fundInsurance', assetId: asAssetId(1), amount: 77_777_000_000n, ...why })
  ann = await futures.customer('ann')
  futures.quote('sell', 60_007, 10)
  await ann.post('order/order_create', orderOf(contract, { price: '60007', volume: '10' }))
  const placed = await ann.post('order/order_create', orderOf(contract, { price: '59123.4', volume: '1', clientOrderId: 'zebra-1' }))
  const [position] = positionsOf(exchange.state, ann.userId)
  const { orderId } = placed.data
  names = {
    contractId: String(contract),
    contractIds: [String(contract)],
    orderId,
    ids: [orderId],
    positionId: String(position?.positionId),
    receiptId: orderId,
  }
  bob = await FuturesTrader.join(world, 'bob@example.com', NOVA)
  theirs.must({ kind: 'openContractAccount', userId: bob.userId })
})
afterAll(() => futures.world.close())

const tail = ({ path }: AnyCall): string => path.replace('/fe-co-api/', '')

/** What a call takes, with the names of what is ann's in place of any. */
function fieldsOf(call: AnyCall): Record<string, unknown> {
  const body = bodyOf(call)
  return { ...body, ...Object.fromEntries(Object.entries(names).filter(([name]) => name in body)) }
}

const asBob = (call: AnyCall, fields: Record<string, unknown>): Promise<Reply> =>
  call.sealed === true ? bob.sealed(tail(call)) : call.sealed === 'digest' ? bob.post(tail(call), fields) : bob.read(tail(call), fields)

it('TEN-010 TEN-011 no call of the futures host answers to a token of the other tenant', async () => {
  const { world } = futures
  for (const call of FUTURES_CALLS.filter(({ access }) => access === 'user'))
    for (const headers of [
      { ...ann.headers, host: NOVA },
      { ...bob.headers, host: 'localhost' },
    ]) {
      const answer = await askFutures(world, call.path, fieldsOf(call), headers)
      expect([answer.status, answer.failure.name], `${call.path} at ${headers.host}`).toEqual([401, 'SESSION_TENANT_MISMATCH'])
    }
})

it('TEN-010 no call of the futures host under the other tenant’s name says anything of this one, whatever ids it comes with', async () => {
  const { world } = futures
  const stopped: string[] = []
  for (const call of FUTURES_CALLS) {
    const fields = fieldsOf(call)
    const answers = [await askFutures(world, call.path, fields, { host: NOVA }), await asBob(call, fields)]
    if (call.path.endsWith('/order_cancel')) answers.push(await asBob(call, { contractId: names.contractId, clientOrderId: 'zebra-1' }))
    for (const { text, headers, status } of answers) {
      expect(status, `${call.path} ${text.slice(0, 200)}`).not.toBe(500)
      for (const mark of MARKS) expect(`${text} ${JSON.stringify(headers)}`, call.path).not.toContain(mark)
    }
    const { name } = answers[1]?.failure ?? { name: '' }
    if (/VALIDATION|FEATURE|LOGIN|SESSION|SECURITY|CONTRACT_NOT/.test(name)) stopped.push(`${call.path} ${name}`)
  }
  expect(stopped).toEqual([])
  const { state } = world.exchange
  expect([openOrdersOf(state, ann.userId).length, positionsOf(state, ann.userId).length]).toEqual([1, 1])
})

it('TEN-010 [part] the same questions at home find what they look for, so that the marks are where they should be', async () => {
  const { world } = futures
  const ask = (path: string, fields: object) => askFutures(world, `/fe-co-api/common/${path}`, fields)
  const answers: Readonly<Record<(typeof MARKS)[number], readonly Reply[]>> = {
    okapi: [await ask('public_info', {}), await ann.read('order/his_trade_list')],
    60007: [await ask('trade_list', names), await ann.read('position/get_assets_list')],
    '59123.4': [await ask('depth_map', names), await ann.read('order/current_order_list')],
    '777.77': [await ask('get_risk_account', { marginCoin: 'USDT' })],
  }
  for (const mark of MARKS) for (const { text } of answers[mark]) expect(text, mark).toContain(mark)
})
