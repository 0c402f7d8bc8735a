/** What a customer of the money rounds asks for: each thing has a key of its own, under which it can be asked for again and is answered as before. */
import { transferAll } from '@agio/wire/assets/transfers.ts'
import { convertQuote, convertTrade } from '@agio/wire/convert/convert.ts'
import type { Quote } from '@agio/wire/convert/types.ts'
import { purchaseProduct, redeem } from '@agio/wire/earn/earn.ts'
import { cancelOrder, createOrder } from '@agio/wire/futures/orders.ts'
import type { FuturesClient } from '../../client/futures-client.ts'
import type { SessionClient } from '../../client/session-client.ts'
import type { Random } from '../memory-disk.ts'
import { FLEXIBLE, type Ids, TERM } from './open-money.ts'

export type DeedKind = 'convert' | 'purchase' | 'redeem' | 'transfer' | 'order' | 'cancel'

export interface Hands {
  readonly session: SessionClient
  readonly futures: FuturesClient
}

export interface Deed {
  readonly kind: DeedKind
  readonly key: string
  /** Of a redemption its order, of a conversion its quote, of a cancel the key of its order. */
  readonly about: string
  /** @returns what must be the same however often it is sent: the id of what came of it, and of a redemption its amount behind it */
  send(hands: Hands): Promise<string>
}

export interface Scene {
  readonly ids: Ids
  /** USDT of a BTC. */
  readonly price: number
  /** 1 cross, 2 isolated, and the leverage that is set. */
  readonly marginModel: 1 | 2
  readonly leverage: number
  /** Keys of orders that may rest, and numbers of savings orders of which parts may be taken. */
  readonly orders: readonly string[]
  readonly savings: readonly string[]
}

const pick = <Item>(items: readonly Item[], random: Random): Item | undefined => items[Math.floor(random() * items.length)]

function converting(key: string, quote: Quote): Deed {
  const { quoteId, sendCoin, receiveCoin, sendAmount } = quote
  return {
    kind: 'convert',
    key,
    about: quoteId,
    async send({ session }) {
      const path = convertTrade.path
      return String((await session.sealed(path, { quoteId, sendCoin, receiveCoin, sendAmount, clientId: key })).id)
    },
  }
}

function purchasing(key: string, random: Random): Deed {
  const productId = random() < 0.7 ? FLEXIBLE : TERM
  const amount = String(100 + Math.floor(random() * 900))
  return {
    kind: 'purchase',
    key,
    about: productId,
    async send({ session }) {
      return String((await session.sealed(purchaseProduct.path, { productId, amount, agree: 1, clientId: key })).orderNo)
    },
  }
}

function redeeming(key: string, orderNo: string, random: Random): Deed {
  const amount = String(1 + Math.floor(random() * 20))
  return {
    kind: 'redeem',
    key,
    about: orderNo,
    async send({ session }) {
      const done = await session.sealed(redeem.path, { orderNo, amount, clientId: key })
      return `${done.orderNo} ${done.redeemed}`
    },
  }
}

function transferring(key: string, { usdt }: Ids, random: Random): Deed {
  const [fromAccount, toAccount] = random() < 0.6 ? ([1, 2] as const) : ([2, 1] as const)
  const amount = String(1 + Math.floor(random() * 50))
  return {
    kind: 'transfer',
    key,
    about: '',
    send: async ({ session }) => (await session.call(transferAll, { coinId: usdt, amount, fromAccount, toAccount, clientId: key })).id,
  }
}

function ordering(key: string, { ids, price, marginModel, leverage }: Scene, random: Random): Deed {
  const side = random() < 0.5 ? ('BUY' as const) : ('SELL' as const)
  const takes = random() < 0.4
  // who takes looks for what rests beyond the middle
  const away = (takes ? -40 : Math.floor(random() * 40) - 4) * (side === 'BUY' ? 1 : -1)
  const limit = { type: takes ? (3 as const) : (1 as const), price: (price - away).toFixed(1), isConditionOrder: false }
  // some wait for a price that the next gap may bring
  const waits = { type: 2, price: '0', isConditionOrder: true, triggerPrice: (price * (0.96 + random() * 0.08)).toFixed(1) } as const
  const terms = random() < 0.1 ? waits : limit
  const volume = String(1 + Math.floor(random() * (takes ? 30 : 20)))
  const open = random() < 0.15 ? ('CLOSE' as const) : ('OPEN' as const)
  const stance = { contractId: ids.contract, positionType: marginModel, leverageLevel: leverage, open }
  return {
    kind: 'order',
    key,
    about: '',
    send: async ({ futures }) => (await futures.call(createOrder, { ...stance, side, ...terms, volume, clientOrderId: key })).orderId,
  }
}

/** Asked for again it is refused: the order is closed. */
function cancelling(key: string, order: string, { contract }: Ids): Deed {
  return {
    kind: 'cancel',
    key,
    about: order,
    send: async ({ futures }) => (await futures.call(cancelOrder, { contractId: contract, clientOrderId: order })).orderId,
  }
}

/** Any of what customers ask for. */
export async function someDeed(key: string, scene: Scene, hands: Hands, random: Random): Promise<Deed> {
  const choice = random()
  const order = pick(scene.orders, random)
  const savings = pick(scene.savings, random)
  if (choice < 0.15) {
    const [send, receive, sendAmount] = random() < 0.6 ? ['USDT', 'BTC', 20 + random() * 80] : ['BTC', 'USDT', 0.0005 + random() * 0.001]
    const sent = Number(sendAmount).toFixed(send === 'USDT' ? 2 : 6)
    return converting(key, await hands.session.call(convertQuote, { send: String(send), receive: String(receive), sendAmount: sent }))
  }
  if (choice < 0.25) return purchasing(key, random)
  if (choice < 0.35 && savings !== undefined) return redeeming(key, savings, random)
  if (choice < 0.45) return transferring(key, scene.ids, random)
  if (choice < 0.6 && order !== undefined) return cancelling(key, order, scene.ids)
  return ordering(key, scene, random)
}
