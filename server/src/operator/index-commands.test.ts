import { type AssetId, asAssetId } from '@agio/engine/ids/id.ts'
import { indexOf } from '@agio/engine/index/read-index.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { runOperatorCommand } from './run-command.ts'

const USDT = 10n ** 12n
const BTC: AssetId = asAssetId(2)
let world: HttpWorld

beforeEach(async () => {
  world = await httpWorld()
})
afterEach(() => world.close())

async function run(command: string, given: Record<string, string>) {
  const snapshot = () => Promise.resolve({ seq: 0, stateHash: '', byteLength: 0 })
  const tenant = { ...world.agio, exchange: Object.assign(world.exchange, { snapshot }) }
  return (await runOperatorCommand([tenant], { tenantId: 'agio', command, given, why: 'a test of it', actor: 'tester' }, 'test')).text
}

it('PERP-026 [part] an operator sees what the sources say and sets how much one counts', async () => {
  expect(await run('index sources', {})).toContain('there are no sources')
  const sources = ['one', 'two', 'three']
  const why = { actor: 'test', why: 'test' }
  world.exchange.must({ kind: 'setIndexTerms', unitAssetId: asAssetId(1), sources, freshMs: 30_000, capE8: 1_000_000, ...why })
  const at = world.exchange.now()
  const items = [60_000, 60_300, 60_600].map((price, source) => ({
    assetId: BTC,
    source,
    price: BigInt(price) * USDT,
    at,
    state: 'live' as const,
  }))
  world.exchange.must({ kind: 'reportPrices', items })
  const shown = await run('index sources', { coin: 'BTC' })
  expect(shown).toContain('60300  of 3')
  expect(shown).toContain('three  live  60600')
  expect(await run('index weight', { coin: 'BTC', source: 'three', weight: '0' })).toContain('three counts 0 in the index of BTC')
  expect(indexOf(world.exchange.state, BTC)).toMatchObject({ price: 60_150n * USDT, live: 2 })
  await run('index weight', { coin: 'BTC', source: 'one', weight: '2' })
  expect(await run('index sources', {})).toMatch(/one {2}live {2}60000.*weight 2[\s\S]*three.*weight 0/)
  expect(await run('index weight', { coin: 'BTC', source: 'four', weight: '1' })).toContain(
    'there is no source four; there are one, two, three',
  )
  expect(await run('index weight', { coin: 'BTC', source: 'one', weight: '1.5' })).toContain('a whole number from 0 to 100')
  expect(await run('index weight', { coin: 'NOPE', source: 'one', weight: '1' })).toContain('there is no coin NOPE')
})
