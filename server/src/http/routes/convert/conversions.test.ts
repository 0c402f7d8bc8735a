/** Conversions through the whole gateway: sealed by a session, signed by an API key, and told on the socket's channel. */
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { readFrameText } from '@agio/wire/testing/read-frame.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hmacSignature } from '../../../auth/keys/api-signature.ts'
import { frameTexts } from '../../../testing/frame-texts.ts'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'
import { openConversion } from '../../../testing/open-products.ts'

const ROOT = '/api/user-web/v1/trade_convert'
let world: HttpWorld
let member: Member
beforeAll(async () => {
  world = await httpWorld()
  await openConversion(world.agio)
  member = await Member.join(world, 'converts@example.com')
  const grant = { kind: 'creditUser', userId: asUserId(member.userId), assetId: asAssetId(1), amount: 10n ** 11n } as const
  world.exchange.must({ ...grant, cause: 'airdrop', reference: 'test' })
})
afterAll(() => world.close())

async function keyWith(permissions: { readonly read: 0 | 1; readonly trade: 0 | 1 }) {
  const codes = await member.codes('API_KEY', ['email'])
  const asked = { label: 'bot', permissions: { ...permissions, futures: 0, withdraw: 0 }, ipList: [], codes }
  const { data } = await member.seal('/api/user-web/v1/api-key/create', asked)
  const key = data as unknown as { readonly apiKey: string; readonly secret: string }
  return <const Path extends string>(method: 'GET' | 'POST', path: Path, fields?: object) => {
    world.clock.at += 1
    const body = fields === undefined ? '' : JSON.stringify(fields)
    const parts = { timestamp: String(world.clock.at), window: undefined, method, path, body: Buffer.from(body) }
    const headers = { 'x-api-key': key.apiKey, 'x-api-timestamp': parts.timestamp, 'x-api-signature': hmacSignature(key.secret, parts) }
    return world.ask(method, path, fields === undefined ? undefined : body, { headers })
  }
}

it('CONV-004 [part] a session takes a quote with a sealed payload, and without one it takes nothing', async () => {
  const { data: quote } = await member.get(`${ROOT}/pre_trade/USDT/BTC?sendAmount=100`)
  const { quoteId, sendCoin, receiveCoin, sendAmount } = quote
  const body = { quoteId, sendCoin, receiveCoin, sendAmount }
  expect((await member.post(`${ROOT}/trade`, body)).failure.name).toBe('SECURITY_PAYLOAD_REQUIRED')
  expect((await member.seal(`${ROOT}/trade`, body)).data).toMatchObject({ quoteId, receiveAmount: '0.00166583', status: 1 })
})

it('API-012 [part] a program that may trade takes quotes, one that may read sees prices and what was taken', async () => {
  const trading = await keyWith({ read: 1, trade: 1 })
  const reading = await keyWith({ read: 1, trade: 0 })
  const { data: quote } = await trading('GET', `${ROOT}/pre_trade/USDT/BTC?sendAmount=100`)
  const { quoteId, sendCoin, receiveCoin, sendAmount } = quote
  const body = { quoteId, sendCoin, receiveCoin, sendAmount, clientId: 'bot-1' }
  const done = await trading('POST', `${ROOT}/trade`, body)
  expect(done.data).toMatchObject({ quoteId, receiveAmount: '0.00166583' })
  const again = await trading('POST', `${ROOT}/trade`, body)
  expect([again.data, again.headers['idempotent-replay']]).toEqual([done.data, '1'])
  expect((await reading('GET', `${ROOT}/price/USDT/BTC`)).data.price).toBe('0.000016658333333333')
  expect((await reading('POST', `${ROOT}/records`, {})).data.list[0]).toEqual(done.data)
  for (const refused of [await reading('GET', `${ROOT}/pre_trade/USDT/BTC?sendAmount=100`), await reading('POST', `${ROOT}/trade`, body)])
    expect(refused.failure.name).toBe('API_PERMISSION_DENIED')
})

it('CONV-013 [part] every conversion is told on the customer’s own channel, as the list has it', async () => {
  const topic = await world.agio.feeds.channel('converts', asUserId(member.userId))
  if (typeof topic === 'string') throw new Error(topic)
  const frames: Buffer[] = []
  topic.subscribe({ deliver: (frame) => void frames.push(frame), drain: () => undefined })
  const { data: quote } = await member.get(`${ROOT}/pre_trade/USDT/BTC?receiveAmount=0.001`)
  const { quoteId, sendCoin, receiveCoin, sendAmount } = quote
  const { data } = await member.seal(`${ROOT}/trade`, { quoteId, sendCoin, receiveCoin, sendAmount })
  const told = await vi.waitFor(() => {
    const [text = ''] = frameTexts(Buffer.concat(frames))
    expect(text).not.toBe('')
    return readFrameText<object>(text)
  }, 10_000)
  expect(told).toMatchObject({ ch: 'converts', type: 'event', seq: 1, prevSeq: 0, data })
  expect((await member.post(`${ROOT}/records`)).data.list[0]).toEqual(data)
})
