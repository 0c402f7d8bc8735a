import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import type { StoppedPart } from '../../data/boot.ts'
import { site, takeSite } from '../../data/site.ts'
import { lookForChange } from '../watch-site.ts'
import { HaltedBand } from './halted-band.tsx'
import { PausedBand } from './paused-band.tsx'
import { StoppedBand } from './stopped-band.tsx'

const SITE = {
  ...site(),
  version: '1',
  halted: [] as readonly string[],
  paused: [] as readonly string[],
  stopped: [] as readonly StoppedPart[],
}
const said = () => renderToStaticMarkup(<HaltedBand />)
const look = (halted: readonly string[]) =>
  lookForChange({ loadSite: async () => ({ ...SITE, halted }), loadConfig: async () => ({}), loadTexts: async () => undefined })

afterEach(() => takeSite({ ...SITE }))

test('WAL-038 [part] an open page names the coins whose withdrawals rest, and says nothing any more when they go on', async () => {
  takeSite({ ...SITE })
  expect(said()).toBe('')
  expect(await look(['BTC', 'ETH'])).toBe(false)
  expect(said()).toContain('data-band="halted"')
  expect(site().halted).toEqual(['BTC', 'ETH'])
  await look(['ETH'])
  expect(site().halted).toEqual(['ETH'])
  await look([])
  expect(said()).toBe('')
})

test('OPS-015 [part] a visitor reads that no account can be opened, everybody that trading is halted, until they go on', async () => {
  takeSite({ ...SITE })
  const shown = () => renderToStaticMarkup(<StoppedBand />)
  const take = (stopped: typeof SITE.stopped) =>
    lookForChange({ loadSite: async () => ({ ...SITE, stopped }), loadConfig: async () => ({}), loadTexts: async () => undefined })
  expect(shown()).toBe('')
  await take(['registration'])
  expect(shown()).toContain('stopped.registration')
  await take(['registration', 'trading'])
  expect(shown()).toContain('stopped.trading')
  await take([])
  expect(shown()).toBe('')
})

test('OPS-015 [part] it names the networks whose payments an operator halted', async () => {
  takeSite({ ...SITE })
  const shown = () => renderToStaticMarkup(<PausedBand />)
  const take = (paused: readonly string[]) =>
    lookForChange({ loadSite: async () => ({ ...SITE, paused }), loadConfig: async () => ({}), loadTexts: async () => undefined })
  expect(shown()).toBe('')
  await take(['Ethereum', 'Bitcoin'])
  expect(shown()).toContain('data-band="paused"')
  expect(site().paused).toEqual(['Ethereum', 'Bitcoin'])
  await take([])
  expect(shown()).toBe('')
})
