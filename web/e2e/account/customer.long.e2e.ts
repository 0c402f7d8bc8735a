/** What belongs to a customer, where it may go, who may see it and what he is told of it, and prices that he makes again, on the product with its nodes. */
import { randomUUID } from 'node:crypto'
import { bodyOf, MULTIPART, part, pngOf } from '@agio/server/testing/images.ts'
import { type BizType, messageList } from '@agio/wire/content/inform.ts'
import { withdrawLimits } from '@agio/wire/wallet/wallet.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NODES_MS, type Person, refusal, sealedAnswer, stepUp, until, WholeWorld } from '../whole-world.ts'

const ASSETS = '/api/assets-web/v1'
const USER = '/api/user-web/v1'
const [SPOT, CONTRACT, FINANCIAL] = [1, 2, 3]
const MINUTE = 60_000

let world: WholeWorld
beforeAll(async () => {
  world = await WholeWorld.open()
  await world.operate('kv', 'set', 'contractSwitch', '1')
  await world.operate('kv', 'set', 'flashConvertSwitch', '1')
  await world.operate('kv', 'set', 'financial', '{"financialSwitch":1,"isRealname":0,"isDisplayAssets":1,"isDisplayBackground":0}')
}, 4 * NODES_MS)
afterAll(() => world?.close())

test('WAL-035 WAL-036 coins move between three accounts at once and free, each side shows a line, and what may not move stays', async () => {
  const ann = await world.person('ann')
  await world.give(ann, 'USDT', '1000')
  await world.openContracts(ann)
  const coinId = world.coinId('USDT')
  const move = (fromAccount: number, toAccount: number, amount: string) =>
    ann.client.post(`${ASSETS}/transfer/all`, { coinId, amount, fromAccount, toAccount })
  const held = async () => {
    const { totalU, spotU, contractU, financialU } = (await ann.client.get(`${ASSETS}/user-wallet/overview`)).data
    return [spotU, contractU, financialU, totalU]
  }
  const lines = async (accountType: number) => {
    const asked = { category: 'transfer', accountType }
    const { list, transList } =
      accountType === CONTRACT
        ? (await world.futures(ann, 'record/get_transaction_list', { symbol: 'USDT' })).data
        : await ann.client.must(`${ASSETS}/bill/queryByCategory`, asked)
    return ((list ?? transList) as readonly { readonly amount: string }[]).map(({ amount }) => amount)
  }
  for (const [from, to, amount, after] of [
    [SPOT, CONTRACT, '400.5', ['599.5', '400.5', '0', '1000']],
    [CONTRACT, FINANCIAL, '100', ['599.5', '300.5', '100', '1000']],
    [FINANCIAL, SPOT, '99.000001', ['698.500001', '300.5', '0.999999', '1000']],
  ] as const) {
    expect((await move(from, to, amount)).data).toMatchObject({ amount, fromAccount: from, toAccount: to, status: 1 })
    expect(await held()).toEqual(after)
  }
  expect([await lines(SPOT), await lines(CONTRACT), await lines(FINANCIAL)]).toEqual([
    ['99.000001', '-400.5'],
    ['-100', '400.5'],
    ['-99.000001', '100'],
  ])
  const before = await held()
  for (const [from, to, amount, name] of [
    [SPOT, FINANCIAL, '0', 'VALIDATION_FAILED'],
    [SPOT, FINANCIAL, '-1', 'VALIDATION_FAILED'],
    [SPOT, FINANCIAL, '0.000000001', 'DECIMAL_SCALE'],
    [SPOT, CONTRACT, '698.500002', 'BALANCE_INSUFFICIENT'],
    [CONTRACT, SPOT, '300.500001', 'TRANSFER_EXCEEDS'],
    [FINANCIAL, SPOT, '1', 'BALANCE_INSUFFICIENT'],
    [SPOT, SPOT, '1', 'TRANSFER_SAME_ACCOUNT'],
  ] as const)
    expect(refusal(await move(from, to, amount)).name, `${from} ${to} ${amount}`).toBe(name)
  expect(await held()).toEqual(before)

  const page = await world.page('/assets/spot', ann)
  await page.getByRole('button', { name: 'More for USDT' }).click()
  await page.getByRole('menuitem', { name: 'Transfer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer' })
  await dialog.getByLabel('To', { exact: true }).selectOption({ label: 'Contract account' })
  await dialog.getByLabel('Amount').fill('698.6')
  await dialog.getByText(/At most .* can be moved/).waitFor()
  await dialog.getByLabel('Amount').fill('98.500001')
  await dialog.getByRole('button', { name: /^Transfer .* to Contract/i }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await held()).toEqual(['600', '399.000001', '0.999999', '1000'])
})

async function picture({ client }: Person, shade: number): Promise<string> {
  const response = await fetch(`${world.base}/api/oss/v1/image/upload?scene=kyc`, {
    method: 'POST',
    headers: { ...MULTIPART, authorization: `Bearer ${client.token}` },
    body: new Uint8Array(bodyOf(part(pngOf(30, 20, shade)))),
  })
  const { data } = (await response.json()) as { readonly data: { readonly key: string } }
  return data.key
}

async function submitted(person: Person, number: string): Promise<{ readonly frontKey: string; readonly handKey: string }> {
  const pictures = { frontKey: await picture(person, 10), handKey: await picture(person, 200) }
  const named = { level: 1, countryCode: 'PT', firstName: 'Maya', lastName: 'Kühn', birthday: '1990-02-28' }
  const document = { idType: 'PASSPORT', idCard: number, expireDate: '2090-01-01' }
  await person.client.sealed(`${USER}/user/saveIdentityVerification`, { ...named, ...document, ...pictures })
  return pictures
}

const titles = async ({ client }: Person, bizType: BizType) =>
  (await client.call(messageList, { languageCode: 'en_US', bizType })).list.map(({ titleTemplate }) => titleTemplate)

test('KYC-005 approval raises the limit at once and says so; rejection shows why, keeps what was typed and drops the pictures', async () => {
  const bob = await world.person('bob')
  const identity = async () => (await bob.client.get(`${USER}/user/identity`)).data
  const limit = async () => (await bob.client.call(withdrawLimits, {})).amountLimit
  const levels = (await bob.client.call(withdrawLimits, {})).levels
  expect(await limit()).toBe(levels[0]?.amountLimit)
  const { frontKey } = await submitted(bob, 'QQ-778899')
  await world.operate('kyc', 'reject', bob.email, '--reason', 'It is too dark.')
  const page = await world.page('/userCenter/identity', bob)
  await page.getByText('It is too dark.').first().waitFor()
  expect(await identity()).toMatchObject({ status: 3, form: { firstName: 'Maya', lastName: 'Kühn', idCard: 'QQ-778899' } })
  const gone = await fetch(`${world.base}/api/oss/v1/file/${frontKey}`, { headers: { authorization: `Bearer ${bob.client.token}` } })
  expect(gone.status).toBe(404)
  expect(await limit()).toBe(levels[0]?.amountLimit)
  await submitted(bob, 'QQ-778899')
  const before = (await titles(bob, 'account')).length
  await world.operate('kyc', 'approve', bob.email)
  expect(await limit()).toBe(levels[1]?.amountLimit)
  expect(levels[1]?.amountLimit).not.toBe(levels[0]?.amountLimit)
  const told = await until('a message', async () => {
    const found = await titles(bob, 'account')
    return found.length > before ? found : undefined
  })
  expect([told.length - before, told[0]]).toEqual([1, 'Identity confirmed'])
})

test('KYC-006 a picture opens to its owner, and to staff by a link of five minutes; to anybody else it is not there', async () => {
  const [gus, hal] = [await world.person('gus'), await world.person('hal')]
  const { frontKey } = await submitted(gus, `P-${randomUUID().slice(0, 8)}`)
  const open = async (path: string, person?: Person) => {
    const headers = person === undefined ? {} : { authorization: `Bearer ${person.client.token}` }
    return (await fetch(world.base + path, { headers })).status
  }
  const path = `/api/oss/v1/file/${frontKey}`
  expect([await open(path, gus), await open(path, hal), await open(path)]).toEqual([200, 404, 404])
  const shown = await world.operate('kyc', 'show', gus.email)
  const link = /^frontKey.*?(\/api\/oss\/\S+)/m.exec(shown)?.[1] ?? ''
  expect([await open(link), await open(link.slice(0, -2)), await open(link, hal)]).toEqual([200, 404, 200])
  await world.advance(5 * MINUTE + 1000, gus, hal)
  expect([await open(link), await open(path, gus)]).toEqual([404, 200])
})

test('SEC-002 with another customer’s id every call answers as with one that does not exist, and his things stay as they are', async () => {
  const [ivy, jon] = [await world.person('ivy'), await world.person('jon')]
  await world.give(ivy, 'USDT', '1000')
  for (const one of [ivy, jon]) await stepUp(one)
  const usdt = world.coinId('USDT')
  const { client } = ivy
  const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '60000', amount: '0.001' }
  const { orderId } = await client.must(`${USER}/order/createOrder`, order)
  const place = { coinId: usdt, protocolType: 'ERC20', address: world.fresh('ethereum') }
  const entry = await client.sealed(`${USER}/user-address/saveUserAddress`, { ...place, label: 'Cold' })
  const withdrawal = await client.sealed(`${ASSETS}/withdraw-deposit/createWithdrawDeposit`, { ...place, amount: '20' })
  const { frontKey } = await submitted(ivy, `S-${randomUUID().slice(0, 8)}`)
  await world.operate('inventory', 'fund', 'BTC', '1')
  // the clock was put ahead: prices come first, and no quote is given while they move fast
  const quote = await until('a quote', async () => {
    const { code, data } = await client.get(`${USER}/trade_convert/pre_trade/USDT/BTC?sendAmount=50`)
    return code === '0' ? data : undefined
  })
  const product = { name: { en_US: 'Daily' }, coinName: 'USDT', type: 2, annualRate: '0.05', totalQuota: '100000', userMin: '1', step: '1' }
  const productId = /product (\d+)/.exec(await world.operate('products', 'create', JSON.stringify(product)))?.[1]
  const held = await client.sealed(`${USER}/user-project/purchaseProject`, { productId, amount: '100', agree: 1 })
  const { list } = await client.call(messageList, { languageCode: 'en_US', bizType: 'assets' })
  const mine = {
    ...{ order: String(orderId), entry: String(entry.id), withdrawal: String(withdrawal.id), file: frontKey },
    ...{ quote: String(quote.quoteId), held: String(held.orderNo), message: list[0]?.id ?? '' },
  }
  expect(Object.values(mine).filter((id) => id === '' || id === 'undefined')).toEqual([])
  const nobodys = {
    ...mine,
    order: '999999',
    entry: 'none',
    withdrawal: '2999999',
    file: 'none',
    quote: 'none',
    held: '999999',
    message: '1_9999',
  }
  const asked = async (ids: typeof mine) => {
    const other = jon.client
    const answers = {
      order: await other.get(`${USER}/order/detail?orderId=${ids.order}`),
      revoked: await other.post(`${USER}/order/revocationOrder`, { orderId: ids.order }),
      changed: await other.post(`${USER}/order/updateOrder`, { orderId: ids.order, price: '61000' }),
      renamed: await sealedAnswer(jon, `${USER}/user-address/saveUserAddress`, { ...place, id: ids.entry, label: 'x' }),
      deleted: await sealedAnswer(jon, `${USER}/user-address/deleteByIds`, { ids: [ids.entry] }),
      sentTo: await sealedAnswer(jon, `${ASSETS}/withdraw-deposit/createWithdrawDeposit`, {
        ...{ coinId: usdt, protocolType: 'ERC20', addressId: ids.entry, amount: '20' },
      }),
      detail: await other.get(`${ASSETS}/withdraw-deposit/detail/${ids.withdrawal}`),
      undone: await other.post(`${ASSETS}/withdraw-deposit/undoWithdrawDeposit`, { id: ids.withdrawal }),
      mailed: await other.post(`${ASSETS}/email/send/withdrawalCheckEmail`, { id: ids.withdrawal }),
      checked: await sealedAnswer(jon, `${ASSETS}/withdraw-deposit/checkWithdrawDeposit`, {
        id: ids.withdrawal,
        codes: { email: '123456' },
      }),
      file: await other.get(`/api/oss/v1/file/${ids.file}`),
      traded: await sealedAnswer(jon, `${USER}/trade_convert/trade`, {
        quoteId: ids.quote,
        sendCoin: 'USDT',
        receiveCoin: 'BTC',
        sendAmount: '50',
      }),
      shown: await other.post(`${USER}/user-project/redeemDisplay`, { orderNo: ids.held }),
      redeemed: await sealedAnswer(jon, `${USER}/user-project/redeem`, { orderNo: ids.held }),
      renewed: await other.post(`${USER}/user-project/adjustAutoPurchase`, { orderNo: ids.held, autoPurchase: 0 }),
      message: await other.get(`/api/inform-web/v1/inform-user-message/detail/${ids.message}/en_US`),
      read: await other.post('/api/inform-web/v1/inform-user-message/read', { ids: [ids.message] }),
      removed: await other.post('/api/inform-web/v1/inform-user-message/delete', { ids: [ids.message] }),
    }
    return Object.entries(answers).map(([what, { code, message, data }]) => {
      const { requestId: _, ...rest } = data ?? {}
      return `${what} ${code} ${message} ${Object.values(ids).reduce((text, id) => text.replaceAll(id, 'ID'), JSON.stringify(rest))}`
    })
  }
  const found = await asked(mine)
  expect(found).toEqual(await asked(nobodys))
  for (const what of [
    'order',
    'deleted',
    'sentTo',
    'detail',
    'undone',
    'checked',
    'file',
    'traded',
    'shown',
    'redeemed',
    'renewed',
    'message',
  ])
    expect(found.find((line) => line.startsWith(`${what} `))).toMatch(/"name":"[A-Z_]+/)
  expect((await client.get(`${USER}/order/detail?orderId=${mine.order}`)).data.status).toBe('NEW')
  expect((await client.get(`${ASSETS}/withdraw-deposit/detail/${mine.withdrawal}`)).data.status).toBe(0)
  expect((await client.must(`${USER}/user-address/userAddressList`)).total).toBe(1)
  expect((await client.must(`${USER}/user-project/redeemDisplay`, { orderNo: mine.held })).principal).toBe('100')
})

interface Opened {
  readonly minute: number
  readonly index: readonly { readonly price: string; readonly live: number }[]
}

// The last one: it takes the clock a month ahead.
test('TRUST-007 minutes of nearly 30 days ago open to what the sources said, and the page makes each of their marks and its index again', async () => {
  const sources = { 'simulated-1': '60000', 'simulated-2': '60010', 'simulated-3': '60020' }
  const anybody = (await world.person('kim')).client
  const newest = async () => (await anybody.get('/api/home-web/v1/open/index/sources?coinName=BTC')).data as unknown as Opened
  const minuteWith = (what: string, isThere: (last: Opened['index'][number] | undefined) => boolean) =>
    until(what, async () => {
      const { minute, index } = await newest()
      return isThere(index.at(-1)) ? minute : undefined
    })
  const own = await minuteWith('what they say by themselves', (last) => last?.live === 3 && last.price !== '60010')
  await anybody.must('/api/auth/v1/dev/index', { coinName: 'BTC', sources })
  await minuteWith('an index of what they are told to say', (last) => last?.price === '60010')
  await world.advance(MINUTE)
  const still = await minuteWith('a minute that is made of nothing else', (last) => last?.price === '60010')
  await world.advance(30 * 24 * 60 * MINUTE - 60 * MINUTE)
  await world.pin('BTC', '65000')
  const seen: string[] = []
  for (const minute of [own, still]) {
    const page = await world.page(`/contractData?view=prices&at=${new Date(minute).toISOString().slice(0, 16)}`)
    const marks = page.locator('[data-marks]').getByRole('button')
    await marks.last().waitFor()
    for (let place = (await marks.count()) - 1; place >= 0; place -= 1) {
      await marks.nth(place).click()
      await page.locator(`[data-marks] tbody tr:nth-of-type(${place + 1}) [aria-pressed=true]`).waitFor()
      const verdicts = page.locator('[data-mark-again] [data-made], [data-index-again] [data-made]')
      seen.push(await verdicts.evaluateAll((both) => both.map((one) => one.getAttribute('data-holds')).join()))
    }
    if (minute !== still) continue
    await page.locator('[data-index-again] [data-made="60010"][data-holds=true]').waitFor()
    for (const said of Object.values(sources))
      await page.locator('[data-index-again]').getByText(Number(said).toLocaleString('en-US')).first().waitFor()
  }
  // Before a jump of the clock is over no source counts, and a mark of then stands still without a verdict.
  expect(seen.filter((both) => both !== 'true,true' && both !== ',')).toEqual([])
  expect(seen.filter((both) => both === 'true,true').length).toBeGreaterThanOrEqual(3)
})
