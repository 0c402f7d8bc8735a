/** Lists the demo's networks and the coins on them, as an operator would: on a first start, and on a folder from before networks. */
import type { JsonObject, ListingTerms } from '@agio/engine/command.ts'
import { type AssetId, asListingId, asNetworkId, asUserId, type NetworkId } from '@agio/engine/ids/id.ts'
import { assetsOf } from '@agio/engine/read.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import type { ReadModels } from '../../projections/port.ts'
import { NETWORKS } from '../../projections/projectors/documents.ts'
import { listingDocument, networkDocument, readDocument } from '../../wallet/documents.ts'
import type { DemoCommand, DemoExchange } from '../accounts.ts'
import { units } from '../listing.ts'
import { haltCommand } from './halts.ts'
import { type ListedCoin, type ListedNetwork, listedNetworks } from './networks.ts'
import { owedOf } from './owed.ts'

const BY = { actor: 'system', why: 'demo' } as const

async function must(exchange: DemoExchange, command: DemoCommand): Promise<number> {
  const { reason, value } = await exchange.submit(command)
  if (reason !== 'none') throw new Error(`demo: ${command.kind} was refused: ${reason}`)
  return value
}

/** Networks by the name that settings call them. */
export type KnownBlockchains = ReadonlyMap<string, NetworkId>

/** What a folder from before lists already. */
export async function knownBlockchains(models: Pick<ReadModels, 'documents'>): Promise<KnownBlockchains> {
  const documents = await models.documents(asUserId(0), NETWORKS)
  return new Map(
    documents.flatMap(({ id, document }) =>
      typeof document.blockchain === 'string' ? [[document.blockchain, asNetworkId(Number(id))] as const] : [],
    ),
  )
}

/**
 * Lists what is missing.
 *
 * @param isHalted withdrawals rest until what was given out lies on the chains: of a folder whose coins were given out before
 * @returns how many listings are new
 */
export async function listNetworks(exchange: DemoExchange, ownCoin: string, known: KnownBlockchains, isHalted: boolean): Promise<number> {
  let made = 0
  for (const network of listedNetworks(ownCoin)) {
    const networkId = known.get(network.document.blockchain) ?? (await define(exchange, network))
    for (const coin of network.coins) {
      const asset = assetsOf(exchange.state).find(({ symbol }) => symbol === coin.coin)
      if (asset === undefined) throw new Error(`demo: ${coin.coin} is not listed`)
      const isListed = listingsOf(exchange.state).some(({ terms }) => terms.networkId === networkId && terms.assetId === asset.assetId)
      if (isListed) continue
      const document = { ...readDocument(listingDocument, { ...coin.document } as JsonObject) } as JsonObject
      const terms = termsOf(coin, { ...asset, networkId })
      const listingId = await must(exchange, { kind: 'defineListing', terms, document, ...BY })
      made += 1
      if (!isHalted) continue
      const halted = { listingId: asListingId(listingId), assetId: asset.assetId, blockchain: network.document.blockchain }
      await must(exchange, haltCommand(exchange, halted, owedOf(exchange.state).get(asset.assetId)))
    }
  }
  return made
}

async function define(exchange: DemoExchange, { family, document }: ListedNetwork): Promise<NetworkId> {
  const read = readDocument(networkDocument, document as unknown as JsonObject) as unknown as JsonObject
  return asNetworkId(await must(exchange, { kind: 'defineNetwork', family, document: read, ...BY }))
}

function termsOf(coin: ListedCoin, on: { readonly assetId: AssetId; readonly scale: number; readonly networkId: NetworkId }): ListingTerms {
  const amount = (text: string): bigint => units(text, on.scale)
  return {
    assetId: on.assetId,
    networkId: on.networkId,
    depositOpen: true,
    withdrawOpen: true,
    chainScale: coin.chainScale,
    withdrawScale: coin.withdrawScale,
    creditAt: coin.creditAt,
    unlockAt: coin.unlockAt,
    minDeposit: amount(coin.minDeposit),
    minWithdraw: amount(coin.minWithdraw),
    maxWithdraw: 0n,
    fee: amount(coin.fee),
    feeRateE8: 0,
  }
}
