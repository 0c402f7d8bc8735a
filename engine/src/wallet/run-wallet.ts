/** Commands about networks, deposits and withdrawals, each to the function that runs it. */
import { ofHouse, ofUser, type Runners } from '../operator/runners.ts'
import type { CHAIN_COMMANDS } from '../schema/commands/chain.ts'
import * as blocks from './block-admin.ts'
import * as networks from './network-admin.ts'
import * as payments from './payment-admin.ts'
import * as withdrawals from './withdrawal-admin.ts'

export const WALLET_RUNNERS: Runners<keyof typeof CHAIN_COMMANDS> = {
  defineNetwork: ofHouse(networks.defineNetwork),
  changeNetwork: ofHouse(networks.changeNetwork),
  defineListing: ofHouse(networks.defineListing),
  changeListing: ofHouse(networks.changeListing),
  haltListing: ofHouse(networks.haltListing),
  assignAddress: networks.assignAddress,
  fundHolding: ofHouse(networks.fundHolding),
  bookBlocks: ofHouse(blocks.bookBlocks),
  leaveBlocks: ofHouse(blocks.leaveBlocks),
  noteArrivals: ofHouse(blocks.noteArrivals),
  takeArrivals: ofHouse(blocks.takeArrivals),
  judgeDeposit: ofHouse(blocks.judgeDeposit),
  requestWithdrawal: ofUser(withdrawals.requestWithdrawal),
  verifyWithdrawal: ofUser(withdrawals.verifyWithdrawal),
  judgeWithdrawal: ofUser(withdrawals.judgeWithdrawal),
  cancelWithdrawal: ofUser(withdrawals.cancelWithdrawal),
  beginPayment: ofHouse(payments.beginPayment),
  signPayment: ofHouse(payments.signPayment),
  dropPayment: ofHouse(payments.dropPayment),
}
