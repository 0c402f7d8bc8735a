/** Ledger against chains: a comparison now, and what a person decides of a difference. */
import type { JsonObject } from '@agio/engine/command.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import * as z from 'zod/mini'
import { amountsText, discrepancyText, type Finding } from '../../wallet/reconcile/compare.ts'
import { type Compared, isCompared, type NotCompared } from '../../wallet/reconcile/compare-network.ts'
import { RECONCILIATIONS, type ReconciliationDocument, reconciliationDocument } from '../../wallet/reconcile/documents.ts'
import { isWrong } from '../../wallet/reconcile/reconciler.ts'
import { type OperatorTenant, operatorCommand, refuse, submitted, TENANT_OWNER } from '../operator-command.ts'
import { coinOf } from './convert.ts'

function findingText(finding: Finding, halted: ReadonlySet<number>): string {
  const { listing, decimals, ledger, onTheWay } = finding
  const isHalted = halted.has(listing.listingId)
  const coin = `  ${listing.symbol.padEnd(10)} `
  if (isWrong(finding)) return `${coin}DIFFERS, withdrawals halted: ${discrepancyText(finding.discrepancies)}; ${amountsText(finding)}`
  const text = (amount: bigint): string => formatDecimal(amount, decimals)
  return `${coin}equal: ${text(ledger)}, on the way ${text(onTheWay)}${isHalted ? '; withdrawals are halted until: reconcile clear' : ''}`
}

function networkText(result: Compared | NotCompared, halted: ReadonlySet<number>): string {
  const { name } = result.network.document
  if (!isCompared(result)) return `${name}: NOT COMPARED: ${result.why}`
  const { block, seq, asked, tookMs, second, findings } = result
  const other = second === 'none' ? '' : second === 'asked' ? ', a second node asked too' : `, the second node said nothing: ${second.why}`
  const head = `${name}: block ${block.height}, entry ${seq}, ${asked} balances in ${tookMs} ms${other}`
  return [head, ...findings.map((finding) => findingText(finding, halted))].join('\n')
}

export const reconcile = operatorCommand({
  name: 'reconcile',
  summary: 'Compares ledger, accounts and chains now; a difference halts withdrawals of that coin until it is cleared.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const { networks } = await tenant.wallet.treasury.reconciler.run()
    if (networks.length === 0) return 'no network is defined'
    const halted = new Set(listingsOf(tenant.exchange.state).flatMap(({ listingId, isHalted }) => (isHalted ? [listingId] : [])))
    return networks.map((result) => networkText(result, halted)).join('\n')
  },
})

export const reconcileClear = operatorCommand({
  name: 'reconcile clear',
  summary: 'Resumes withdrawals of a coin that a difference halted; if it still differs, the next comparison halts it again.',
  arguments: { coin: 'such as BTC' },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const { assetId, symbol } = coinOf(tenant, given.coin)
    const halted = listingsOf(tenant.exchange.state).filter(({ terms, isHalted }) => isHalted && terms.assetId === assetId)
    if (halted.length === 0) refuse(`withdrawals of ${symbol} are not halted`)
    const documents = await documentsOf(tenant)
    let seq = 0
    for (const { listingId } of halted) {
      const id = String(listingId)
      const known = documents.get(id)
      const note = known === undefined ? {} : { note: { collection: RECONCILIATIONS, id, document: cleared(known, why) } as const }
      ;({ seq } = await submitted(call, { kind: 'haltListing', listingId, isHalted: false, actor, why, ...note }))
    }
    return `reconcile clear ${symbol}: done, entry ${seq}`
  },
})

const cleared = (document: ReconciliationDocument, why: string): JsonObject => ({ ...document, state: 'cleared', why })

/** What halted listings, by their ids; halts that an operator gave by hand have none. */
async function documentsOf({ models }: OperatorTenant): Promise<ReadonlyMap<string, ReconciliationDocument>> {
  const found = new Map<string, ReconciliationDocument>()
  for (const { id, document } of await models.documents(TENANT_OWNER, RECONCILIATIONS)) {
    const parsed = z.safeParse(reconciliationDocument, document)
    if (parsed.success) found.set(id, parsed.data)
  }
  return found
}
