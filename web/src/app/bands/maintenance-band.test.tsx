import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError, TransportError } from '../../data/call-error.ts'
import { site, takeSite } from '../../data/site.ts'
import { lookForChange } from '../watch-site.ts'
import { MaintenanceBand } from './maintenance-band.tsx'

const SITE = { ...site(), version: '1', tenantName: 'Agio', config: {} }
const REFUSAL = { code: '99003', message: 'Not now.', errorName: 'MAINTENANCE', params: {}, requestId: 'r', status: 503 }
const loadTexts = vi.fn(async () => undefined)
const loadConfig = vi.fn(async () => ({}))
const look = (loadSite: () => Promise<typeof SITE>) => lookForChange({ loadSite, loadConfig, loadTexts })
const isSaid = () => renderToStaticMarkup(<MaintenanceBand />).includes('data-band="maintenance"')

afterEach(() => {
  takeSite({ ...SITE, maintenance: false })
  vi.clearAllMocks()
})

test('a page that is open says when not everything is taken any more, and when it is again, though no version changes', async () => {
  takeSite({ ...SITE, maintenance: false })
  expect(isSaid()).toBe(false)
  expect(await look(async () => ({ ...SITE, maintenance: true }))).toBe(false)
  expect(isSaid()).toBe(true)
  await look(async () => ({ ...SITE, maintenance: false }))
  expect(isSaid()).toBe(false)
  expect([loadConfig.mock.calls, loadTexts.mock.calls]).toEqual([[], []])
})

test('a server that refuses even that question is in maintenance; one that is silent says nothing', async () => {
  takeSite({ ...SITE, maintenance: false })
  await look(async () => Promise.reject(new TransportError('gone')))
  expect(isSaid()).toBe(false)
  await look(async () => Promise.reject(new CallError(REFUSAL)))
  expect(isSaid()).toBe(true)
})
