/** Which fields a call cannot go without, as the API's tables say: money that moves by a default is money that nobody asked for. */
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { apiKeyCreate } from './account/api-keys.ts'
import { transferAll } from './assets/transfers.ts'
import { convertQuote, convertTrade } from './convert/convert.ts'
import { purchaseProduct, redeem } from './earn/earn.ts'
import { cancelOrder as cancelCo, createOrder, previewCoOrder, updateOrder as updateCo } from './futures/orders.ts'
import { levelEdit, marginModelEdit } from './futures/user.ts'
import { amendOrder, placeOrder, previewOrder } from './spot/spot.ts'
import { saveAddress } from './wallet/address-book.ts'
import { checkWithdraw, createWithdraw } from './wallet/wallet.ts'

const CO_ORDER = ['contractId', 'positionType', 'open', 'side', 'type', 'leverageLevel', 'price', 'volume', 'isConditionOrder']

/** Each call with the fields that it needs whatever else it says; what one of several stands for is tested beside the call. */
const REQUIRED = [
  [createOrder, CO_ORDER],
  [previewCoOrder, CO_ORDER],
  [updateCo, ['contractId', 'orderId']],
  [cancelCo, ['contractId']],
  [levelEdit, ['contractId', 'nowLevel']],
  [marginModelEdit, ['contractId', 'marginModel']],
  [placeOrder, ['symbol', 'direction', 'type']],
  [previewOrder, ['symbol', 'direction', 'type']],
  [amendOrder, []],
  [convertQuote, ['send', 'receive']],
  [convertTrade, ['quoteId', 'sendCoin', 'receiveCoin', 'sendAmount']],
  [purchaseProduct, ['productId', 'amount']],
  [redeem, ['orderNo']],
  [transferAll, ['coinId', 'amount', 'fromAccount', 'toAccount']],
  [createWithdraw, ['coinId', 'protocolType', 'amount']],
  [checkWithdraw, ['id', 'codes']],
  [saveAddress, ['coinId', 'protocolType', 'address', 'label']],
  [apiKeyCreate, ['label', 'permissions', 'ipList']],
] as const

it.each(REQUIRED.map(([call, fields]) => [call.path, call, fields] as const))(
  'API-015 [part] %s needs its fields and no others',
  (_, call, fields) => {
    const { shape } = call.request as unknown as { readonly shape: Readonly<Record<string, z.ZodMiniType>> }
    const needed = Object.entries(shape).flatMap(([name, schema]) => (z.safeParse(schema, undefined).success ? [] : [name]))
    expect(needed.sort()).toEqual([...fields].sort())
    for (const name of fields) expect(z.safeParse(shape[name] as z.ZodMiniType, null).success, `${name}: null`).toBe(false)
  },
)
