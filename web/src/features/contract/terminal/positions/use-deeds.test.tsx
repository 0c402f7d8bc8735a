/** What is sent again after an answer was lost, and under which key: the exchange does the same thing once under one key. */
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError, TransportError } from '../../../../data/call-error.ts'
import { readContractOrders } from '../../../../data/contract/contract-order.ts'
import { position } from '../../../../testing-contract/terms.ts'
import { useDeeds, useOrderDeeds } from './use-deeds.ts'

const sent = vi.hoisted(() => ({ keys: [] as string[], answer: vi.fn(), change: vi.fn(), cancel: vi.fn() }))
vi.mock('../../../../data/contract/contract-actions.ts', () => {
  const call = (_position: unknown, ...rest: unknown[]) => {
    sent.keys.push(String(rest.at(-1)))
    return sent.answer()
  }
  return {
    closeAtMarket: call,
    changePositionMargin: call,
    protect: call,
    closeAll: (key: string) => call(undefined, key),
    changeContractOrder: sent.change,
    cancelContractOrder: sent.cancel,
  }
})

const held: { deeds?: ReturnType<typeof useDeeds> & ReturnType<typeof useOrderDeeds> } = {}
function Holder() {
  held.deeds = { ...useDeeds(), ...useOrderDeeds() }
  return null
}

type Deeds = NonNullable<typeof held.deeds>

/** The deeds, each with the pause behind a lost answer. */
function deedsOf(): Deeds {
  renderToStaticMarkup(<Holder />)
  if (held.deeds === undefined) throw new Error('nothing was drawn')
  const paused = Object.entries(held.deeds).map(([name, deed]) => [
    name,
    async (...given: unknown[]) => {
      const doing = (deed as (...args: unknown[]) => Promise<boolean>)(...given)
      await vi.advanceTimersByTimeAsync(5000)
      return doing
    },
  ])
  return Object.fromEntries(paused) as Deeds
}

const away = () => new TransportError('the network did not answer')
const refusal = (errorName: string) => new CallError({ code: '1', message: '', errorName, params: {}, requestId: '', status: 200 })
/** Neither the first answer comes nor the one to the second asking. */
const lose = () => sent.answer.mockRejectedValueOnce(away()).mockRejectedValueOnce(away())
const isSame = () => sent.keys.at(-1) === sent.keys.at(-2)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  sent.keys.length = 0
  sent.answer.mockReset()
  sent.answer.mockResolvedValue({ list: [] })
  sent.change.mockReset()
  sent.cancel.mockReset()
})
afterEach(() => void vi.useRealTimers())

// The messages of this file are nobody else's: files share their modules.
afterAll(() => vi.resetModules())

it('PERP-021 [part] margin whose answer was lost is added once, and once more when the position was told to have it', async () => {
  const deeds = deedsOf()
  const before = position({ isIsolated: true, margin: '500' })
  lose()
  expect(await deeds.changeMargin(before, '100')).toBe(false)
  await deeds.changeMargin(before, '100')
  expect(isSame()).toBe(true)
  lose()
  await deeds.changeMargin(before, '100')
  await deeds.changeMargin({ ...before, margin: '600' }, '100')
  expect(isSame()).toBe(false)
})

it('the key of a lost deed outlives whatever else is done meanwhile', async () => {
  const deeds = deedsOf()
  const one = position({ margin: '500' })
  lose()
  await deeds.changeMargin(one, '7')
  const [lost] = sent.keys
  await deeds.protect(one, [{ kind: 'stopLoss', triggerPrice: '66000', by: 'mark' }])
  await deeds.changeMargin(one, '7')
  expect(sent.keys.at(-1)).toBe(lost)
  // Refused for good, it is another try.
  lose()
  await deeds.changeMargin(one, '8')
  sent.answer.mockRejectedValueOnce(refusal('MARGIN_INSUFFICIENT'))
  await deeds.changeMargin(one, '8')
  expect(isSame()).toBe(true)
  await deeds.changeMargin(one, '8')
  expect(isSame()).toBe(false)
})

it('PERP-025 [part] what a lost closing left open is closed by the next press, and not told as closed', async () => {
  const deeds = deedsOf()
  const whole = position({ volume: '650' })
  lose()
  await deeds.closeAtMarket(whole)
  await deeds.closeAtMarket({ ...whole, volume: '240' })
  expect(isSame()).toBe(false)
  lose()
  await deeds.closeAll([whole])
  await deeds.closeAll([{ ...whole, positionId: '8' }])
  expect(isSame()).toBe(false)
})

const legs = () =>
  readContractOrders(
    [1, 2].map((triggerType, index) => ({
      ...{ id: String(71 + index), contractId: '1', volume: '200', triggerType, triggerPrice: index === 0 ? '66000' : '69000', ctime: 5 },
    })),
  )

it('PERP-025 [part] a half of a pair whose move was lost goes on where it was lost: nothing is placed twice', async () => {
  const deeds = deedsOf()
  const [leg, other] = legs()
  if (leg === undefined || other === undefined) throw new Error('the pair cannot be read')
  const whole = position({ volume: '650', protection: [leg, other] })
  sent.change.mockRejectedValueOnce(refusal('AMEND_NOT_ALLOWED'))
  lose()
  expect(await deeds.moveProtection(whole, leg, '65000')).toBe(false)
  const [key] = sent.keys
  // The new ones were placed, and of the old ones the first was cancelled before its answer was lost, too.
  sent.cancel.mockRejectedValueOnce(away()).mockRejectedValueOnce(away())
  expect(await deeds.moveProtection(whole, leg, '65000')).toBe(false)
  sent.cancel.mockRejectedValueOnce(refusal('CO_ORDER_CLOSED'))
  expect(await deeds.moveProtection(whole, leg, '65000')).toBe(true)
  expect(new Set(sent.keys)).toEqual(new Set([key]))
  expect(sent.change).toHaveBeenCalledTimes(1)
  expect(sent.cancel.mock.calls.map(([order]) => order.orderId).slice(-2)).toEqual(['71', '72'])
})

it('API-024 [part] a change of an order whose answer was lost is asked for under its key, and a later one under another', async () => {
  const deeds = deedsOf()
  const [order] = legs()
  if (order === undefined) throw new Error('the order cannot be read')
  const keys = () => sent.change.mock.calls.map(([, , key]) => key)
  sent.change.mockRejectedValueOnce(away()).mockRejectedValueOnce(away())
  expect(await deeds.changeOrder(order, { volume: '100' })).toBe(false)
  expect(await deeds.changeOrder(order, { volume: '100' })).toBe(true)
  expect(new Set(keys()).size).toBe(1)
  sent.change.mockRejectedValueOnce(away()).mockRejectedValueOnce(away())
  await deeds.changeOrder(order, { volume: '90' })
  await deeds.changeOrder({ ...order, updatedAt: order.updatedAt + 1 }, { volume: '90' })
  expect(keys().at(-1)).not.toBe(keys().at(-2))
})
