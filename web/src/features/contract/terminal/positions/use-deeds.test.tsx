/** What is sent again after an answer was lost, and under which key: the exchange does the same thing once under one key. */
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { CallError, TransportError } from '../../../../data/call-error.ts'
import { position } from '../../../../testing-contract/terms.ts'
import { useDeeds } from './use-deeds.ts'

const sent = vi.hoisted(() => ({ keys: [] as string[], answer: vi.fn() }))
vi.mock('../../../../data/contract/contract-actions.ts', () => {
  const call = (_position: unknown, ...rest: unknown[]) => {
    sent.keys.push(String(rest.at(-1)))
    return sent.answer()
  }
  return { closeAtMarket: call, changePositionMargin: call, protect: call, closeAll: (key: string) => call(undefined, key) }
})

const held: { deeds?: ReturnType<typeof useDeeds> } = {}
function Holder() {
  held.deeds = useDeeds()
  return null
}

function deedsOf(): ReturnType<typeof useDeeds> {
  renderToStaticMarkup(<Holder />)
  if (held.deeds === undefined) throw new Error('nothing was drawn')
  return held.deeds
}

const lose = () => sent.answer.mockRejectedValueOnce(new TransportError('the network did not answer'))
const isSame = () => sent.keys.at(-1) === sent.keys.at(-2)

beforeEach(() => {
  vi.stubGlobal('window', globalThis)
  sent.keys.length = 0
  sent.answer.mockReset()
  sent.answer.mockResolvedValue({ list: [] })
})

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
  sent.answer.mockRejectedValueOnce(
    new CallError({ code: '1', message: '', errorName: 'MARGIN_INSUFFICIENT', params: {}, requestId: '', status: 200 }),
  )
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
