/**
 * Conversion and savings of the kill rounds: a stock, products, customers who hold so many orders that a roll of the day takes several slices,
 * and the commands about them, of which number n is always the same one.
 */
import type { Command, ProductTerms, Renewal } from '@agio/engine/command.ts'
import { priceOf, receivedFor, valueAtMid } from '@agio/engine/convert/quote.ts'
import { productsOf } from '@agio/engine/earn/read-earn.ts'
import { asAssetId, asEarnOrderId, asProductId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { userByAccountKey } from '@agio/engine/read.ts'
import type { LiveExchange } from '@agio/server/sequencer/open-exchange.ts'

const SAVERS = 30
/** Below the 200 that one may hold, so that there is room for more. */
const HELD = 160
const COIN = asAssetId(1)
const UNIT = asAssetId(2)
const FUNDS = 100_000_000_000_000n
const WHOLE = 100_000_000n
const SIGNED = { actor: 'sim', why: 'kill round' } as const
const UNIT_INDEX = 1_000_000_000_000n
/** Of the coin; no source moves it, and it is always fresh. */
const COIN_INDEX = 60_000n * UNIT_INDEX
const SPREAD = 50_000n
const SCALES = { send: 8, receive: 8 }
/** Far behind every jump of the clock. */
const VALID_UNTIL = 4_000_000_000_000

const PRODUCT: ProductTerms = {
  assetId: UNIT,
  type: 'flexible',
  rateType: 'current',
  payout: 'daily',
  termDays: 0,
  totalQuota: 0n,
  userMin: 1n,
  userMax: 0n,
  step: 0n,
  startTime: 0,
  endTime: 0,
  earlyRedeem: true,
  renewable: false,
  poolLimit: 0n,
}
const TERM = { ...PRODUCT, type: 'fixed', rateType: 'fixed', renewable: true } as const
/** By id: a flexible one, a long term paid day by day, a short one that is paid at its end and renewed. */
const PRODUCTS: readonly ProductTerms[] = [PRODUCT, { ...TERM, termDays: 3000 }, { ...TERM, termDays: 1, payout: 'atEnd' }]

const purchase = (userId: UserId, productId: number, amount: bigint, renewal: Renewal): Command => ({
  kind: 'purchaseProduct',
  userId,
  productId: asProductId(productId),
  amount,
  payAccount: 'spot',
  renewal,
})

/** Of the orders that were there first, which have the ids from 1 on, saver by saver: of which product each is. */
const productOf = (orderId: number): number => 1 + (orderId % PRODUCTS.length)

function opening(): Command[] {
  const price = { assetId: COIN, source: 0, state: 'pinned', price: COIN_INDEX, at: 0 } as const
  return [
    { kind: 'setIndexTerms', unitAssetId: UNIT, sources: ['kill'], freshMs: 30_000, capE8: 1_000_000, ...SIGNED },
    { kind: 'reportPrices', items: [price] },
    { kind: 'setConvertTerms', dailyLimit: 0n, lossBound: 0n, deskUserId: asUserId(0), isClosed: false, ...SIGNED },
    { kind: 'fundInventory', assetId: COIN, amount: FUNDS, reference: '', ...SIGNED },
    ...PRODUCTS.flatMap((terms, place): Command[] => [
      { kind: 'defineProduct', terms, tiers: [{ upTo: null, rateE8: 5_000_000 }], document: {}, ...SIGNED },
      { kind: 'setProductStatus', productId: asProductId(place + 1), status: 'waiting', ...SIGNED },
    ]),
  ]
}

/** Everything above, once: the first life is not killed before it is there. */
export async function prepareSavings(exchange: LiveExchange): Promise<readonly UserId[]> {
  const isNew = productsOf(exchange.state).length === 0
  const send = (commands: readonly Command[]) => exchange.submitMany(commands.map((command) => ({ at: exchange.now(), key: '', command })))
  if (isNew) await send(opening())
  const savers: UserId[] = []
  for (let index = 0; index < SAVERS; index += 1) {
    const accountKey = `kill-saver-${index}`
    if (isNew) await exchange.submit({ kind: 'registerUser', accountKey, document: {}, role: 'customer' })
    const userId = userByAccountKey(exchange.state, accountKey)
    if (userId === undefined) throw new Error(`no user ${accountKey}`)
    savers.push(userId)
  }
  if (!isNew) return savers
  await send(savers.map((userId) => ({ kind: 'creditUser', userId, assetId: UNIT, amount: FUNDS, cause: 'airdrop', reference: '' })))
  const purchases = savers.flatMap((userId, saver) =>
    Array.from({ length: HELD }, (_, place): Command => {
      const product = productOf(saver * HELD + place + 1)
      return purchase(userId, product, (100n + BigInt(place)) * WHOLE, product === 1 ? 'none' : 'all')
    }),
  )
  const outcomes = await send(purchases)
  if (!outcomes.every(({ reason, value }, place) => reason === 'none' && value === place + 1)) throw new Error('savings were not opened')
  return savers
}

/** Quote `number`, always the same one: taken under two keys it becomes one conversion. */
function accept(number: number, userId: UserId): Command {
  const sendAmount = BigInt(1 + (number % 50)) * WHOLE
  const receiveAmount = receivedFor(sendAmount, priceOf(UNIT_INDEX, COIN_INDEX, SPREAD), SCALES)
  const facts = { sendAmount, receiveAmount, sendIndex: UNIT_INDEX, receiveIndex: COIN_INDEX, spread: SPREAD }
  const value = valueAtMid(sendAmount, UNIT_INDEX, SCALES.send)
  const kind = 'acceptQuote'
  return { kind, userId, sendAssetId: UNIT, receiveAssetId: COIN, quoteId: number + 1, ...facts, validUntil: VALID_UNTIL, value }
}

export interface Savers {
  /** Who trades, and converts. */
  readonly users: readonly UserId[]
  readonly savers: readonly UserId[]
}

/** Command `number` about conversion or savings. @param bits well spread ones of the number */
export function savingsCommandOf(number: number, bits: number, { users, savers }: Savers): Command {
  const nobody = asUserId(0)
  const orderId = 1 + (bits % (SAVERS * HELD))
  const owner = savers[Math.floor((orderId - 1) / HELD)] ?? nobody
  switch ((bits >>> 13) % 8) {
    case 0:
    case 1:
      return accept(number, users[number % users.length] ?? nobody)
    case 2: {
      // one of the last quotes again, by its owner, with another key
      const earlier = Math.max(0, number - 1 - ((bits >>> 16) & 63))
      return accept(earlier, users[earlier % users.length] ?? nobody)
    }
    case 3:
      return purchase(savers[bits % savers.length] ?? nobody, 1 + (number % 2), BigInt(1 + (bits & 1023)) * 1_000_000n, 'none')
    default: {
      // whole now and then, or of a term: then the order is over
      const isPart = productOf(orderId) === 1 && (bits >>> 16) % 4 !== 0
      const amount = isPart ? BigInt(1 + (number & 255)) : 0n
      return { kind: 'redeemProduct', userId: owner, orderId: asEarnOrderId(orderId), amount, toAccount: 'spot' }
    }
  }
}
