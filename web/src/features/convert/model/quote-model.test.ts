import { describe, expect, it } from 'vitest'
import { ratio, shortPrice, spoken } from '../../../data/convert/spoken-price.ts'
import {
  differenceAt,
  exceeds,
  guess,
  isBound,
  leftOf,
  secondsOf,
  shareLeft,
  shownRate,
  spotPrice,
  spreadCost,
  usedPercent,
  worthIn,
} from './quote-model.ts'

const quote = {
  createTime: 1_000,
  validTimestamp: 11_000,
  side: 'send',
  sendCoin: 'USDT',
  receiveCoin: 'BTC',
  sendAmount: '1000',
  receiveAmount: '0.01481925',
  price: '0.000014819252696657',
  inversePrice: '67479.790000002',
  spread: '0.001',
  valueU: '1000',
} as const

describe('the life of a quote', () => {
  it('CONV-007 [part] it holds at the moment that it names, and 1 ms later it is over', () => {
    expect(leftOf(quote, 11_000)).toBe(1)
    expect(leftOf(quote, 11_001)).toBe(0)
    expect(leftOf(quote, 99_000)).toBe(0)
  })

  it('the ring is full of ten seconds at first, and counts the second that has begun', () => {
    const at = (now: number) => secondsOf(leftOf(quote, now))
    expect([1_000, 1_001, 2_000, 10_000, 10_999, 11_000].map(at)).toEqual([10, 10, 9, 1, 1, 0])
    expect(shareLeft(quote, leftOf(quote, 1_000))).toBe(1)
    expect(shareLeft(quote, leftOf(quote, 6_001))).toBeCloseTo(0.5, 9)
    expect(shareLeft({ createTime: 5, validTimestamp: 5 }, 1)).toBe(0)
  })
})

describe('amounts', () => {
  it('a guess by public prices rounds what is got down and what is given up', () => {
    const prices = { send: '1', receive: '60000' }
    expect(guess('send', '100', prices, 8)).toBe('0.00166666')
    expect(guess('receive', '0.00166666', prices, 6)).toBe('99.9996')
    expect(guess('receive', '0.00000001', { send: '7', receive: '60000' }, 6)).toBe('0.000086')
    expect([guess('send', '', prices, 8), guess('send', '1', { send: '1', receive: undefined }, 8)]).toEqual(['', ''])
  })

  it('the spread is told as a part of the value, a value by its price', () => {
    expect(spreadCost(quote)).toBe('1')
    expect(['0.001', '0.00052277', '0.0005', 'x'].map(shownRate)).toEqual(['0.001', '0.000523', '0.0005', ''])
    expect(worthIn('0.542137', '67412.38')).toBe('36546.74545606')
    expect([worthIn('1', undefined), worthIn('x', '1')]).toEqual(['', ''])
    expect([exceeds('12480.520001', '12480.52'), exceeds('12480.52', '12480.52'), exceeds('1', undefined)]).toEqual([true, false, false])
  })

  it('CONV-003 [part] a bound of zero bounds nothing', () => {
    expect(['0', '0.00', '', undefined, '10'].map(isBound)).toEqual([false, false, false, false, true])
    expect([usedPercent('52000', '200000'), usedPercent('9', '0'), usedPercent('3', '2')]).toEqual([26, 0, 100])
  })

  it('what the same would cost on spot has the fee of a taker in it', () => {
    expect(spotPrice('67412.38', 100_000, true, 2)).toBe('67479.86')
    expect(spotPrice('67412.38', 100_000, false, 2)).toBe('67344.97')
    expect(spotPrice('', 100_000, true, 2)).toBe('')
  })
})

describe('a price that ran out', () => {
  it('CONV-007 [part] says what the same amount would come to now', () => {
    expect(differenceAt(quote, '0.0000149', 8)).toEqual({ kind: 'more', amount: '0.00008075', coin: 'BTC', side: 'receive' })
    expect(differenceAt(quote, '0.0000147', 8)).toMatchObject({ kind: 'less', amount: '0.00011925' })
    expect(differenceAt(quote, quote.price, 8)).toMatchObject({ kind: 'same', amount: '0' })
    const wanted = { ...quote, side: 'receive' as const }
    expect(differenceAt(wanted, '0.0000149', 6)).toEqual({ kind: 'less', amount: '5.419463', coin: 'USDT', side: 'send' })
    expect(differenceAt(quote, '0', 8)).toBeUndefined()
  })
})

describe('prices as people say them', () => {
  it('tell how much of the cheaper coin the dearer one is', () => {
    expect(spoken(quote)).toEqual({ one: 'BTC', other: 'USDT', price: '67479.79' })
    const back = { ...quote, sendCoin: 'BTC', receiveCoin: 'USDT', price: quote.inversePrice, inversePrice: quote.price }
    expect(spoken(back)).toEqual({ one: 'BTC', other: 'USDT', price: '67479.79' })
  })

  it.each([
    ['67479.790000002', '67479.79'],
    ['3519.887', '3519.887'],
    ['0.000014819252696657', '0.0000148192'],
    ['1.000000001', '1.000000'],
    ['66080.8', '66080.80'],
    ['12345678.129', '12345678.12'],
    ['5', '5.000000'],
    ['66080', '66080.00'],
  ])('%s is read as %s', (price, read) => expect(shortPrice(price)).toBe(read))

  it('one in another by public prices', () => {
    expect(ratio('3518.42', '67412.38')).toBe('0.052192490459467534')
    expect([ratio('1', '0'), ratio(undefined, '1')]).toEqual(['', ''])
  })
})
