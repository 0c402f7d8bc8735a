/** Vectors about the ledger: their postings are made with the engine's own posting functions and judged by its trial balance. */
import { SPOT_ACCOUNT } from '@agio/engine/generated/vocabularies.ts'
import { type AssetId, asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { INCOME_FEE } from '@agio/engine/ledger/chart-of-accounts.ts'
import { trialBalance } from '@agio/engine/ledger/trial-balance.ts'
import { startEngine } from '../engine-driver.ts'
import { exact, format, unitsAt, whole } from './exact.ts'
import { scaleOf } from './scratch.ts'
import { rowsOf } from './spot-book.ts'

type Input = Readonly<Record<string, unknown>>

const FIRST_USER = 100_001
const OPENING = 1n << 55n
const START_MS = Date.UTC(2026, 0, 15)
const CAUSE = 0

/** Posts rows to a fresh ledger in which every user starts with enough, and sums up every asset. */
function sumsOf(rows: readonly Input[]): Map<string, string> {
  const scale = scaleOf(rows.map((row) => row.amount))
  const engine = startEngine()
  let seq = 0
  const run = (command: Parameters<typeof engine.step>[3]): void => {
    seq += 1
    const { outcome } = engine.step(seq, START_MS, '', command)
    if (outcome.reason !== 'none') throw new Error(`ledger vector: ${command.kind} answered ${outcome.reason}`)
  }
  const assets = [...new Set(rows.map((row) => String(row.asset)))]
  const owners = [...new Set(rows.map((row) => String(row.account)).filter((account) => account.startsWith('user:')))]
  for (const [index] of assets.entries()) run({ kind: 'defineAsset', symbol: `ASSET${index}`, scale: 8, document: {} })
  for (const [index] of owners.entries()) {
    const userId = asUserId(FIRST_USER + index)
    run({ kind: 'registerUser', accountKey: `owner-${index}`, document: {}, role: 'customer' })
    for (const [asset] of assets.entries())
      run({ kind: 'creditUser', userId, assetId: asAssetId(asset + 1), amount: 2n * OPENING, cause: 'airdrop', reference: '' })
  }
  const { kernel } = engine.state
  for (const row of rows) {
    const assetId: AssetId = asAssetId(assets.indexOf(String(row.asset)) + 1)
    const amount = unitsAt(exact(row.amount), scale)
    const name = String(row.account)
    const owner = owners.indexOf(name)
    if (owner < 0) {
      kernel.postHouse(kernel.openHouseAccount(INCOME_FEE, assetId), amount)
      continue
    }
    const account = kernel.openAccount(FIRST_USER + owner, assetId, SPOT_ACCOUNT)
    const isAvailable = name.endsWith(':available')
    // What is not available is on hold; a hold starts full too.
    if (!isAvailable) kernel.post(account, -OPENING, OPENING, CAUSE, 0)
    kernel.post(account, isAvailable ? amount : 0n, isAvailable ? 0n : amount, CAUSE, 0)
  }
  const sums = trialBalance(engine.state)
  return new Map(assets.map((asset, index) => [asset, format(whole(sums[index]?.sum ?? 0n, scale))]))
}

function zeroSum(input: Input): Input {
  return { sums: Object.fromEntries(sumsOf(rowsOf(input.postings))) }
}

/** A batch is balanced when the trial balance after it is zero; what is left over is its residual. */
function reject(input: Input): Input {
  const residual = [...sumsOf(rowsOf(input.postings))].filter(([, sum]) => sum !== '0')
  return { balanced: residual.length === 0, residual: Object.fromEntries(residual) }
}

export const ledgerOperations = { 'ledger.zeroSum': zeroSum, 'ledger.reject': reject }
