/** What a customer has set for a contract, and what he may change now, as the calls show it. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { contractSettingsOf } from '@agio/engine/perp/read-positions.ts'
import { userOf } from '@agio/engine/read.ts'
import { WIRE_MARGIN_MODES } from '@agio/wire/futures/order-view.ts'
import type { UserConfig } from '@agio/wire/futures/types.ts'
import { ceilingsView } from '@agio/wire/futures/view.ts'
import type { ListedContract } from '../../feeds/listings.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { contractState } from './contract-lookups.ts'

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)

export async function userConfig(tenant: Tenant, userId: UserId, contract: ListedContract): Promise<UserConfig> {
  const [page, authLevel] = await Promise.all([tenant.contracts.settings.page(userId), tenant.identities.level(userId)])
  const { state } = tenant.exchange
  const user = userOf(state, userId)
  const settings = contractSettingsOf(state, userId, contract.instrumentId)
  if (settings === undefined) throw new Error(`contract ${contract.instrumentId} is listed, and the engine has none`)
  const { minLeverage, maxLeverage } = contract.contract
  const ceilings = ceilingsView(contract, contract.contract)
  return {
    contractId: String(contract.instrumentId),
    uid: String(userId),
    openContract: flag(settings.openedAt > 0),
    transStatus: flag(user?.status === 'active' && user.tradingEnabled),
    marginModel: WIRE_MARGIN_MODES[settings.marginMode],
    marginModelCanSwitch: flag(!settings.hasPosition && settings.orders === 0),
    nowLevel: settings.leverage,
    minLevel: minLeverage,
    maxLevel: maxLeverage,
    userMaxLevel: maxLeverage,
    leverCeiling: ceilings,
    leverOriginCeiling: { ...ceilings },
    levelCanSwitch: flag(settings.orders === 0),
    positionModel: settings.isHedged ? 2 : 1,
    positionModelCanSwitch: flag(!settings.hasAnything),
    pcSecondConfirm: flag(page.confirms),
    coUnit: page.unit === 'coin' ? 1 : 2,
    expireTime: page.expireDays,
    priceBasis: page.triggerBy === 'mark' ? 1 : 0,
    multiplierCoin: contract.base.symbol,
    couponTag: 0,
    futuresLocalLimit: 0,
    authLevel,
    nextCapitalTime: contractState(tenant, contract).nextFunding,
    currentTimeMillis: tenant.exchange.now(),
  }
}
