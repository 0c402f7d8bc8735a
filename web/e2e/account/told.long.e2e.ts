/** NOTE-011 from end to end: whatever happens to a customer, he hears of it once, on the product with its nodes. */
import { randomUUID } from 'node:crypto'
import { bodyOf, MULTIPART, part, pngOf } from '@agio/server/testing/images.ts'
import { BIZ_TYPES, messageList } from '@agio/wire/content/inform.ts'
import { usdtPrices } from '@agio/wire/market/market.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal, SessionClient } from '../../../sim/src/client/session-client.ts'
import { awayFromFunding, awayFromMidnight } from '../boundaries.ts'
import { addressOn, BLOCKS_MS, NODES_MS, PASSWORD, type Person, until, WholeWorld } from '../whole-world.ts'

const ASSETS = '/api/assets-web/v1'
const USER = '/api/user-web/v1'
const AUTH = '/api/auth/v1'
const HOUR = 3_600_000
const ETHER = 100_000_000n
/** Long enough for a second one to be seen. */
const QUIET_MS = 1500

let world: WholeWorld
beforeAll(async () => {
  world = await WholeWorld.open()
  await world.operate('kv', 'set', 'contractSwitch', '1')
  await world.operate('kv', 'set', 'financial', '{"financialSwitch":1,"isRealname":0,"isDisplayAssets":1,"isDisplayBackground":0}')
}, 4 * NODES_MS)
afterAll(() => world?.close())

/** What somebody was told so far: `account: Password changed`. A server that is behind says so, and is asked again. */
const told = ({ client }: Person): Promise<readonly string[]> =>
  until('messages', async () => {
    try {
      const lists = BIZ_TYPES.map(async (bizType) => {
        const { list } = await client.call(messageList, { languageCode: 'en_US', bizType, pageSize: 100 })
        return list.map(({ titleTemplate }) => `${bizType}: ${titleTemplate}`)
      })
      return (await Promise.all(lists)).flat()
    } catch (error) {
      if (error instanceof Refusal && error.errorName === 'ENGINE_BUSY') return undefined
      throw error
    }
  })

/** What he is told while something happens and for a moment behind it, once there are so many of it. */
async function news(person: Person, wanted: number, act: () => Promise<unknown>): Promise<readonly string[]> {
  const before = [...(await told(person))]
  const since = async () => {
    const left = [...before]
    return (await told(person)).filter((line) => {
      const at = left.indexOf(line)
      if (at !== -1) left.splice(at, 1)
      return at === -1
    })
  }
  await act()
  // A payment waits for coins of a sweep, and both for their blocks.
  await until(`${wanted} messages`, async () => ((await since()).length >= wanted ? true : undefined), 2 * BLOCKS_MS)
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  return (await since()).sort()
}

async function proof({ client, email }: Person, scene: string): Promise<{ readonly email: string }> {
  await client.must(`${AUTH}/secondFactor/sendCode`, { scene, channel: 'email' })
  return { email: await client.code(email) }
}

const order = (symbol: string, direction: string, price: string, amount: string) => ({ symbol, direction, type: 'LIMIT', price, amount })

test('NOTE-011 deposit credit, order fill and each state of a withdrawal make one message each', { timeout: 5 * BLOCKS_MS }, async () => {
  const [ann, bob] = [await world.person('ann'), await world.person('bob')]
  const { address } = await addressOn('ethereum', ann)
  expect(await news(ann, 1, () => world.pay('ETH', address, ETHER / 2n))).toEqual(['assets: Deposit credited'])
  await world.give(bob, 'USDT', '5000')
  // her deposit may still be undone: until then she trades within a percent of the index
  const [index] = await ann.client.call(usdtPrices, { coinNames: ['ETH'] })
  const below = (share: number) => (Number(index?.price) * (1 - share)).toFixed(2)
  await bob.client.must(`${USER}/order/createOrder`, order('ETH/USDT', 'BUY', below(0.003), '0.02'))
  await bob.client.must(`${USER}/order/createOrder`, order('ETH/USDT', 'BUY', below(0.004), '0.02'))
  const sold = () => ann.client.must(`${USER}/order/createOrder`, order('ETH/USDT', 'SELL', below(0.005), '0.04'))
  expect(await news(ann, 1, sold)).toEqual(['transaction: Order filled: {side} {symbol}'])

  await world.operate('withdrawals', 'set-policy', '{"reviewFrom":"1"}')
  const asked = { coinId: world.coinId('ETH'), protocolType: 'ERC20', address: world.fresh('ethereum'), amount: '0.1' }
  const { id } = await ann.client.sealed(`${ASSETS}/withdraw-deposit/createWithdrawDeposit`, asked)
  await ann.client.must(`${ASSETS}/email/send/withdrawalCheckEmail`, { id })
  const codes = { email: await ann.client.code(ann.email) }
  const check = () => ann.client.sealed(`${ASSETS}/withdraw-deposit/checkWithdrawDeposit`, { id, codes })
  expect(await news(ann, 1, check)).toEqual(['assets: Withdrawal under review'])
  expect(await news(ann, 3, () => world.operate('withdrawals', 'approve', String(id)))).toEqual([
    ...['assets: Withdrawal approved', 'assets: Withdrawal completed', 'assets: Withdrawal sent'],
  ])
})

test('NOTE-011 a login from a new device, a new password and the result of a review make one message each', async () => {
  const cid = await world.person('cid')
  const login = async () => {
    const other = new SessionClient(world.base, `another ${randomUUID()}`)
    await other.login(cid.email, PASSWORD)
  }
  expect(await news(cid, 1, login)).toEqual(['account: Login from a new device'])
  const picture = async (shade: number) => {
    const response = await fetch(`${world.base}/api/oss/v1/image/upload?scene=kyc`, {
      method: 'POST',
      headers: { ...MULTIPART, authorization: `Bearer ${cid.client.token}` },
      body: new Uint8Array(bodyOf(part(pngOf(30, 20, shade)))),
    })
    return ((await response.json()) as { readonly data: { readonly key: string } }).data.key
  }
  const send = async () => {
    const person = { level: 1, countryCode: 'PT', firstName: 'Maya', lastName: 'Kühn', birthday: '1990-02-28' }
    const document = { idType: 'PASSPORT', idCard: 'N-445566', expireDate: '2090-01-01' }
    const pictures = { frontKey: await picture(10), handKey: await picture(200) }
    await cid.client.sealed(`${USER}/user/saveIdentityVerification`, { ...person, ...document, ...pictures })
  }
  await send()
  const reject = () => world.operate('kyc', 'reject', cid.email, '--reason', 'It is too dark.')
  expect(await news(cid, 1, reject)).toEqual(['account: Identity not confirmed'])
  await send()
  expect(await news(cid, 1, () => world.operate('kyc', 'approve', cid.email))).toEqual(['account: Identity confirmed'])
  const change = async () => {
    const codes = await proof(cid, 'CHANGE_PASSWORD')
    await cid.client.sealed(`${AUTH}/password/change`, { oldPassword: PASSWORD, newPassword: 'Another-horse-9', codes })
  }
  expect(await news(cid, 1, change)).toEqual(['account: Password changed'])
})

test('NOTE-011 a payout of interest makes one message', { timeout: 2 * BLOCKS_MS }, async () => {
  await awayFromMidnight()
  const dan = await world.person('dan')
  await world.give(dan, 'USDT', '1000')
  const product = { name: { en_US: 'Daily' }, coinName: 'USDT', type: 2, annualRate: '0.05', totalQuota: '100000', userMin: '1', step: '1' }
  const productId = /product (\d+)/.exec(await world.operate('products', 'create', JSON.stringify(product)))?.[1]
  await dan.client.sealed(`${USER}/user-project/purchaseProject`, { productId, amount: '1000', agree: 1 })
  const payout = async () => {
    await world.advance(48 * HOUR, dan)
    // Sessions do not last so long.
    await dan.client.login(dan.email, PASSWORD)
  }
  expect(await news(dan, 1, payout)).toEqual(['assets: Interest paid'])
})

interface Contract {
  readonly contractName: string
  readonly id: string
}

test('NOTE-011 a warning of liquidation and a payment of funding make one message each', { timeout: 5 * BLOCKS_MS }, async () => {
  await awayFromFunding()
  const [eve, fay] = [await world.person('eve'), await world.person('fay')]
  await world.pin('SOL', '160')
  for (const one of [eve, fay]) {
    await world.give(one, 'USDT', '10000')
    await world.openContracts(one)
  }
  const coinId = world.coinId('USDT')
  const move = ({ client }: Person, amount: string) =>
    client.must(`${ASSETS}/transfer/all`, { coinId, amount, fromAccount: 1, toAccount: 2 })
  await move(eve, '100')
  await move(fay, '9000')
  const { contractList } = (await world.futures(eve, 'common/public_info')).data as { readonly contractList: readonly Contract[] }
  const contractId = contractList.find(({ contractName }) => contractName === 'E-SOL-USDT')?.id
  const trade = async (person: Person, side: string) => {
    const terms = { contractId, positionType: 1, open: 'OPEN', type: 1, leverageLevel: 20, isConditionOrder: false }
    const answer = await world.futures(person, 'order/order_create', { ...terms, side, price: '160', volume: '10', orderUnit: 2 })
    expect(answer.code, JSON.stringify(answer.data)).toBe('0')
  }
  const fill = async () => {
    await trade(fay, 'SELL')
    await trade(eve, 'BUY')
  }
  expect(await news(eve, 1, fill)).toEqual(['transaction: Order filled: {side} {symbol}'])
  // 1,600 USDT on 100: at 160 − 8.6 little more is left than has to be there.
  const fall = async () => {
    for (let cents = 15_300; cents > 15_100 && !(await told(eve)).some((line) => line.includes('Near liquidation')); cents -= 5) {
      await world.pin('SOL', (cents / 100).toFixed(2))
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  expect(await news(eve, 1, fall)).toEqual(['assets: Near liquidation: cross margin in {asset}'])
  await world.pin('SOL', '160')
  expect(await news(eve, 1, () => world.advance(8 * HOUR, eve, fay))).toEqual(['transaction: Funding paid: {symbol}'])
  expect((await told(fay)).filter((line) => line.includes('Funding'))).toEqual(['transaction: Funding received: {symbol}'])
})
