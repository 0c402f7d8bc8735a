/** What a golden result says of contracts: what happened to them, and what is open of them in the end. */
import type { Event } from '../../src/event.ts'
import { asUserId } from '../../src/ids/id.ts'
import { contractsOf } from '../../src/perp/read-contract.ts'
import { positionsOf } from '../../src/perp/read-positions.ts'
import { houseBalancesOf } from '../../src/read.ts'
import type { State } from '../../src/state.ts'

/** '' for what is not about contracts. */
export function contractLine(event: Event): string {
  switch (event.kind) {
    case 'markChanged':
      return `mark ${event.instrumentId} ${event.mark} of ${event.indexFine} basis ${event.basis} shut ${event.isShut}`
    case 'contractFilled':
      return `fill ${event.tradeId} of ${event.userId} ${event.positionId} ${event.value} fee ${event.fee} realised ${event.realised}`
    case 'fundingSettled':
      return `funding ${event.instrumentId} ${event.rate} at ${event.mark} minutes ${event.openMinutes} ${event.shutMinutes}`
    case 'insuranceChanged':
      return `insurance ${event.assetId} ${event.cause} ${event.amount} to ${event.balance}`
    case 'marginWarned':
      return `warned ${event.userId} ${event.positionId} ${event.maintenance} of ${event.equity}`
    case 'positionChanged': {
      const { change, positionId, userId, quantity, entry, margin, settled, amount, profit, fees, funding, shared } = event
      return `position ${change} ${positionId} of ${userId} ${quantity} ${entry} ${margin} ${settled} by ${amount}: ${profit} ${fees} ${funding} ${shared}`
    }
    case 'liquidated': {
      const { step, isDone, receiptId, userId, quantity, mark, tier, maintenance, equity, bankruptcy, fee, insurance, share } = event
      const result = `${fee} ${insurance} ${share}`
      return `liquidated ${step}${isDone ? ' done' : ''} ${receiptId} of ${userId} ${quantity} at ${mark} ${tier} ${maintenance} ${equity} ${bankruptcy}: ${result}`
    }
    default:
      return ''
  }
}

/** Open positions, contracts and the house's accounts; nothing where there is no contract. */
export function contractHoldings(state: State, users: Iterable<number>): string[] {
  const contracts = contractsOf(state)
  if (contracts.length === 0) return []
  return [
    ...[...users].flatMap((user) =>
      positionsOf(state, asUserId(user)).map(
        ({ positionId, instrumentId, isShort, quantity, entry, margin, settled, unrealised, liquidationPrice }) =>
          `position ${positionId} of ${user} in ${instrumentId} ${isShort ? '-' : ''}${quantity} ${entry} ${margin} ${settled} ${unrealised} until ${liquidationPrice}`,
      ),
    ),
    ...contracts.map(({ instrumentId, openInterest, mark, fundingRate }) => `contract ${instrumentId} ${openInterest} ${mark} ${fundingRate}`),
    ...houseBalancesOf(state).map(({ account, assetId, amount }) => `house ${account} ${assetId} ${amount}`),
  ]
}
