/** What of a tenant rests by the word of an operator, or because books and a chain differ: what every page has to tell. */
import { assetsOf } from '@agio/engine/read.ts'
import { haltedAssets } from '@agio/engine/wallet/read-holdings.ts'
import { networksOf } from '@agio/engine/wallet/read-wallet.ts'
import type { Tenant } from './tenant.ts'

/** Names of coins whose withdrawals rest, because the books and a chain differ: see `wallet/reconcile`. */
export function haltedCoins({ exchange: { state } }: Pick<Tenant, 'exchange'>): string[] {
  const assets = assetsOf(state)
  return haltedAssets(state).flatMap((assetId) => assets[assetId - 1]?.symbol ?? [])
}

/** Of networks whose payments are halted, as an operator or the watcher of the chain did. */
export const pausedIds = ({ exchange: { state } }: Pick<Tenant, 'exchange'>): number[] =>
  networksOf(state).flatMap(({ networkId, isHalted }) => (isHalted ? [networkId] : []))

/** Their names. */
export function pausedNetworks(tenant: Pick<Tenant, 'exchange' | 'wallet'>): string[] {
  const ids = pausedIds(tenant)
  if (ids.length === 0) return []
  return tenant.wallet.book.networks().flatMap(({ networkId, document }) => (ids.includes(networkId) ? [document.name] : []))
}

/** A text that differs whenever any of it does. */
export const stopsText = (tenant: Pick<Tenant, 'exchange' | 'stops'>): string =>
  [...tenant.stops.parts, ...haltedCoins(tenant), ...pausedIds(tenant)].join('.')

/** How late an open page may learn of it, ms. */
const LOOK_MS = 500

/** Looks now and then: what rests is in documents and in the engine, of this process or of the one that leads. @returns the way to stop */
export function onStopsChanged(tenant: Pick<Tenant, 'exchange' | 'stops'>, listener: () => void): () => void {
  let told = stopsText(tenant)
  const timer = setInterval(() => {
    const now = stopsText(tenant)
    if (now === told) return
    told = now
    listener()
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
