import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { readEarlier, tradedBefore } from '../data/spot/earlier-order.ts'
import { takeTexts } from '../i18n/i18n.ts'
import { OrderStory } from './order-story.tsx'

beforeEach(() =>
  takeTexts('en_US', {
    orders: {
      'story.amended': 'Amended from {{from}} to {{to}}',
      'story.lowered': 'Amount lowered from {{from}} to {{to}}',
      'story.traded': '{{amount}} filled before',
      'story.more_one': 'Amended {{count}} time before',
      'story.more_other': 'Amended {{count}} times before',
    },
  }),
)

const AT = Date.parse('2026-07-14T10:00:00Z')
const step = (orderId: string, price: string, amount: string, loweredTo: string | null, tradedAmount = '0') => ({
  ...{ orderId, time: AT, price, amount, triggerPrice: null, tradedAmount, loweredTo },
})
/** Placed with 2, lowered twice, moved to another price, and lowered again. */
const ROWS = [
  step('7', '66000', '2', '1.5', '0.5'),
  step('7', '66000', '1.5', '1.2', '0.5'),
  step('7', '66000', '1.2', null, '0.5'),
  step('9', '66500', '0.7', '0.6'),
]
const NOW = { price: '66500', triggerPrice: null, quantity: '0.6' }

function draw(rows: unknown, whole: boolean): string[] {
  const html = renderToStaticMarkup(
    <OrderStory earlier={readEarlier(rows)} now={NOW} priceText={(price) => price} quantityText={(amount) => amount} whole={whole} />,
  )
  // Without the marks that keep numbers left to right.
  const parts = html.replace(/[\u2066-\u2069]/g, '').split(whole ? '</li>' : '<span class="block">')
  return parts.map((part) => part.replace(/<bdi.*<\/bdi>|<[^>]+>/g, '').trim()).filter((part) => part !== '')
}

test('ORD-002 [part] an order that was lowered in its place tells what it was placed with, and each step to what it is', () => {
  expect(draw(ROWS, true)).toEqual([
    'Amount lowered from 2 to 1.5 · 0.5 filled before',
    'Amount lowered from 1.5 to 1.2 · 0.5 filled before',
    'Amended from 66000 × 1.2 to 66500 × 0.7 · 0.5 filled before',
    'Amount lowered from 0.7 to 0.6',
  ])
  expect(draw(ROWS, false)).toEqual(['Amount lowered from 0.7 to 0.6', 'Amended 3 times before'])
})

test('ORD-002 [part] what the exchange cut since is no part of the amendment', () => {
  expect(draw([step('7', '66000', '2', '1.5')], false)).toEqual(['Amount lowered from 2 to 1.5'])
})

test('ORD-002 [part] fills from before are asked for once, of the orders that another replaced', () => {
  expect(tradedBefore(readEarlier(ROWS)).map(({ orderId, quantity }) => [orderId, quantity])).toEqual([['7', '1.2']])
})
