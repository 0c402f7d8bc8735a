/** Commands that travel as documents, each to the function that runs it. */
import type { DocumentCommand } from '../codec/document-json.ts'
import * as convert from '../convert/convert-admin.ts'
import * as products from '../earn/product-admin.ts'
import { setIndexTerms } from '../index/index-admin.ts'
import type { Handle } from '../memory/handle.ts'
import { CONTRACT_RUNNERS } from '../perp/contract-admin.ts'
import type { Reason } from '../reason.ts'
import type { DocumentKind } from '../schema/commands.ts'
import { amendOrders } from '../spot/amend-orders.ts'
import type { State } from '../state.ts'
import { WALLET_RUNNERS } from '../wallet/run-wallet.ts'
import * as invites from './invite-admin.ts'
import * as market from './market-admin.ts'
import { setPerson } from './person-admin.ts'
import { ofHouse, ofUser, type Runners } from './runners.ts'
import { setEngineVersion } from './set-engine-version.ts'
import * as users from './user-admin.ts'

const RUNNERS: Runners<DocumentKind> = {
  registerUser: ofHouse(users.registerUser),
  setUserStatus: ofUser(users.setUserStatus),
  setUserTerms: ofUser(users.setUserTerms),
  amendOrders: ofUser(amendOrders),
  creditUser: ofUser(users.creditUser),
  reverseCredit: ofUser(users.reverseCredit),
  saveDocument: ofHouse(users.saveDocument),
  changeAccountKeys: ofUser((state, _user, command) => users.changeAccountKeys(state, command)),
  setInviter: ofUser(invites.setInviter),
  setPerson: ofUser(setPerson),
  setCommission: ofHouse(invites.setCommission),
  defineAsset: ofHouse(market.defineAsset),
  defineInstrument: ofHouse(market.defineInstrument),
  changeInstrument: ofHouse(market.changeInstrument),
  setInstrumentStatus: ofHouse(market.setInstrumentStatus),
  setFeeDirection: ofHouse(market.setFeeDirection),
  setFeeSchedule: ofHouse(market.setFeeSchedule),
  setIndexTerms: ofHouse(setIndexTerms),
  setConvertTerms: ofHouse(convert.setConvertTerms),
  fundInventory: ofHouse(convert.fundInventory),
  setStockTerms: ofHouse(convert.setStockTerms),
  defineProduct: ofHouse(products.defineProduct),
  changeProduct: ofHouse(products.changeProduct),
  setProductStatus: ofHouse(products.setProductStatus),
  setProductRate: ofHouse(products.setProductRate),
  setEngineVersion: ofHouse(setEngineVersion),
  ...CONTRACT_RUNNERS,
  ...WALLET_RUNNERS,
}

/** Runs a document command. `user` is the row of the user it names. Returns the outcome's value, or the reason. */
export function runDocument(state: State, user: Handle<'user'>, command: DocumentCommand): number | Reason {
  const run = RUNNERS[command.kind] as (state: State, user: Handle<'user'>, command: DocumentCommand) => number | Reason
  return run(state, user, command)
}
