import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { context, draft } from '../../../testing-terminal/ticket-context.ts'
import { checkTicket } from './check.ts'
import { baseUnit, quoteUnit } from './context.ts'
import { costOf } from './cost.ts'
import { orderBody } from './order-request.ts'
import { heldBy, mostOf, readTicket, shareOf, tellsBalance } from './resolve.ts'
import { changeTicket, EMPTY_DRAFT } from './ticket.ts'

const read = (change: Parameters<typeof draft>[0], setting = context()) => readTicket(draft(change), setting)

describe('before you send', () => {
  it('SPOT-049 [part] a market buy through two levels shows exact average, slippage, impact, fee and receipt', () => {
    const setting = context()
    const cost = costOf(read({ type: 'market', quantity: '0.02' }), setting)
    // 0.01 at 60,000.00 and 0.01 at 60,001.00.
    expect(cost).toMatchObject({
      average: 6_000_050,
      taken: 2000n,
      rest: 0n,
      role: 'taker',
      feeIn: 'base',
      fee: 2000n,
      receive: 1_998_000n,
      pay: 120_001_000_000n,
      short: undefined,
    })
    expect(cost?.slippageE6).toBe(8)
    expect(cost?.impactE6).toBe(17)
  })

  it('SPOT-014 [part] names what a buy sets aside for slippage and gets back: 5 % of a market order by quantity, nothing of one by amount', () => {
    const returned = (change: Parameters<typeof draft>[0], buyFeeIn: 'base' | 'quote' = 'base') => {
      const setting = context({ buyFeeIn })
      const ticket = read(change, setting)
      const cost = costOf(ticket, setting)
      // With it, what is paid adds up to what is held.
      if (cost?.returned !== 0n) expect((cost?.pay ?? 0n) + (cost?.returned ?? 0n)).toBe(heldBy(ticket, setting))
      return cost?.returned
    }
    // Of 1,200.01.
    expect(returned({ type: 'market', quantity: '0.02' })).toBe(6_000_050_000n)
    // A fee that comes on top is held for the reserve, too.
    expect(returned({ type: 'market', quantity: '0.02' }, 'quote')).toBe(6_006_050_050n)
    expect(returned({ type: 'stopMarket', trigger: '61000', quantity: '0.02' })).toBe(6_100_000_000n)
    expect(returned({ type: 'market', basis: 'total', total: '1000' })).toBe(0n)
    expect(returned({ side: 'sell', type: 'market', quantity: '0.5' })).toBe(0n)
    expect(returned({ price: '59000', quantity: '1' })).toBe(0n)
  })

  it('a limit buy below the book waits as maker; break-even returns everything paid', () => {
    const cost = costOf(read({ price: '59000', quantity: '1' }), context())
    expect(cost).toMatchObject({ average: 5_900_000, slippageE6: 0, impactE6: 0, role: 'maker', taken: 0n, rest: 100_000n })
    // 59,000 ÷ 0.999 ÷ 0.999 = 59,118.177…, up to the tick.
    expect(cost?.breakEven).toBe(5_911_818)
  })

  it('a market buy by amount spends whole lots only', () => {
    const cost = costOf(read({ type: 'market', basis: 'total', total: '1000' }), context())
    // 0.01 costs 600, then 400 ÷ 60,001 = 0.00666 (whole lots).
    expect(cost).toMatchObject({ taken: 1666n, pay: 99_960_666_000n, feeIn: 'base' })
  })

  it('a sell pays its fee in the quote asset, rounded up for each level', () => {
    const cost = costOf(read({ side: 'sell', type: 'market', quantity: '0.5' }), context())
    expect(cost).toMatchObject({ feeIn: 'quote', pay: 50_000_000n, fee: 2_999_950_000n, receive: 2_996_950_050_000n })
  })

  it('says when the book cannot fill the order', () => {
    // The book offers 2.01 at 60,000.00 and 60,001.00: 120,602 with both, and a whole lot more cannot be had.
    expect(costOf(read({ type: 'market', quantity: '5' }), context())?.short).toEqual({ done: 201_000n, wanted: 500_000n })
    expect(costOf(read({ timeInForce: 'ioc', price: '60000', quantity: '1' }), context())?.short).toEqual({ done: 1000n, wanted: 100_000n })
    expect(costOf(read({ timeInForce: 'fok', price: '60000', quantity: '1' }), context())?.short).toEqual({ done: 0n, wanted: 100_000n })
    expect(costOf(read({ type: 'market', basis: 'total', total: '1000' }), context())?.short).toBeUndefined()
    expect(costOf(read({ type: 'market', basis: 'total', total: '200000' }), context())?.short).toEqual({
      done: 12_060_200_000_000n,
      wanted: 20_000_000_000_000n,
    })
    expect(costOf(read({ price: '60000', quantity: '1' }), context())?.short).toBeUndefined()
    expect(costOf(read({ type: 'limit' }), context())).toBeUndefined()
  })

  it('SPOT-049 [part] an order rests in the book only where its type lets it', () => {
    const rests = (change: Parameters<typeof draft>[0]) => costOf(read({ price: '59000', quantity: '1', ...change }), context())?.rests
    expect(rests({})).toBe(true)
    expect(rests({ timeInForce: 'gtd' })).toBe(true)
    expect(rests({ timeInForce: 'ioc' })).toBe(false)
    expect(rests({ timeInForce: 'fok' })).toBe(false)
    expect(rests({ postOnly: true, timeInForce: 'ioc' })).toBe(true)
    expect(rests({ postOnly: true, price: '60000' })).toBe(false)
    expect(rests({ type: 'stopMarket', trigger: '61000' })).toBe(false)
    // A part trades at once and the rest waits: nothing to say about the whole.
    expect(rests({ price: '60000' })).toBe(false)
  })
})

describe('a trailing distance', () => {
  it('SPOT-012 [part] is in percent with its sign or without', () => {
    for (const trailing of ['5', '5%', ' 5.00 % ']) {
      const ticket = read({ type: 'trailingStop', side: 'sell', trailing, quantity: '0.1' })
      expect(ticket.trailingBps, trailing).toBe(500)
      expect(checkTicket(ticket, context()), trailing).toEqual([])
    }
  })
})

describe('a size that was asked for as a share', () => {
  it('SHELL-051 [part] is known as one until a size is typed, the side turns or the order is sent', () => {
    const asked = changeTicket(EMPTY_DRAFT, { kind: 'share', share: 100, field: 'total', text: '10000' })
    expect([asked.share, asked.basis, tellsBalance({ draft: asked })]).toEqual([100, 'total', true])
    expect(changeTicket(asked, { kind: 'text', field: 'price', text: '1' }).share).toBe(100)
    for (const change of [
      { kind: 'text', field: 'quantity', text: '1' },
      { kind: 'side', side: 'sell' },
      { kind: 'sent' },
      { kind: 'type', type: 'stopLimit' },
      { kind: 'priceChosen', price: '1', quantity: '1' },
    ] as const)
      expect(tellsBalance({ draft: changeTicket(asked, change) })).toBe(false)
    expect(tellsBalance({ draft: draft({ quantity: '25%' }) })).toBe(true)
    expect(tellsBalance({ draft: draft({ price: '1%', quantity: '25' }) })).toBe(false)
  })
})

describe('share of the balance', () => {
  it('SPOT-048 [part] 25/50/75/100 % round down to the lot, and cost plus fee never exceeds the free balance', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 16n }),
        fc.integer({ min: 1, max: 9_000_000 }),
        fc.constantFrom(25, 50, 75, 100),
        fc.constantFrom('base' as const, 'quote' as const),
        (free, ticks, percent, buyFeeIn) => {
          const setting = context({ freeQuote: free, buyFeeIn })
          const price = (ticks / 100).toFixed(2)
          const most = mostOf(readTicket(draft({ price }), setting), setting) ?? 0n
          const lots = shareOf(most, percent)
          const value = lots * BigInt(ticks) * quoteUnit(setting)
          const fee = buyFeeIn === 'quote' ? (value * 100_000n + 99_999_999n) / 100_000_000n : 0n
          expect(value + fee <= free).toBe(true)
          if (buyFeeIn === 'base' && percent === 100) expect((most + 1n) * BigInt(ticks) * quoteUnit(setting) > free).toBe(true)
        },
      ),
    )
    const sell = context()
    expect(mostOf(readTicket(draft({ side: 'sell', price: '1' }), sell), sell)).toBe(50_000_000n / baseUnit(sell))
  })

  it('a buy stop counts with 1.05 times its trigger, as its hold does', () => {
    const setting = context({ freeQuote: 10_500_000_000_000n })
    const ticket = readTicket(draft({ type: 'stopMarket', trigger: '70000' }), setting)
    expect(mostOf(ticket, setting)).toBe(142_857n)
  })
})

describe('ticket checks', () => {
  const keys = (change: Parameters<typeof draft>[0], setting = context()) =>
    checkTicket(readTicket(draft(change), setting), setting).map((one) => one.key)
  it('asks for what is missing, then judges steps, bounds and balance in the order of the fields', () => {
    expect(keys({})).toEqual(['missing', 'missing'])
    expect(keys({ price: '60000.001', quantity: '1' })).toEqual(['priceStep'])
    expect(keys({ price: '60000', quantity: '0' })).toEqual(['zero'])
    expect(keys({ price: '60000', quantity: '0.00001' })).toEqual(['valueMin'])
    expect(keys({ price: '60000', quantity: '1' })).toEqual(['balance'])
    expect(keys({ price: '60000', quantity: '0.1' })).toEqual([])
  })
  it('judges triggers, lists, distances and children against the last price', () => {
    expect(keys({ type: 'stopMarket', trigger: '59000', quantity: '0.1' })).toEqual(['triggerAbove'])
    expect(keys({ type: 'takeProfitLimit', trigger: '61000', price: '61000', quantity: '0.1' })).toEqual(['triggerBelow'])
    expect(keys({ side: 'sell', type: 'oneCancelsOther', price: '59000', trigger: '58000', quantity: '0.1' })).toEqual(['listSell'])
    expect(keys({ side: 'sell', type: 'oneCancelsOther', price: '61000', trigger: '58000', quantity: '0.1' })).toEqual([])
    expect(keys({ type: 'trailingStop', trailing: '0.05', quantity: '0.1' })).toEqual(['trailingRange'])
    expect(keys({ price: '59000', quantity: '0.1', child: true, takeProfit: '58000' })).toEqual(['takeProfitSide'])
    expect(keys({ price: '59000', quantity: '0.1', child: true })).toEqual(['childMissing'])
    expect(keys({ price: '60001', quantity: '0.1', postOnly: true })).toEqual(['wouldTake'])
    expect(keys({ price: '59000', quantity: '0.1', iceberg: true, visible: '0.2' })).toEqual(['visibleRange'])
  })
})

describe('order request', () => {
  const body = (change: Parameters<typeof draft>[0]) => orderBody(read(change), context(), 'web-1', 1_000)
  it('carries exactly the fields of each type', () => {
    expect(body({ price: '60000', quantity: '0.1', postOnly: true })).toEqual({
      symbol: 'BTC/USDT',
      direction: 'BUY',
      type: 'LIMIT',
      clientOrderId: 'web-1',
      stpMode: 'EXPIRE_TAKER',
      price: '60000',
      amount: '0.1',
      timeInForce: 'GTX',
    })
    expect(body({ type: 'market', basis: 'total', total: '100' })).toMatchObject({ type: 'MARKET', turnover: '100' })
    expect(body({ type: 'market', quantity: '1' })).not.toHaveProperty('timeInForce')
    expect(body({ type: 'trailingStop', trailing: '1.5', activation: '61000', quantity: '1' })).toMatchObject({
      trailingDelta: 150,
      activationPrice: '61000',
    })
    expect(
      body({ type: 'oneCancelsOther', price: '1', trigger: '2', triggerLimit: '3', quantity: '1', timeInForce: 'gtd', lifetime: 1 }),
    ).toMatchObject({
      type: 'OCO',
      price: '1',
      triggerPrice: '2',
      triggerLimitPrice: '3',
      timeInForce: 'GTD',
      expireTime: 3_601_000,
    })
    expect(body({ price: '5', quantity: '1', iceberg: true, visible: '10%' })).toMatchObject({ visibleAmount: '0.1' })
    expect(body({ price: '5', quantity: '1', child: true, takeProfit: '6', stopLoss: '4' }).then).toEqual({
      direction: 'SELL',
      type: 'OCO',
      amount: '1',
      price: '6',
      triggerPrice: '4',
    })
  })
})

describe('ticket changes', () => {
  it('SPOT-048 [part] a chosen book price switches a type without price to limit and fills it', () => {
    const next = changeTicket({ ...EMPTY_DRAFT, type: 'market', quantity: '1' }, { kind: 'priceChosen', price: '67412.38' })
    expect(next).toMatchObject({ type: 'limit', price: '67412.38', quantity: '1' })
    expect(
      changeTicket({ ...EMPTY_DRAFT, type: 'stopLimit' }, { kind: 'priceChosen', price: '1', quantity: '2', side: 'sell' }),
    ).toMatchObject({ type: 'stopLimit', side: 'sell', quantity: '2' })
  })
})
