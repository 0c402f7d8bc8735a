/** What is paid on a network stops when its chain is another one than was booked: only a person knows what to believe then. */
import type { JsonObject } from '@agio/engine/command.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { networksOf } from '@agio/engine/wallet/read-wallet.ts'
import { NETWORKS } from '../../projections/projectors/documents.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { WalletParts } from '../parts.ts'

const TENANT = asUserId(0)

/** @throws Refused, or what reading history throws: it is tried again with the next trouble. */
export async function haltNetwork(
  { exchange, models, log, tenantId }: WalletParts,
  { networkId, document }: KnownNetwork,
  why: string,
): Promise<void> {
  if (networksOf(exchange.state).find((network) => network.networkId === networkId)?.isHalted !== false) return
  await models.reached(exchange.durableSeq)
  const saved = (await models.documents(TENANT, NETWORKS)).find(({ id }) => id === String(networkId))
  // What halts replaces the document too: the one that is there, with all that nobody here reads.
  const kept: JsonObject = saved?.document ?? ({ ...document } as unknown as JsonObject)
  const { reason } = await exchange.submit({ kind: 'changeNetwork', networkId, isHalted: true, document: kept, actor: 'watch', why })
  if (reason === 'none') log.error('payments of a network are halted', { tenant: tenantId, blockchain: document.blockchain, why })
}
