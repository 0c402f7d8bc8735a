/** Which entries the wallet, orders and user menus have, from the switches of the tenant. Pure. */
import type { TextKey } from '../../i18n/keys.ts'
import { paths } from '../../paths.ts'

export interface AccountEntry {
  readonly key: string
  readonly text: TextKey
  /** Absent for an action. */
  readonly to?: string
}

export interface OpenFeatures {
  readonly earn: boolean
  readonly convert: boolean
  readonly contract: boolean
  readonly invite: boolean
}

const when = (open: boolean, entry: AccountEntry): readonly AccountEntry[] => (open ? [entry] : [])

export function walletEntries(open: OpenFeatures): readonly AccountEntry[] {
  return [
    { key: 'spotAssets', text: 'shell:wallet.spot', to: paths.spotAssets },
    ...when(open.earn, { key: 'earnAssets', text: 'shell:wallet.earn', to: paths.earnAssets }),
    ...when(open.contract, { key: 'contractAssets', text: 'shell:wallet.contract', to: paths.contractAssets }),
  ]
}

export function orderEntries(open: OpenFeatures): readonly AccountEntry[] {
  return [
    { key: 'spotOrders', text: 'shell:orders.spot', to: paths.spotOrders },
    ...when(open.convert, { key: 'convertOrders', text: 'shell:orders.convert', to: paths.convertOrders }),
    ...when(open.earn, { key: 'earnOrders', text: 'shell:orders.earn', to: paths.earnOrders }),
    ...when(open.contract, { key: 'contractOrders', text: 'shell:orders.contract', to: paths.contractOrders }),
    { key: 'bills', text: 'shell:orders.bills', to: paths.bills },
  ]
}

export function userEntries(open: OpenFeatures): readonly AccountEntry[] {
  return [
    { key: 'overview', text: 'shell:user.overview', to: paths.userCenter },
    { key: 'security', text: 'shell:user.security', to: paths.security },
    { key: 'identity', text: 'shell:user.identity', to: paths.identity },
    ...when(open.invite, { key: 'invite', text: 'shell:user.invite', to: paths.invite }),
    { key: 'settings', text: 'shell:user.settings', to: paths.settings },
    { key: 'logout', text: 'shell:user.logout' },
  ]
}
