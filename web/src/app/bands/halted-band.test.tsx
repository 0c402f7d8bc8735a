import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { site, takeSite } from '../../data/site.ts'
import { lookForChange } from '../watch-site.ts'
import { HaltedBand } from './halted-band.tsx'

const SITE = { ...site(), version: '1', halted: [] as readonly string[] }
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
