/**
 * K1: how long after its block a deposit shows on the page, on the product as users start it, with anvil. From the moment at which the node
 * last says that it has no receipt of the transaction (asked every few milliseconds) to that at which the open deposit page draws its row; both by the clock
 * of this machine. Deposits come one after the other, each by a transaction of its own.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Rpc } from '@agio/chain/evm/rpc.ts'
import { addressCreate } from '@agio/wire/wallet/chains.ts'
import { chromium, type Page } from 'playwright-core'
import { SessionClient } from '../client/session-client.ts'
import { COINS, Outside, toUnits } from '../crash/wallet/outside.ts'
import { WholeProduct } from '../crash/wallet/whole-product.ts'
import { CHROMIUM_FLAGS, chromiumPath } from './chromium.ts'
import type { Measure } from './measure.ts'

const DEPOSITS = 100
/** What comes first compiles, on both sides. */
const WARM = 10
const WAIT_MS = 180_000
const ASK_MS = 4
const NODES_MS = 120_000

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until<Value>(what: string, ask: () => Promise<Value | undefined>, everyMs: number, ms = WAIT_MS): Promise<Value> {
  for (const end = performance.now() + ms; performance.now() < end; await rest(everyMs)) {
    const found = await ask()
    if (found !== undefined) return found
  }
  throw new Error(`waited in vain for ${what}`)
}

/** Runs in the page: when each deposit was first drawn, ms since 1970, by its number. */
function noteArrivals(): void {
  const seen: Record<string, number> = {}
  Object.assign(globalThis, { arrivals: seen })
  const look = (): void => {
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-arriving], [data-history=deposit] [data-tx]'))
      seen[dataset.arriving ?? dataset.tx ?? ''] ??= performance.timeOrigin + performance.now()
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributeFilter: ['data-arriving', 'data-tx'] })
}

async function meetNodes(dir: string, outside: Outside): Promise<Rpc> {
  return await until(
    'the nodes',
    async () => {
      try {
        const { evm, btc } = JSON.parse(readFileSync(join(dir, 'chains.json'), 'utf8')) as { readonly evm: string; readonly btc: string }
        await outside.meet({ ethereum: evm, bitcoin: btc })
        return new Rpc({ urls: [evm], timeoutMs: WAIT_MS })
      } catch {
        return undefined
      }
    },
    500,
    NODES_MS,
  )
}

async function openPage(base: string, client: SessionClient) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] })
  const context = await browser.newContext()
  const entries = { token: JSON.stringify(client.token), userInfo: JSON.stringify({ userId: '1', nickname: '' }), language: '"en_US"' }
  await context.addInitScript((stored: Record<string, string>) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  }, entries)
  await context.addInitScript(noteArrivals)
  const page = await context.newPage()
  await page.goto(`${base}/assets/spot/topUp?coin=ETH`)
  await page.locator('[data-address]').waitFor()
  return { browser, page }
}

const arrivalsOn = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => (globalThis as unknown as { arrivals: Record<string, number> }).arrivals)

/** @returns ms from each deposit's block to its row */
async function latencies(base: string, rpc: Rpc, outside: Outside): Promise<readonly number[]> {
  const client = new SessionClient(base)
  await client.register(`k1-${randomUUID().slice(0, 12)}@example.com`, 'Bench-Password-1')
  const made = () => client.call(addressCreate, { blockchain: 'ethereum' })
  const address = await until('an address', async () => ((await made()).status === 1 ? (await made()).address : undefined), 300)
  const [ether] = COINS
  if (ether === undefined) throw new Error('no coins outside')
  const { browser, page } = await openPage(base, client)
  try {
    const found: number[] = []
    for (let number = 0; number < DEPOSITS + WARM; number += 1) {
      const known = new Set(Object.keys(await arrivalsOn(page)))
      await outside.pay(ether, address, toUnits(200_000n + BigInt(number), ether))
      const { tx } = outside.paid.at(-1) ?? { tx: '' }
      // When the node last answered that it had none: what is told errs upwards by one question, never downwards.
      let before = performance.timeOrigin + performance.now()
      const mined = async () => {
        if ((await rpc.call('eth_getTransactionReceipt', tx)) !== null) return true
        before = performance.timeOrigin + performance.now()
        return undefined
      }
      await until('a block', mined, ASK_MS)
      const drawn = async () => Object.entries(await arrivalsOn(page)).find(([id]) => !known.has(id))?.[1]
      found.push((await until('the row', drawn, 20)) - before)
    }
    return found.slice(WARM)
  } finally {
    await browser.close()
  }
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN

export async function depositMeasures(): Promise<readonly Measure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'agio-deposit-bench-'))
  const product = await WholeProduct.open(dir)
  try {
    const outside = await Outside.make()
    const rpc = await meetNodes(dir, outside)
    const sorted = [...(await latencies(product.base, rpc, outside))].sort((one, other) => one - other)
    const [half, most] = [at(sorted, 0.5) / 1000, at(sorted, 0.99) / 1000]
    const none = { id: 'K1', unit: 's', peer: '', peerValue: 0 }
    return [
      { ...none, title: `a deposit shows on the page after its block, p50 of ${DEPOSITS}`, value: half, ratio: half, goal: '<= 0.5' },
      { ...none, title: 'the same, p99', value: most, ratio: most, goal: '<= 1.5' },
    ]
  } finally {
    await product.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
