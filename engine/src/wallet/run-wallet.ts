/** Commands about networks, deposits and withdrawals, each to the function that runs it. */
import type { Handle } from '../memory/handle.ts'
import type { Reason } from '../reason.ts'
import type { CHAIN_COMMANDS } from '../schema/commands/chain.ts'
import * as blocks from './block-admin.ts'
import * as networks from './network-admin.ts'
import * as payments from './payment-admin.ts'
import * as withdrawals from './withdrawal-admin.ts'

/** As `runDocument`. */
export function runWallet(state: State, user: Handle<'user'>, command: CommandByKind[keyof typeof CHAIN_COMMANDS]): number | Reason {
  switch (command.kind) {
    case 'defineNetwork':
      return networks.defineNetwork(state, command)
    case 'changeNetwork':
      return networks.changeNetwork(state, command)
    case 'defineListing':
      return networks.defineListing(state, command)
    case 'changeListing':
      return networks.changeListing(state, command)
    case 'haltListing':
      return networks.haltListing(state, command)
    case 'assignAddress':
      return networks.assignAddress(state, user, command)
    case 'fundHolding':
      return networks.fundHolding(state, command)
    case 'bookBlocks':
      return blocks.bookBlocks(state, command)
    case 'leaveBlocks':
      return blocks.leaveBlocks(state, command)
    case 'noteArrivals':
      return blocks.noteArrivals(state, command)
    case 'takeArrivals':
      return blocks.takeArrivals(state, command)
    case 'judgeDeposit':
      return blocks.judgeDeposit(state, command)
    case 'requestWithdrawal':
      return command.userId === 0 ? 'userNotFound' : withdrawals.requestWithdrawal(state, user, command)
    case 'verifyWithdrawal':
      return command.userId === 0 ? 'userNotFound' : withdrawals.verifyWithdrawal(state, user, command)
    case 'judgeWithdrawal':
      return command.userId === 0 ? 'userNotFound' : withdrawals.judgeWithdrawal(state, user, command)
    case 'cancelWithdrawal':
      return command.userId === 0 ? 'userNotFound' : withdrawals.cancelWithdrawal(state, user, command)
    case 'beginPayment':
      return payments.beginPayment(state, command)
    case 'signPayment':
      return payments.signPayment(state, command)
    case 'dropPayment':
      return payments.dropPayment(state, command)
  }
}
