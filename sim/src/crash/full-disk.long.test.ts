/** The product on a small disk of its own that something else fills, to the last byte: what it says, what it keeps, and that it goes on. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faucet } from '@agio/wire/assets/assets.ts'
import { cancelOrders, orderList, placeOrder } from '@agio/wire/spot/spot.ts'
import { afterAll, expect, test } from 'vitest'
import { Refusal, SessionClient } from '../client/session-client.ts'
import { OperatorRefusal, Product } from './product.ts'

const MEBI = 2 ** 20
const ACCOUNT = 'full@example.com'
const PASSWORD = 'Nothing-Lost-7'
const PLACED = 60
/** Of them, from the first. */
const CANCELLED = 50
const LATE = { timeout: 180_000, interval: 250 }
const dir = mkdtempSync(join(tmpdir(), 'agio-full-disk-'))
const isMounted = process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=320m', 'tmpfs', dir]).status === 0

let product: Product | undefined
afterAll(async () => {
  await product?.kill()
  if (isMounted) spawnSync('umount', [dir])
  rmdirSync(dir)
})

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

/** @param left bytes that nobody took */
function fill(left: number): void {
  const ballast = openSync(join(dir, 'ballast'), 'a')
  try {
    while (freeBytes() > left) writeSync(ballast, Buffer.alloc(Math.min(MEBI, freeBytes() - left), 7))
  } catch (error) {
    // The product took the last of it in that moment.
    if (left > 0 || (error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(ballast)
  }
}

/** Name of the refusal, or '' when the call was taken. */
async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return ''
  } catch (error) {
    if (error instanceof Refusal) return error.errorName
    throw error
  }
}

async function operatorRefusal(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
    return ''
  } catch (error) {
    if (error instanceof OperatorRefusal) return error.message
    throw error
  }
}

const order = (number: number) => ({
  symbol: 'BTC/USDT',
  direction: 'BUY' as const,
  type: 'LIMIT' as const,
  timeInForce: 'GTC' as const,
  price: String(60_000 + number),
  amount: '0.0005',
  clientOrderId: `full-${number}`,
})

interface Site {
  readonly running: Product
  readonly customer: SessionClient
}

const health = async ({ running }: Site): Promise<number> => (await fetch(`${running.base}/api/health`)).status

const maintenance = async ({ customer }: Site): Promise<unknown> => (await customer.get('/api/home-web/v1/open/site')).data.maintenance

async function expectReadOnly(site: Site): Promise<void> {
  const { running, customer } = site
  await expect.poll(() => health(site), LATE).toBe(503)
  const told = async () => (await customer.get('/api/health')).data
  expect(await told()).toMatchObject({ name: 'MAINTENANCE', params: { state: 'readOnly' } })
  // It may have looked while the disk was being filled.
  await expect.poll(async () => Number(((await told()).params as { freeBytes: string }).freeBytes), LATE).toBeLessThan(41 * MEBI)
  expect(running.output).toMatch(/disk: full, \d+ MiB free at .*: read-only, only what cancels or stops is taken/)
  await expect.poll(() => maintenance(site), LATE).toBe(true)
  expect((await customer.get('/api/home-web/v1/open/bootstrap')).data.maintenance).toBe(true)
  expect(await refusalOf(customer.call(placeOrder, order(100)))).toBe('MAINTENANCE')
  expect(await refusalOf(new SessionClient(running.base).register('late@example.com', PASSWORD))).toBe('MAINTENANCE')
  // Who is out comes in, on a new device too, to cancel.
  const again = new SessionClient(running.base)
  await again.login(ACCOUNT, PASSWORD)
  await again.call(cancelOrders, { clientOrderId: 'full-0' })
  expect(await operatorRefusal(running.operate('halt', { pair: 'ETH/USDT' }))).toBe('')
  expect(await operatorRefusal(running.operate('kv set', { key: 'theme', value: '#112233' }))).toMatch(/the disk is full, \d+ MiB are free/)
}

async function expectNamedRefusals({ running, customer }: Site): Promise<void> {
  for (let number = 1; number < CANCELLED; number += 1) await customer.call(cancelOrders, { clientOrderId: `full-${number}` })
  const calls = [
    customer.call(placeOrder, order(101)),
    new SessionClient(running.base).register('later@example.com', PASSWORD),
    customer.call(orderList, { state: 0, pageNo: 1, pageSize: 100 }),
    new SessionClient(running.base).firstStep(ACCOUNT, PASSWORD),
  ]
  for (const name of await Promise.all(calls.map(refusalOf))) expect(name).toMatch(/^(MAINTENANCE|ENGINE_BUSY|)$/)
  // Told by what was last measured: a moment ago that were 40.
  await expect
    .poll(() => operatorRefusal(running.operate('snapshot', {})), LATE)
    .toMatch(/the disk is full, 0 MiB are free: nothing was done/)
  expect(running.output).not.toMatch(/^ {4}at /m)
}

/** Every order as it was answered, and nothing else. */
async function expectKept({ customer }: Site, placed: readonly string[]): Promise<void> {
  const asked = () => customer.call(orderList, { state: 0, pageNo: 1, pageSize: 100 })
  await expect.poll(async () => (await refusalOf(asked())) || (await asked()).list.length, LATE).toBe(placed.length)
  const { list } = await asked()
  const found = new Map(list.map(({ orderId, status }) => [orderId, status]))
  for (const [number, orderId] of placed.entries()) expect(found.get(orderId)).toBe(number < CANCELLED ? 'CANCELED' : 'NEW')
}

test.runIf(isMounted)(
  'REL-001 REL-013 [part] on a full disk the exchange is read-only and says so everywhere; nothing answered is lost, and with room it goes on',
  async () => {
    // A second try begins on an empty disk again.
    await product?.kill()
    for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true })
    product = await Product.open(dir)
    const running = product
    const customer = new SessionClient(running.base)
    const site = { running, customer }
    await customer.register(ACCOUNT, PASSWORD)
    await customer.call(faucet, { coinName: 'USDT' })
    const placed: string[] = []
    const place = async (number: number) => placed.push((await customer.call(placeOrder, order(number))).orderId ?? '')
    for (let number = 0; number < PLACED; number += 1) await place(number)
    expect([await health(site), await maintenance(site)]).toEqual([200, false])

    fill(40 * MEBI)
    await expectReadOnly(site)
    fill(0)
    await expectNamedRefusals(site)

    rmSync(join(dir, 'ballast'))
    await expect.poll(() => health(site), LATE).toBe(200)
    expect(running.output).toMatch(/disk: room again/)
    await expect.poll(() => maintenance(site), LATE).toBe(false)
    await place(PLACED)
    await expectKept(site, placed)

    fill(0)
    await expect.poll(() => health(site), LATE).toBe(503)
    await running.kill()
    rmSync(join(dir, 'ballast'))
    product = await Product.open(dir)
    const after = new SessionClient(product.base, customer.identity)
    after.token = customer.token
    await expectKept({ running: product, customer: after }, placed)
  },
  1_800_000,
)

test.skipIf(isMounted)('the product on a full disk: not tested, no disk can be mounted here', () => undefined)
