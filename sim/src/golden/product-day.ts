/** More of a golden life: invitations and programs with API keys, and the days after it, whose clock is set because nobody waits for them. */
import type { Command, OrderTerms } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, asUserId } from '@agio/engine/ids/id.ts'
import { orderTerms } from '@agio/engine/plain-terms.ts'
import { instrumentOf } from '@agio/engine/read.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import { hmacSignature } from '@agio/server/auth/keys/api-signature.ts'
import { type LiveExchange, openExchange } from '@agio/server/sequencer/open-exchange.ts'
import { apiKeyCreate } from '@agio/wire/account/api-keys.ts'
import { inviteBind, inviteMyCode } from '@agio/wire/account/invite.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import { cancelOrders, placeOrder } from '@agio/wire/spot/spot.ts'
import type { SessionClient } from '../client/session-client.ts'

/** A collection that no build has registered: journals may hold such. */
const UNKNOWN = 'golden' as string as Collection

const DAY_MS = 86_400_000
const FIRST_CUSTOMER = 100_001
const CUSTOMERS = 5

/**
 * The others are invited by the first; programs of two of them, who trade no more than that, use the client order id that their sessions use as well. A new
 * key lets withdrawals rest, and so binds the prices of its owner.
 */
export async function inviteAndProgram(clients: readonly SessionClient[]): Promise<void> {
  const [first, second, third, fourth, fifth] = clients
  if (first === undefined || second === undefined || third === undefined || fourth === undefined || fifth === undefined) return
  const { code: inviteCode } = await first.call(inviteMyCode, {})
  for (const client of [second, third, fourth]) await client.call(inviteBind, { inviteCode })
  await programOf(fourth, 'golden-3@example.com')
  await programOf(fifth, 'golden-4@example.com')
}

async function programOf(client: SessionClient, account: string): Promise<void> {
  const key = await createKey(client, account)
  const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '60000.00', amount: '0.00100', clientOrderId: 'same' }
  await ask(client, key, placeOrder.path, order)
  // A repeat that is answered from memory, and one that has another body.
  await ask(client, key, placeOrder.path, order)
  await ask(client, key, placeOrder.path, { ...order, price: '60001.00' })
  await client.post(placeOrder.path, order)
  await ask(client, key, cancelOrders.path, { clientOrderId: 'same' })
}

interface Key {
  readonly apiKey: string
  readonly secret: string
}

async function createKey(client: SessionClient, account: string): Promise<Key> {
  await client.must('/api/auth/v1/secondFactor/sendCode', { scene: 'API_KEY', channel: 'email' })
  const codes = { email: await client.code(account) }
  const permissions = { read: 1, trade: 1, futures: 0, withdraw: 0 }
  return (await client.sealed(apiKeyCreate.path, { label: 'golden', permissions, ipList: [], codes })) as unknown as Key
}

async function ask({ base }: SessionClient, key: Key, path: string, body: object): Promise<void> {
  const text = JSON.stringify(body)
  const timestamp = String(Date.now())
  const signature = hmacSignature(key.secret, { timestamp, window: undefined, method: 'POST', path, body: Buffer.from(text) })
  const signed = { [HEADERS.apiKey]: key.apiKey, [HEADERS.apiTimestamp]: timestamp, [HEADERS.apiSignature]: signature }
  const answer = await fetch(`${base}${path}`, { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...signed } })
  await answer.text()
}

/** Two more days: volumes that raise levels at midnight, fees in quote, what is due in between, accounts that change their names. */
export async function liveOn(dir: string): Promise<void> {
  let now = Date.now() + 60_000
  const exchange = await openExchange({ tenantId: 'agio', dir, clock: { now: () => now } })
  try {
    await tradeMuch(exchange)
    for (let day = 0; day < 2; day += 1) {
      now += DAY_MS
      await exchange.submit({ kind: 'tick' })
      await tradeMuch(exchange)
    }
    await changeMuch(exchange)
    now += DAY_MS
    await exchange.submit({ kind: 'tick' })
    await exchange.snapshot()
    await tradeMuch(exchange)
  } finally {
    await exchange.stop()
  }
}

/** Two customers trade for a hundred thousand, on the first pair that trades. */
async function tradeMuch(exchange: LiveExchange): Promise<void> {
  const instrumentId = asInstrumentId(2)
  const pair = instrumentOf(exchange.state, instrumentId)
  if (pair === undefined) throw new Error('there is no second pair')
  const [seller, buyer] = [customer(exchange, 0), customer(exchange, 1)]
  const { baseAssetId, quoteAssetId, quantityMax } = pair.terms
  for (const [userId, assetId] of [
    [seller, baseAssetId],
    [buyer, quoteAssetId],
  ] as const)
    await exchange.submit({ kind: 'creditUser', userId, assetId, amount: 10n ** 14n, cause: 'deposit', reference: 'golden' })
  const quantity = Math.min(quantityMax === 0 ? 400_000 : quantityMax, 400_000)
  const place = (userId: typeof seller, over: Partial<OrderTerms>, key: string) =>
    exchange.submit(
      { kind: 'placeOrder', userId, instrumentId, terms: orderTerms({ quantity, ...over }), selfTrade: 'none', source: 'api', child: null },
      key,
    )
  await place(seller, { side: 'sell', price: pair.referencePrice }, 'day sell')
  await place(buyer, { price: pair.referencePrice }, 'day buy')
  await place(buyer, { price: pair.referencePrice - 10, quantity: 1000, timeInForce: 'gtd', expireAt: exchange.now() + 3_600_000 }, 'dated')
  await exchange.submit({ kind: 'setCancelAllTimer', userId: seller, instrumentId, timeoutMs: 60_000 })
}

/** The life's own customers are the last who came: product-life.ts. */
function customer({ state }: LiveExchange, position: number) {
  return asUserId(FIRST_CUSTOMER + state.users.liveCount - 1 - CUSTOMERS + position)
}

async function changeMuch(exchange: LiveExchange): Promise<void> {
  const [userId, other] = [customer(exchange, 1), customer(exchange, 2)]
  const actor = 'golden life'
  const commands: readonly Command[] = [
    { kind: 'setUserTerms', userId, feeLevel: 3, payFeeInFeeAsset: false },
    { kind: 'setUserTerms', userId: other, tradingEnabled: false },
    { kind: 'changeAccountKeys', userId, bind: 'golden-key', release: '', collection: 'security', id: 'security', document: {}, actor },
    { kind: 'saveDocument', userId, collection: UNKNOWN, id: 'golden', document: { text: 'golden', list: [1, 2.5, null] }, actor },
    { kind: 'cancelAllOrders', userId: other, instrumentId: asInstrumentId(0) },
    { kind: 'cancelOrder', userId, orderId: asOrderId(0), clientOrderId: 'dated', orderListId: asOrderListId(0) },
    { kind: 'setUserStatus', userId: customer(exchange, 4), status: 'disabled', actor, why: 'golden life' },
    { kind: 'setFeeDirection', direction: 'quote', actor, why: 'golden life' },
    { kind: 'creditUser', userId, assetId: asAssetId(1), amount: 7n, cause: 'airdrop', reference: 'golden' },
  ]
  for (const command of commands) await exchange.submit(command, `golden ${command.kind}`)
}
