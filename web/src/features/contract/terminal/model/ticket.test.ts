import { describe, expect, it } from 'vitest'
import { CONFIG, TERMS } from '../../../../testing-contract/terms.ts'
import { contractBody } from './body.ts'
import { type ContractDraft, changeContractTicket, EMPTY_CONTRACT_DRAFT, shownDraft } from './draft.ts'
import { contractFaults, profitText, readContractTicket, valueText } from './read-ticket.ts'

const MARK = 674_000n
const draft = (change: Partial<ContractDraft>): ContractDraft => ({ ...EMPTY_CONTRACT_DRAFT, price: '67380', size: '0.2', ...change })
const read = (change: Partial<ContractDraft>) => readContractTicket(draft(change), TERMS, MARK)
const faults = (change: Partial<ContractDraft>) => contractFaults(read(change), TERMS).map(({ field, key }) => `${field} ${key}`)
const body = (change: Partial<ContractDraft>) => contractBody(read(change), TERMS, CONFIG, 'key')

describe('sizes in the three units', () => {
  it('PERP-008 [part] come to whole contracts, rounded down as the server does', () => {
    expect(read({}).contracts).toBe(200n)
    expect(read({ unit: 'contracts', size: '200' }).contracts).toBe(200n)
    // 13,500 ÷ (67,380 × 0.001) = 200.35…
    expect(read({ unit: 'value', size: '13500' }).contracts).toBe(200n)
    // Without a price of its own an order is counted at the mark: 13,500 ÷ 67.4 = 200.29…
    expect(read({ unit: 'value', size: '13500', kind: 'market' }).contracts).toBe(200n)
    expect(readContractTicket(draft({ unit: 'value', kind: 'market' }), TERMS, 0n).contracts).toBeUndefined()
  })

  it('PERP-008 [part] that are no size are refused before they are sent', () => {
    expect(faults({ unit: 'contracts', size: '1.5' })).toEqual(['size wholeContracts'])
    expect(faults({ size: '0' })).toEqual(['size zero'])
    expect(faults({ size: '-1' })).toEqual(['size badNumber'])
    expect(faults({ size: '0.0005' })).toEqual(['size sizeStep'])
    expect(faults({ unit: 'value', size: '10' })).toEqual(['size sizeMin'])
    expect(faults({ size: '100.001' })).toEqual(['size sizeMax'])
    expect(faults({ size: '50.001', kind: 'market' })).toEqual(['size sizeMax'])
    expect(faults({ price: '67380.05' })).toEqual(['price priceStep'])
    expect(
      contractFaults(readContractTicket(draft({ price: '67380.3' }), { ...TERMS, tick: 5 }, MARK), { ...TERMS, tick: 5 }),
    ).toMatchObject([{ field: 'price', key: 'priceStep', values: { step: '0.5' } }])
  })
})

describe('the body of an order', () => {
  it('PERP-006 [part] has the type that was chosen, and the settings that the server compares', () => {
    expect(body({})).toEqual({
      contractId: '14',
      positionType: 2,
      open: 'OPEN',
      side: 'BUY',
      type: 1,
      leverageLevel: 20,
      price: '67380',
      volume: '0.2',
      orderUnit: 2,
      isConditionOrder: false,
      clientOrderId: 'key',
    })
    expect(['ioc', 'fok', 'postOnly'].map((duration) => body({ duration: duration as ContractDraft['duration'] }).type)).toEqual([3, 4, 5])
    const market = body({ kind: 'market', side: 'sell', closes: true, unit: 'contracts', size: '12' })
    expect(market).toMatchObject({ type: 2, price: '0', side: 'SELL', open: 'CLOSE', volume: '12', orderUnit: 0 })
    // One that would be liquidated at once is refused, whatever its type: nobody says that it is not looked at.
    expect('isCheckLiq' in market).toBe(false)
  })

  it('PERP-024 [part] waits for a trigger of the chosen price, by mark unless told, for the chosen days', () => {
    expect(body({ kind: 'trigger', trigger: '68000' })).toMatchObject({
      ...{ isConditionOrder: true, type: 2, price: '0', triggerPrice: '68000', triggerPxType: 2, expireTime: 7 },
    })
    expect(body({ kind: 'trigger', trigger: '68000', firesAtMarket: false, triggerBy: 'index', lifetime: 30 })).toMatchObject({
      ...{ type: 1, price: '67380', triggerPxType: 3, expireTime: 30 },
    })
    expect(contractBody(read({ kind: 'trigger', trigger: '1' }), TERMS, { ...CONFIG, triggersByMark: false }, 'k').triggerPxType).toBe(1)
    const trailing = body({ kind: 'trailing', callback: '2.5' })
    expect(trailing).toMatchObject({ isConditionOrder: true, callbackRate: '0.025', type: 2 })
    expect('triggerPrice' in trailing).toBe(false)
    // It may become a limit order, as what waits for a price may.
    expect(body({ kind: 'trailing', callback: '2.5', firesAtMarket: false })).toMatchObject({
      callbackRate: '0.025',
      type: 1,
      price: '67380',
    })
    expect(faults({ kind: 'trailing', callback: '2.5', firesAtMarket: false, price: '' })).toEqual(['price missing'])
    expect(faults({ kind: 'trailing', callback: '0.05' })).toEqual(['callback callbackRange'])
  })

  it('PERP-023 [part] carries take profit and stop loss, each on its own side of the price', () => {
    expect(body({ protects: true, takeProfit: '69500', stopLoss: '66200' })).toMatchObject({
      isOto: true,
      attachAlgoOrds: [
        { triggerType: 2, triggerPrice: '69500', triggerPxType: 2 },
        { triggerType: 1, triggerPrice: '66200', triggerPxType: 2 },
      ],
    })
    expect(faults({ protects: true })).toEqual(['takeProfit protectionMissing'])
    expect(faults({ protects: true, takeProfit: '67000' })).toEqual(['takeProfit takeProfitSide'])
    expect(faults({ protects: true, side: 'sell', stopLoss: '67000' })).toEqual(['stopLoss stopLossSide'])
    // What closes has nothing to protect.
    expect('isOto' in body({ protects: true, closes: true, takeProfit: '69500' })).toBe(false)
  })
})

it('what contracts are worth and win is exact', () => {
  expect(valueText(200n, 673_800n, TERMS)).toBe('13476')
  expect(profitText('buy', 200n, 673_800n, 695_000n, TERMS)).toBe('424')
  expect(profitText('sell', 200n, 673_800n, 695_000n, TERMS)).toBe('-424')
})

it('a chosen price goes into a limit order, and a share of the largest size is asked for in contracts', () => {
  const market = changeContractTicket(draft({ kind: 'market' }), { kind: 'chosen', price: '67000', unit: 'coin' })
  expect([market.kind, market.price, market.size]).toEqual(['limit', '67000', '0.2'])
  const swept = changeContractTicket(market, { kind: 'chosen', price: '67000', quantity: '1.5', side: 'sell', unit: 'coin' })
  expect([swept.side, swept.size, swept.unit]).toEqual(['sell', '1.5', 'coin'])
  const share = changeContractTicket(swept, { kind: 'share', share: 50, size: '1200', of: 'limit' })
  expect([share.unit, share.size, share.share]).toEqual(['contracts', '1200', 50])
  expect(changeContractTicket(share, { kind: 'text', field: 'size', text: '3', unit: 'contracts' }).share).toBeUndefined()
})

it('a size keeps the unit in which it was typed when the account counts otherwise meanwhile', () => {
  const empty = shownDraft(EMPTY_CONTRACT_DRAFT, false)
  expect(empty.unit).toBe('contracts')
  const typed = changeContractTicket(EMPTY_CONTRACT_DRAFT, { kind: 'text', field: 'size', text: '5', unit: empty.unit })
  expect([shownDraft(typed, false).unit, shownDraft(typed, true).unit]).toEqual(['contracts', 'contracts'])
  expect(shownDraft(changeContractTicket(typed, { kind: 'sent' }), true).unit).toBe('coin')
})
