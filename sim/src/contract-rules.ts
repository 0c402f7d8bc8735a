/** What must hold of contracts after every command, told from the engine's rows, balances and readers alone. */
import * as layout from '@agio/engine/generated/layout.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { contractsOf } from '@agio/engine/perp/read-contract.ts'
import { positionsOf as positionsIn } from '@agio/engine/perp/read-positions.ts'
import { balanceOf, houseBalancesOf, openOrdersOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'

interface Open {
  readonly positionId: number
  readonly isHouse: boolean
  readonly instrumentId: number
  readonly quantity: number
  readonly isShort: boolean
  readonly entry: bigint
  readonly settled: bigint
  readonly margin: bigint
}

/** Every row of a position, the house's too. */
function openPositions({ contracts, positions }: State): Open[] {
  const { view, rowBytes, used } = positions
  const open: Open[] = []
  for (let row = rowBytes; row < used; row += rowBytes) {
    if (view.getFloat64(row + layout.POSITION_ID, true) === 0) continue
    const contract = view.getUint32(row + layout.POSITION_CONTRACT, true)
    open.push({
      positionId: view.getFloat64(row + layout.POSITION_ID, true),
      isHouse: view.getUint32(row + layout.POSITION_SEAT, true) === 0,
      instrumentId: contracts.view.getInt32(contract + layout.CONTRACT_INSTRUMENT, true),
      quantity: view.getFloat64(row + layout.POSITION_QUANTITY, true),
      isShort: view.getUint8(row + layout.POSITION_IS_SHORT) === 1,
      entry: view.getBigInt64(row + layout.POSITION_ENTRY, true),
      settled: view.getBigInt64(row + layout.POSITION_SETTLED, true),
      margin: view.getBigInt64(row + layout.POSITION_MARGIN, true),
    })
  }
  return open
}

/** Ids of what the house took over and has still. */
export const housePositionsOf = (state: State): number[] =>
  openPositions(state).flatMap(({ positionId, isHouse }) => (isHouse ? [positionId] : []))

/**
 * As many long as short, and clearing has exactly what all positions have open; the values at one price cancel out. Of a contract that is being
 * settled one side may be closed before the other, at the one price that it has left.
 */
export function checkContracts(state: State): string[] {
  const open = openPositions(state)
  const faults: string[] = []
  const owed = new Map<number, bigint>()
  for (const { instrumentId, isSettled, mark, openInterest, terms } of contractsOf(state)) {
    const ofContract = open.filter((position) => position.instrumentId === instrumentId)
    const lots = (isShort: boolean): number =>
      ofContract.filter((one) => one.isShort === isShort).reduce((sum, { quantity }) => sum + quantity, 0)
    if ((lots(false) !== lots(true) && !isSettled) || lots(false) !== openInterest)
      faults.push(`contract ${instrumentId}: ${lots(false)} long, ${lots(true)} short, open interest ${openInterest}`)
    const row = state.instruments[instrumentId - 1]?.contractRow ?? 0
    const worth = (isShort: boolean): bigint => state.kernel.contractValue(row, mark, lots(isShort))
    const atMark = lots(false) === lots(true) ? 0n : worth(false) - worth(true)
    const profit = ofContract.reduce((sum, { entry, settled, isShort }) => sum + (isShort ? entry : -entry) - settled, atMark)
    owed.set(terms.quoteAssetId, (owed.get(terms.quoteAssetId) ?? 0n) + profit)
  }
  const clearing = houseBalancesOf(state).filter(({ account }) => account === 'clearing:pnl')
  for (const [assetId, profit] of owed) {
    const has = clearing.find((one) => one.assetId === assetId)?.amount ?? 0n
    if (has !== profit) faults.push(`asset ${assetId}: clearing has ${has}, open profits are ${profit}`)
  }
  return faults
}

/** A contract account holds what orders reserve and positions have of their own. */
export function checkContractHolds(state: State, userIds: readonly number[]): string[] {
  return userIds.flatMap((userId) => {
    const reserved = [...openOrdersOf(state, asUserId(userId))]
      .filter((order) => order.contract !== undefined)
      .reduce((sum, { held }) => sum + held, 0n)
    const margins = positionsIn(state, asUserId(userId)).reduce((sum, { margin }) => sum + margin, 0n)
    const held = state.assets.reduce((sum, { assetId }) => sum + balanceOf(state, asUserId(userId), assetId, 'contract').held, 0n)
    return held === reserved + margins ? [] : [`user ${userId}: ${held} held in contracts, orders ${reserved}, positions ${margins}`]
  })
}

/** What stands behind the positions of the house lies in its account, and no insurance fund is below zero. */
export function checkInsurance(state: State): string[] {
  const assetOf = new Map(contractsOf(state).map(({ instrumentId, terms }) => [Number(instrumentId), terms.quoteAssetId]))
  const behind = new Map<number, bigint>()
  for (const { isHouse, instrumentId, margin } of openPositions(state)) {
    const assetId = assetOf.get(instrumentId) ?? 0
    if (isHouse) behind.set(assetId, (behind.get(assetId) ?? 0n) + margin)
  }
  return houseBalancesOf(state).flatMap(({ account, assetId, amount }) => {
    if (account === 'fund:insurance') return amount < 0n ? [`insurance fund of asset ${assetId}: ${amount}`] : []
    if (account !== 'inventory:liquidation' || amount === (behind.get(assetId) ?? 0n)) return []
    return [`asset ${assetId}: ${amount} was taken over, positions of the house have ${behind.get(assetId) ?? 0n}`]
  })
}
