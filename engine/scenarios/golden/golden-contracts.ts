/** What a golden result says of contracts: what happened to them, and what is open of them in the end. */
import type { Event } from '../../src/event.ts'
import { asUserId } from '../../src/ids/id.ts'
import { contractsOf } from '../../src/perp/read-contract.ts'
import { positionsOf } from '../../src/perp/read-positions.ts'
import { houseBalancesOf } from '../../src/read.ts'
import type { EventByKind } from '../../src/schema/events.ts'
import { type Handlers, handle, ignored } from '../../src/schema/handlers.ts'
import type { PERP_EVENTS } from '../../src/schema/perp-events.ts'
import type { State } from '../../src/state.ts'

const IN_HASH = ignored('the hash of the records has the event')

const LINES: Handlers<Pick<EventByKind, keyof typeof PERP_EVENTS>, [], string> = {
  markChanged: (event) => `mark ${event.instrumentId} ${event.mark} of ${event.indexFine} basis ${event.basis} shut ${event.isShut}`,
  contractFilled: (event) =>
    `fill ${event.tradeId} of ${event.userId} ${event.positionId} ${event.value} fee ${event.fee} realised ${event.realised}`,
  fundingSettled: (event) =>
    `funding ${event.instrumentId} ${event.rate} at ${event.mark} minutes ${event.openMinutes} ${event.shutMinutes}`,
  insuranceChanged: (event) => `insurance ${event.assetId} ${event.cause} ${event.amount} to ${event.balance}`,
  marginWarned: (event) => `warned ${event.userId} ${event.positionId} ${event.maintenance} of ${event.equity}`,
  positionChanged: (event) => {
    const { change, positionId, userId, quantity, entry, margin, settled, amount, profit, fees, funding, shared } = event
    return `position ${change} ${positionId} of ${userId} ${quantity} ${entry} ${margin} ${settled} by ${amount}: ${profit} ${fees} ${funding} ${shared}`
  },
  liquidated: (event) => {
    const { step, isDone, receiptId, userId, quantity, mark, tier, maintenance, equity, bankruptcy, fee, insurance, share } = event
    const result = `${fee} ${insurance} ${share}`
    return `liquidated ${step}${isDone ? ' done' : ''} ${receiptId} of ${userId} ${quantity} at ${mark} ${tier} ${maintenance} ${equity} ${bankruptcy}: ${result}`
  },
  contractSettingsChanged: IN_HASH,
  contractDefined: IN_HASH,
  contractChanged: IN_HASH,
  contractSettled: IN_HASH,
  insuranceFunded: IN_HASH,
}

/** '' for what is not about contracts. */
export const contractLine = (event: Event): string => handle(LINES, event) ?? ''

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
