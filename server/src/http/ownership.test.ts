/** What belongs to one customer does not exist for another. */
import { asAssetId } from '@agio/engine/ids/id.ts'
import { openOrdersOf } from '@agio/engine/read.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld, userIdOf } from '../testing/http-world.ts'

const ROOT = '/api/user-web/v1'
let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

it('SEC-002 [part] an order of another customer answers exactly like one that does not exist', async () => {
  const [ann, bob] = [await world.register('ann@example.com'), await world.register('bob@example.com')]
  const owner = userIdOf(ann)
  const credit = {
    kind: 'creditUser',
    userId: owner,
    assetId: asAssetId(1),
    amount: 100_000_000_000n,
    cause: 'airdrop',
    reference: '',
  } as const
  world.exchange.must(credit)
  const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1', clientOrderId: 'mine-1' }
  const placed = await world.post(`${ROOT}/order/createOrder`, order, { token: ann.data.token })
  const orderId = placed.data.orderId ?? ''
  expect((await world.get(`${ROOT}/order/detail?orderId=${orderId}`, { token: ann.data.token })).code).toBe('0')
  const token: string = bob.data.token
  const asked = async (id: string, clientId: string) => {
    const answers = [
      await world.get(`${ROOT}/order/detail?orderId=${id}`, { token }),
      await world.get(`${ROOT}/order/detail?clientOrderId=${clientId}`, { token }),
      await world.post(`${ROOT}/order/revocationOrder`, { orderId: id }, { token }),
      await world.post(`${ROOT}/order/revocationOrder`, { clientOrderId: clientId }, { token }),
      await world.post(`${ROOT}/order/revocationOrder`, { orderIds: [id] }, { token }),
      await world.post(`${ROOT}/order/updateOrder`, { orderId: id, price: '101' }, { token }),
      await world.post(`${ROOT}/user-trade/v1/trades`, { orderId: id }, { token }),
      await world.post(`${ROOT}/order/exchangeOrderList`, { orderId: id }, { token }),
    ]
    return answers.map(({ status, code, message, data }) => {
      const rest = JSON.stringify(data).replaceAll(`"${id}"`, 'ID').replaceAll(clientId, 'KEY')
      return [status, code, message, rest.replace(/"requestId":"[^"]+"|"asOf":\d+/, '')]
    })
  }
  expect(await asked(orderId, 'mine-1')).toEqual(await asked('999999', 'mine-9'))
  expect(openOrdersOf(world.exchange.state, owner)).toHaveLength(1)
  expect((await world.post(`${ROOT}/order/revocationOrder`, { all: 1 }, { token })).data.list).toEqual([])
  expect(openOrdersOf(world.exchange.state, owner)).toHaveLength(1)
})

it('SEC-002 [part] an id in a body never chooses whose account is read or changed', async () => {
  const [cem, dan] = [await world.register('cem@example.com'), await world.register('dan@example.com')]
  const mine = { userId: String(userIdOf(cem)), accountId: String(userIdOf(cem)) }
  const token: string = dan.data.token
  expect((await world.post(`${ROOT}/user/userCenter`, mine, { token })).data.user.userId).toBe(String(userIdOf(dan)))
  await world.post(`${ROOT}/user/updateUserCenter`, { ...mine, nickname: 'Changed', role: 'maker', kycLevel: 2 }, { token })
  expect((await world.get(`${ROOT}/user/getLoginInfo`, { token: cem.data.token })).data.nickname).toBe(`IMUSER-${userIdOf(cem)}`)
  expect((await world.get(`${ROOT}/user/getLoginInfo`, { token })).data).toMatchObject({ nickname: 'Changed', kycLevel: 0 })
  const again = await world.post(`${ROOT}/user/updateUserCenter`, { nickname: 'Too soon' }, { token })
  expect(again.data).toMatchObject({ name: 'NICKNAME_TOO_SOON', params: { nextTime: world.clock.at + 30 * 86_400_000 } })
})
