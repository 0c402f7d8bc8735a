/** Leading is taken away and given back under load: due work, the demo market's conductor and mail stand still meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '@agio/engine/command.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { type AssetId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { orderTerms } from '@agio/engine/plain-terms.ts'
import { balanceOf, type Instrument, instrumentsOf } from '@agio/engine/read.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppendLog } from '../auth/append-log.ts'
import { type MailLine, MessageMails } from '../content/inform/message-mails.ts'
import type { Letter } from '../delivery/carrier.ts'
import { DeliveryQueue } from '../delivery/delivery-queue.ts'
import { DEMO_TENANTS, startDemoMarket } from '../demo/world.ts'
import { EpochFile } from '../journal/epoch-file.ts'
import type { FileJournalOptions } from '../journal/file-journal.ts'
import { nodeFileSystem } from '../journal/file-system.ts'
import type { MailedMessage } from '../projections/messages/message-source.ts'
import { Refused } from './exchange.ts'
import { type LiveExchange, openExchange } from './open-exchange.ts'

const START = Date.UTC(2026, 0, 15, 12)
const MINUTE = 60_000
const { agio } = DEMO_TENANTS
if (agio === undefined) throw new Error('no demo tenant')

let dir = ''
let now = START
/** What the test closes behind itself, last first. */
const closing: (() => unknown)[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agio-leads-'))
  now = START
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  vi.useRealTimers()
  rmSync(dir, { recursive: true, force: true })
})

/** Time passes for the exchange and for every timer of this process. */
async function pass(ms: number): Promise<void> {
  now += ms
  await vi.advanceTimersByTimeAsync(ms)
}

/** What the journal's thread does takes turns of the loop, not time. */
async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 20_000; !condition(); ) {
    if (performance.now() > end) throw new Error('waited too long')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function open(options: FileJournalOptions = {}): Promise<LiveExchange> {
  const journal = { segmentBytes: 1024 * 1024, ...options }
  const exchange = await openExchange({ tenantId: 'agio', dir, clock: { now: () => now }, journal })
  closing.push(() => exchange.stop())
  return exchange
}

async function customer(exchange: LiveExchange): Promise<UserId> {
  const { value } = await exchange.submit({ kind: 'registerUser', accountKey: 'load', document: {}, role: 'customer' })
  return asUserId(value)
}

/** Letters and messages by mail as a tenant has them. @returns what was carried */
function mailOf(exchange: LiveExchange) {
  const carried: string[] = []
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const { leadership } = exchange
  const carry = async ({ id }: Letter) => {
    carried.push(id)
    return 'sent' as const
  }
  const queue = new DeliveryQueue({ carrier: { carry, close: () => undefined }, log, leadership, channel: 'email' })
  let told: (mails: readonly MailedMessage[]) => void = () => undefined
  const mails = new MessageMails({
    models: {
      onMailed: (listener) => {
        told = listener
        return () => undefined
      },
      reached: () => Promise.resolve(),
      order: () => Promise.resolve(undefined),
    },
    listings: {} as never,
    wishes: async () => new Set(['assets', 'account', 'transaction'] as const),
    write: async (userId) => void carried.push(`message of ${userId}`),
    log: new AppendLog<MailLine>(join(dir, 'mails.jsonl')),
    leadership,
    onFault: (error) => expect(error).toBeUndefined(),
  })
  closing.push(
    () => queue.close(),
    () => mails.stop(),
  )
  const send = (id: string): void =>
    queue.send({ id, channel: 'email', to: 'ann@example.com', scene: 'NOTICE', code: '', subject: '', text: '', senderName: 'Agio' })
  const tell = (userId: number): void =>
    told([{ userId: asUserId(userId), seq: 1, at: now, kind: 'airdropCredited', reference: -1, params: { amount: '1', asset: '1' } }])
  return { carried, send, tell }
}

/** Each credits one smallest unit under a key of its own, so that the balance counts what was done. */
function load(exchange: LiveExchange, userId: UserId, assetId: AssetId) {
  const taken = new Set<string>()
  const refused = new Set<string>()
  const credit = async (key: string): Promise<void> => {
    const command: Command = { kind: 'creditUser', userId, assetId, amount: 1n, cause: 'airdrop', reference: key }
    try {
      expect((await exchange.submit(command, key)).reason).toBe('none')
      taken.add(key)
      refused.delete(key)
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal !== 'notLeading') throw error
      refused.add(key)
    }
  }
  /** Goes on until somebody is refused. */
  const client = async (name: string): Promise<void> => {
    for (let index = 0; refused.size === 0; index += 1) await credit(`${name}-${index}`)
  }
  return { taken, refused, credit, client }
}

/** How often each order was closed. */
function closedOf(exchange: LiveExchange): Map<number, number> {
  const closed = new Map<number, number>()
  exchange.onDurable(({ events }) => {
    for (const { event } of readEvents(events)) {
      if (event.kind === 'orderClosed') closed.set(event.order.orderId, (closed.get(event.order.orderId) ?? 0) + 1)
    }
  })
  return closed
}

/** An order that expires in two minutes. */
function dated(userId: UserId, { instrumentId, terms }: Instrument): Command {
  const price = Math.max(1, Math.floor(terms.referencePrice / 2))
  const order = { side: 'buy', price, quantity: 10 * terms.quantityMin, timeInForce: 'gtd', expireAt: now + 2 * MINUTE } as const
  return { kind: 'placeOrder', userId, instrumentId, terms: orderTerms(order), selfTrade: 'expireTaker', source: 'web', child: null }
}

test('leading can be taken away and given back under load: nothing is lost, done twice or done meanwhile', async () => {
  const exchange = await open()
  const market = await startDemoMarket(exchange, agio)
  closing.push(() => market.stop())
  const mail = mailOf(exchange)
  const closed = closedOf(exchange)
  const [userId, instrument] = [await customer(exchange), instrumentsOf(exchange.state)[0]]
  if (instrument === undefined) throw new Error('nothing is listed')
  const { baseAssetId, quoteAssetId } = instrument.terms
  await exchange.submit({ kind: 'creditUser', userId, assetId: quoteAssetId, amount: 10n ** 15n, cause: 'airdrop', reference: '' })
  const orderId = (await exchange.submit(dated(userId, instrument), 'dated')).orders[0]?.orderId ?? 0
  const work = load(exchange, userId, baseAssetId)
  const clients = Array.from({ length: 20 }, (_, index) => work.client(`c${index}`))
  await until(() => work.taken.size > 200)
  const beats = exchange.durableSeq - work.taken.size
  await pass(MINUTE / 2)
  await until(() => exchange.durableSeq - work.taken.size - beats > 100)

  // Away: what is under way is answered, what comes is refused.
  const before = work.taken.size
  const last = Array.from({ length: 50 }, (_, index) => work.credit(`last-${index}`))
  const ended = exchange.leadership.end().then(() => exchange.durableSeq)
  await Promise.all([...last, ...Array.from({ length: 50 }, (_, index) => work.credit(`late-${index}`))])
  await Promise.all(clients)
  expect(await ended).toBe(exchange.durableSeq)
  expect(work.taken.size - before).toBeGreaterThanOrEqual(50)
  expect(work.refused.size).toBeGreaterThanOrEqual(50)
  expect([...work.refused].every((key) => !key.startsWith('last'))).toBe(true)
  expect(exchange.trouble?.()).toMatchObject({ state: 'notLeading' })

  // Meanwhile the order falls due, the market would have beaten a thousand times, and letters and messages want to go out.
  const seq = exchange.durableSeq
  const told = mail.carried.length
  const asked = vi.spyOn(exchange, 'submit')
  mail.send('letter')
  mail.tell(7)
  await pass(3 * MINUTE)
  expect(asked).not.toHaveBeenCalled()
  const order = dated(userId, instrument)
  await expect(exchange.submit(order, 'refused')).rejects.toMatchObject({ refusal: 'notLeading' })
  expect([exchange.durableSeq, mail.carried.length, closed.get(orderId)]).toEqual([seq, told, undefined])

  // Back: what was refused goes under its own keys, and what waited is done, once.
  await exchange.leadership.begin()
  for (const key of [...work.refused]) await work.credit(key)
  expect(work.refused.size).toBe(0)
  const placed = await exchange.submit(order, 'refused')
  expect(placed.orders).toHaveLength(1)
  expect((await exchange.submit(order, 'refused')).orders[0]?.orderId).toBe(placed.orders[0]?.orderId)
  await until(() => closed.has(orderId))
  await pass(MINUTE)
  await until(() => mail.carried.length >= told + 2)
  await pass(2 * MINUTE)
  expect(mail.carried.slice(told)).toEqual(['letter', 'message of 7'])
  expect(closed.get(orderId)).toBe(1)
  await until(() => exchange.durableSeq - seq > 500)

  // As the journal has it.
  const { available } = balanceOf(exchange.state, userId, baseAssetId)
  expect(available).toBe(BigInt(work.taken.size))
  for (const close of closing.splice(0).reverse()) await close()
  const again = await open()
  expect(balanceOf(again.state, userId, baseAssetId).available).toBe(available)
})

test('leading ends before its journal is closed, and with one that another took over', async () => {
  const told: string[] = []
  const follow = (exchange: LiveExchange) =>
    exchange.leadership.join({
      begin: () => told.push('begins'),
      async end() {
        await new Promise((resolve) => setImmediate(resolve))
        told.push('ended')
      },
    })
  const first = await open()
  closing.pop()
  follow(first)
  const { close } = first.journal
  vi.spyOn(first.journal, 'close').mockImplementation(() => {
    told.push('closed')
    return close.call(first.journal)
  })
  await first.stop()
  expect(told.splice(0)).toEqual(['begins', 'ended', 'closed'])

  const second = await open({ onFatal: (error) => told.push(error.name) })
  follow(second)
  const { epoch } = second.journal
  EpochFile.open(nodeFileSystem, dir).write(epoch + 1)
  const never = second.submit({ kind: 'tick' }).then(() => told.push('acknowledged'))
  await until(() => told.includes('ended'))
  expect(told).toEqual(['begins', 'JournalTaken', 'ended'])
  expect(second.leadership.isLeading).toBe(false)
  await expect(second.submit({ kind: 'tick' })).rejects.toBeInstanceOf(Refused)
  void never
})
