/** What is shown of contracts besides the server's own words. */
import { describe, expect, it } from 'vitest'
import { bucketStart } from '../../../data/contract/bucket.ts'
import {
  type ContractOrder,
  isOpenOrder,
  isProtective,
  isWaiting,
  readContractOrder,
  type TriggerKind,
} from '../../../data/contract/contract-order.ts'
import { coinsOf } from '../../../data/contract/contract-prices.ts'
import { chosenContract } from '../../../data/contract/contracts.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import { order, position, TERMS } from '../../../testing-contract/terms.ts'
import { timeLeft } from './bar/countdown.tsx'
import { boundText } from './info/contract-info.tsx'
import { filledText, triggerText } from './orders/order-text.ts'
import { asOfPosition, closedBy, partLegs, partOf, partPlan, planOf, shownTexts, typedTexts, wholeLeg } from './positions/protect-plan.ts'
import { distanceText, percentOf, rateText, shareText } from './rates.ts'
import { ceilingAt } from './ticket/leverage-dialog.tsx'
import { labelPlaces, rulerMarks } from './ticket/risk-ruler.tsx'

describe('fractions', () => {
  it('are percent, exactly', () => {
    const pairs = {
      '0': '0',
      '1': '100',
      '0.1': '10',
      '0.01': '1',
      '0.0061': '0.61',
      '-0.0000925': '-0.00925',
      '12.345': '1234.5',
      '-0': '0',
    }
    for (const [fraction, percent] of Object.entries(pairs)) expect([fraction, percentOf(fraction)]).toEqual([fraction, percent])
  })

  it('have a sign where they may go either way', () => {
    expect(rateText('0.000092')).toBe('+0.0092%')
    expect(rateText('-0.0001')).toBe('\u22120.0100%')
    expect(shareText('0.0864', 1)).toBe('8.6%')
    expect(distanceText('67400', '63819.3')).toBe('\u22125.31%')
    expect(distanceText('67400', '0')).toBe('--')
  })
})

it('a countdown never goes below zero', () => {
  expect([timeLeft(26_352_999), timeLeft(0), timeLeft(-5)]).toEqual(['07:19:12', '00:00:00', '00:00:00'])
})

it('candles of mark and index begin where the exchange begins them', () => {
  const at = Date.UTC(2026, 10, 26, 14, 47, 12)
  expect(bucketStart(at, '15m')).toBe(Date.UTC(2026, 10, 26, 14, 45))
  expect(bucketStart(at, '4h')).toBe(Date.UTC(2026, 10, 26, 12))
  expect(bucketStart(at, '1w')).toBe(Date.UTC(2026, 10, 23))
  expect(bucketStart(at, '1M')).toBe(Date.UTC(2026, 10, 1))
})

it('PERP-002 [part] a contract that is not listed leaves the one that was chosen before', () => {
  const other = { ...TERMS, contractId: '15', symbol: 'E-ETH-USDT', name: 'ETHUSDT' }
  const list = [TERMS, other]
  for (const asked of ['15', 'E-ETH-USDT', 'ETHUSDT']) expect(chosenContract(list, asked, '14')).toBe(other)
  expect(chosenContract(list, '99', '15')).toBe(other)
  expect(chosenContract(list, null, undefined)).toBe(TERMS)
  expect(chosenContract([], '15', '15')).toBeUndefined()
})

it('the last bracket of margins has no end', () => {
  expect([boundText('230000000', '100000000'), boundText('92233720368.54775807', '230000000')]).toEqual(['230,000,000', '> 230,000,000'])
})

it('whole contracts are told as coins', () => {
  expect(filledText({ filled: '100', volume: '200' }, TERMS)).toBe('0.100 / 0.200 BTC')
  expect(coinsOf('650', TERMS)).toBe('0.650')
  expect(coinsOf('3', { lotsPerContract: 10, lotScale: 0 })).toBe('30')
  expect(coinsOf('1.5', TERMS)).toBe('1.5')
})

describe('what is attached to an order', () => {
  const words = (key: string): string => key
  const attached = { takeProfit: { triggerType: 2, triggerPrice: '68000' }, stopLoss: { triggerType: 1, triggerPrice: '64000' } }
  const parent = readContractOrder({ status: 1, type: 1, price: '66000', pricePrecision: 1, otoOrder: attached })

  it('is told with the order', () => {
    expect(triggerText(words as Translate, parent)).toBe('orders:leg.takeProfit 68,000.0 · orders:leg.stopLoss 64,000.0')
    expect(triggerText(words as Translate, { ...parent, takeProfit: null })).toBe('orders:leg.stopLoss 64,000.0')
    expect(triggerText(words as Translate, readContractOrder({ status: 1, otoOrder: null }))).toBe('—')
  })

  it('is no order of its own before the first trade', () => {
    const leg = { isConditionOrder: true, open: 'CLOSE', triggerPrice: '68000', triggerType: 2 }
    expect([0, 1].map((status) => isOpenOrder(readContractOrder({ ...leg, status })))).toEqual([false, true])
    expect(isWaiting(readContractOrder({ ...leg, status: 0 }))).toBe(false)
  })
})

it('a trailing order says how far the price turns, as a share or as a distance', () => {
  const told = (change: Partial<ContractOrder>) => triggerText(((key: string) => key) as Translate, order({ priceScale: 1, ...change }))
  expect([told({ callbackRate: '0.01' }), told({ callbackValue: '500' })]).toEqual(['1.00%', '500.0'])
})

it('I18N-005 [part] a trailing order with a price to begin at runs as its words do, and its numbers from the left', () => {
  const inArabic = ((_key: string, { turn, price }: Readonly<Record<string, string>>) => `${turn} من ${price}`) as unknown as Translate
  const told = triggerText(inArabic, order({ priceScale: 1, callbackRate: '0.025', triggerPrice: '67000' }))
  expect(told).toBe('\u2068\u20662.50%\u2069 من \u206667,000.0\u2069\u2069')
})

it('an order says from which side the price that fires it is reached, whichever side it trades', () => {
  const words = (key: string): string => key
  const told = (triggerKind: TriggerKind, side: 'buy' | 'sell') =>
    triggerText(words as Translate, order({ triggerKind, side, triggerPrice: '68000', priceScale: 1 }))
  expect([told('rising', 'buy'), told('rising', 'sell')]).toEqual(['≥ 68,000.0', '≥ 68,000.0'])
  expect([told('falling', 'buy'), told('falling', 'sell')]).toEqual(['≤ 68,000.0', '≤ 68,000.0'])
  expect([told('takeProfit', 'sell'), told('takeProfit', 'buy')]).toEqual(['≥ 68,000.0', '≤ 68,000.0'])
  expect([told('stopLoss', 'sell'), told('stopLoss', 'buy')]).toEqual(['≤ 68,000.0', '≥ 68,000.0'])
})

it('the highest leverage that is not below decides how much a position may be worth', () => {
  const ceilings = { '125': '50000', '100': '250000', '50': '1000000' }
  expect([ceilingAt(ceilings, 20), ceilingAt(ceilings, 50), ceilingAt(ceilings, 51), ceilingAt(ceilings, 126)]).toEqual([
    ...['1000000', '1000000', '250000', undefined],
  ])
})

it('the risk ruler puts prices in order, with room at both ends, and leaves out what is not known', () => {
  const marks = rulerMarks({ liquidation: 63_940, stopLoss: 0, entry: 67_380, takeProfit: 69_500 })
  expect(marks.map(({ name }) => name)).toEqual(['liquidation', 'entry', 'takeProfit'])
  expect(marks.map(({ at }) => Math.round(at))).toEqual([8, 60, 92])
  expect(rulerMarks({ entry: 5 }).map(({ at }) => at)).toEqual([50])
})

it('labels of the risk ruler keep room beside each other', () => {
  const places = (...ats: readonly number[]) => labelPlaces(ats.map((at) => ({ at }))).map(({ left, align }) => `${left} ${align}`)
  expect(places(8, 44)).toEqual(['0 start', '42 center'])
  expect(places(8, 92)).toEqual(['0 start', '58 end'])
  expect(places(60)).toEqual(['39 center'])
  expect(places(90, 92)).toEqual(['16 center', '58 end'])
})

describe('the protection of a position', () => {
  const takeProfit = order({
    orderId: '1',
    side: 'sell',
    triggerKind: 'takeProfit',
    triggerPrice: '67950',
    triggerBy: 'mark',
    volume: '650',
    closesAll: true,
    isConditional: true,
    closes: true,
  })
  const protectedOne = position({ protection: [takeProfit] })

  it('is changed by as little as does it', () => {
    expect(planOf(protectedOne, TERMS, { takeProfit: '67950.0', stopLoss: '' }, undefined, 'mark')).toEqual({
      moved: [],
      added: [],
      removed: [],
    })
    expect(planOf(protectedOne, TERMS, { takeProfit: '68000', stopLoss: '66000' }, undefined, 'last')).toEqual({
      moved: [[takeProfit, '68000']],
      added: [{ kind: 'stopLoss', triggerPrice: '66000', by: 'last' }],
      removed: [],
    })
    expect(planOf(protectedOne, TERMS, { takeProfit: '', stopLoss: '' }, undefined, 'mark').removed).toEqual(['1'])
    // Half-typed prices do nothing.
    expect(planOf(protectedOne, TERMS, { takeProfit: '67950.05', stopLoss: 'x' }, undefined, 'mark')).toEqual({
      moved: [],
      added: [],
      removed: [],
    })
  })

  it('is placed anew where another price is to decide, and then keeps the limit that it had', () => {
    const limited = { ...takeProfit, kind: 'limit' as const, price: '67940' }
    const asked = planOf(position({ protection: [limited] }), TERMS, { takeProfit: '67950', stopLoss: '' }, 'last', 'mark')
    expect(asked).toEqual({ moved: [], removed: [], added: [{ kind: 'takeProfit', triggerPrice: '67950', by: 'last', price: '67940' }] })
  })

  it('of a part stands beside that of the whole, and all of it is the whole', () => {
    const half = { ...takeProfit, orderId: '2', volume: '325', closesAll: false }
    const both = position({ protection: [takeProfit, half] })
    expect([wholeLeg(both, 'takeProfit'), partLegs(both)]).toEqual([takeProfit, [half]])
    // Nor does it become the whole when the position shrinks to its size.
    const shrunken = position({ volume: '325', protection: [half, { ...takeProfit, volume: '325' }] })
    expect([wholeLeg(shrunken, 'takeProfit')?.orderId, partLegs(shrunken)]).toEqual(['1', [half]])
    // A part says nothing about the whole position, which has no take profit here.
    expect(planOf(position({ protection: [half] }), TERMS, { takeProfit: '68000', stopLoss: '' }, undefined, 'mark').added).toEqual([
      { kind: 'takeProfit', triggerPrice: '68000', by: 'mark' },
    ])
    expect([partOf(both, 50), partOf(both, 33), partOf(position({ volume: '1' }), 10), partOf(both, 0)]).toEqual([325n, 214n, 1n, 0n])
    const texts = { takeProfit: '68000', stopLoss: '' }
    expect(partPlan(both, TERMS, texts, 325n, 'mark')).toEqual([{ kind: 'takeProfit', triggerPrice: '68000', by: 'mark', volume: '325' }])
    expect(partPlan(both, TERMS, texts, 650n, 'mark')).toEqual([{ kind: 'takeProfit', triggerPrice: '68000', by: 'mark' }])
    expect(partPlan(both, TERMS, texts, 0n, 'mark')).toEqual([])
  })

  it('PERP-022 [part] is of the size that its position has now, not of the one that the list of orders was told', () => {
    const grown = position({ volume: '900', protection: [{ ...takeProfit, volume: '900' }] })
    const shown = asOfPosition(takeProfit, [position({ positionId: '8' }), grown])
    expect([shown.volume, shown.closesAll]).toEqual(['900', true])
    expect(asOfPosition(order({ orderId: '3', volume: '5' }), [grown]).volume).toBe('5')
    const moved = { ...takeProfit, triggerPrice: '68100', updatedAt: takeProfit.updatedAt + 1 }
    expect(asOfPosition(moved, [grown])).toBe(moved)
  })

  it('PERP-023 [part] what came or moved while the dialog was open stays as it is unless its own field was changed', () => {
    const opened = position({ protection: [] })
    const typed = typedTexts({}, shownTexts(opened, {}), { takeProfit: '', stopLoss: '66000' })
    const since = position({ protection: [{ ...takeProfit, triggerPrice: '68100' }] })
    const { added, moved, removed } = planOf(since, TERMS, shownTexts(since, typed), undefined, 'mark')
    expect([added.map(({ kind }) => kind), moved, removed]).toEqual([['stopLoss'], [], []])
    // Emptied by hand it goes, whatever it was by then.
    const emptied = typedTexts(typed, shownTexts(since, typed), { takeProfit: '', stopLoss: '66000' })
    expect(planOf(since, TERMS, shownTexts(since, emptied), undefined, 'mark').removed).toEqual([takeProfit.orderId])
  })

  it('PERP-023 [part] belongs to its position as soon as the list of orders tells of it, with all that waits beside it', () => {
    const other = order({ ...takeProfit, orderId: '5', triggerKind: 'stopLoss', triggerPrice: '66000' })
    const short = position({ positionId: '8', isShort: true })
    const long = position({ positionId: '9', protection: [takeProfit] })
    const owner = closedBy(other, [short, long], [other, takeProfit])
    expect([owner?.positionId, owner?.protection.map(({ orderId }) => orderId)]).toEqual(['9', ['1', '5']])
    expect(closedBy(takeProfit, [short, long], [])).toBe(long)
    const strangers: Partial<ContractOrder>[] = [{ side: 'buy' }, { contractId: '77' }, { closes: false }, { held: '12.5' }]
    for (const change of strangers) expect(closedBy({ ...other, ...change }, [long], [{ ...other, ...change }])).toBe(undefined)
  })

  it('waits as long as nothing is set aside for it', () => {
    expect([isWaiting(takeProfit), isProtective(takeProfit)]).toEqual([true, true])
    // A fired one that stands in the book keeps its condition as a memory.
    expect(isWaiting({ ...takeProfit, held: '12.5' })).toBe(false)
    expect(isWaiting({ ...takeProfit, state: 'canceled' })).toBe(false)
  })
})
