import { expect, it } from 'vitest'
import { percentOf } from './code-card.tsx'
import { wrapped } from './poster.tsx'

it('INV-001 the share is shown in percent, exactly and without ending zeros', () => {
  expect(['0.2', '0', '0.125', '0.5', '0.05', '0.0001', '1'].map(percentOf)).toEqual(['20%', '0%', '12.5%', '50%', '5%', '0.01%', '100%'])
})

it('INV-001 [part] the words of the poster keep to their lines in every script', () => {
  expect(wrapped('See the whole price before you send.', 18)).toEqual(['See the whole', 'price before you', 'send.'])
  expect(wrapped('好友邀请您加入 Agio 交易所。', 18)).toEqual(['好友邀请您加入', 'Agio 交易所。'])
  expect(wrapped('下单之前，看清全部价格。', 18)).toEqual(['下单之前，', '看清全部价格。'])
  expect(wrapped('注文の前に、価格のすべてが見える。', 18)).toEqual(['注文の前に、価格の', 'すべてが見える。'])
  expect(wrapped('주문하기 전에 가격의 전부를 보세요.', 18)).toEqual(['주문하기 전에', '가격의 전부를', '보세요.'])
})
