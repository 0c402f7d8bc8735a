/** What the customers of the HTTP kill rounds send: number n always gives the same call, so that any of them can be sent again. */
import type { RequestInput } from '@agio/wire/call.ts'
import type { placeOrder } from '@agio/wire/spot/spot.ts'
import { seededNumbers } from './memory-disk.ts'

export const CUSTOMERS = 4
const SYMBOL = 'BTC/USDT'
const MIDDLE = 67_400
/** Smaller than any order is placed with. */
const SHRUNK = '0.0002'

export const clientIdOf = (number: number): string => `crash-${number}`

export type Call =
  | { readonly kind: 'place'; readonly customer: number; readonly body: RequestInput<typeof placeOrder> }
  | { readonly kind: 'cancel'; readonly customer: number; readonly target: number }
  | { readonly kind: 'shrink'; readonly customer: number; readonly target: number; readonly amount: string }

const customerOf = (number: number): number => Math.floor(seededNumbers(number)() * CUSTOMERS)

function placing(number: number, takes: boolean): Call {
  const random = seededNumbers(number)
  const customer = Math.floor(random() * CUSTOMERS)
  const buys = random() < 0.5
  const away = takes ? -20 : Math.floor(random() * 12) - 2
  const body: RequestInput<typeof placeOrder> = {
    symbol: SYMBOL,
    direction: buys ? 'BUY' : 'SELL',
    type: 'LIMIT',
    timeInForce: takes ? 'IOC' : 'GTC',
    price: String(buys ? MIDDLE - away : MIDDLE + away),
    amount: (0.0005 + random() * (takes ? 0.004 : 0.002)).toFixed(5),
    clientOrderId: clientIdOf(number),
  }
  return { kind: 'place', customer, body }
}

/** Of four calls two place an order near one price, one takes from there at once, and the last shrinks or cancels an earlier order. */
export function callOf(number: number): Call {
  const group = Math.floor(number / 4)
  if (number % 4 < 3) return placing(number, number % 4 === 2)
  const random = seededNumbers(number)
  const shrinks = random() < 0.3
  // Only this call shrinks orders of its own group, so that the size an order was shrunk to is known.
  const target = 4 * (shrinks ? group : Math.max(0, group - 1 - Math.floor(random() * 16))) + (random() < 0.5 ? 0 : 1)
  const customer = customerOf(target)
  return shrinks ? { kind: 'shrink', customer, target, amount: SHRUNK } : { kind: 'cancel', customer, target }
}
