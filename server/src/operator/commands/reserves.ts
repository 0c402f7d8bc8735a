/** What the house holds, with proof that it has the keys: published for everybody, and shown. */
import type { NetworkId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { listingsOf, networksOf } from '@agio/engine/wallet/read-wallet.ts'
import * as z from 'zod/mini'
import { heldInAll } from '../../wallet/reconcile/cut.ts'
import {
  LATEST,
  proofDocument,
  proveReserves,
  RESERVES,
  type ReserveRow,
  type ReservesDocument,
  reservesDocument,
  shareOf,
  type TotalRow,
  totalsOf,
} from '../../wallet/treasury/reserves.ts'
import { type OperatorTenant, operatorCommand, refuse, savedDocument, TENANT_OWNER } from '../operator-command.ts'

const rowText = ({ coinName, chain, place, address, message, signature, balance }: ReserveRow): string =>
  [`${balance} ${coinName} on ${chain}, ${place}: ${address}`, `  ${message}`, `  ${signature}`].join('\n')

function totalText(row: TotalRow): string {
  const share = shareOf(row)
  return `${row.coinName}: ${row.reserves} held for ${row.liabilities} of customers${share === undefined ? '' : `, ${formatDecimal(share, 2)} %`}`
}

const shownText = ({ rows, totals }: ReservesDocument): string =>
  [
    ...rows.map(rowText),
    ...(totals === undefined ? [] : [`customers after entry ${totals.ledgerHeight}`, ...totals.assets.map(totalText)]),
  ].join('\n')

/** A network without booked blocks and holdings has nothing to show. */
function isUsed({ exchange: { state } }: OperatorTenant, networkId: NetworkId): boolean {
  const hasBlocks = networksOf(state).some((one) => one.networkId === networkId && one.height > 0)
  return hasBlocks || listingsOf(state).some(({ terms, held }) => terms.networkId === networkId && heldInAll(held) !== 0n)
}

export const reservesPublish = operatorCommand({
  name: 'reserves publish',
  summary: 'Has every hot, warm and cold address sign a text that names a block, and publishes them with their balances there.',
  arguments: {},
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant } = call
    const { signer, reconciler } = tenant.wallet.treasury
    if (signer === undefined) refuse('no signer is configured')
    const { networks: all } = await reconciler.run()
    const networks = all.filter(({ network }) => isUsed(tenant, network.networkId))
    const proof = await proveReserves(
      { tenantId: tenant.tenantId, name: tenant.content.tenantName, signer, now: () => tenant.exchange.now() },
      networks,
    )
    // Half of what the house has must not pass for all of it.
    if (proof.missing.length > 0) refuse(`nothing was published: ${proof.missing.join('; ')}`)
    if (proof.rows.length === 0) refuse('the house has no address yet')
    const totals = totalsOf(tenant.exchange.state, proof, tenant.exchange.now())
    const { seq } = await savedDocument(call, { collection: RESERVES, id: LATEST }, proofDocument(proof, totals))
    return [`reserves publish: done, entry ${seq}`, shownText({ rows: [...proof.rows], totals })].join('\n')
  },
})

export const reservesShow = operatorCommand({
  name: 'reserves show',
  summary: 'Shows what was published last.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const found = (await tenant.models.documents(TENANT_OWNER, RESERVES)).find(({ id }) => id === LATEST)
    const parsed = z.safeParse(reservesDocument, found?.document)
    return parsed.success ? shownText(parsed.data) : 'nothing was published yet'
  },
})
