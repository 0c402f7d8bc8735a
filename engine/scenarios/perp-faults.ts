/** What must hold of contracts after every line of a scenario, told from balances, rows and readers. */
import { SELL } from '../generated/vocabularies.ts'
import type { Handle } from '../src/memory/handle.ts'
import { sideOf } from '../src/order-flags.ts'
import { contractsOf } from '../src/perp/read-contract.ts'
import { crossesOf, positionsOf } from '../src/perp/read-positions.ts'
import { balanceOf, houseBalancesOf, openOrdersOf } from '../src/read.ts'
import { BIT_CLOSE } from '../src/schema/bits.ts'
import type { State } from '../src/state.ts'
import type { ExchangeDriver } from './exchange-driver.ts'

interface Open {
  readonly instrumentId: number
  readonly quantity: number
  readonly isShort: boolean
  readonly entry: bigint
  readonly settled: bigint
}

/** Every position there is, the house's too. */
function openPositions({ contracts, positions }: State): Open[] {
  const open: Open[] = []
  for (const row of positions.live()) {
    const { contract, entry, id, isShort, quantity, settled } = positions.at(row)
    if (id !== 0) open.push({ instrumentId: contracts.at(contract).instrument, quantity, isShort, entry, settled })
  }
  return open
}

/** A customer's account holds what his orders reserve and his positions have; none of it is below zero. */
function accountFaults({ state, users }: ExchangeDriver): string[] {
  return users.flatMap((userId) =>
    crossesOf(state, userId).flatMap(({ assetId, isolated }) => {
      const { available, held } = balanceOf(state, userId, assetId, 'contract')
      const reserved = [...openOrdersOf(state, userId)]
        .filter((order) => order.contract !== undefined && order.heldAssetId === assetId)
        .reduce((sum, order) => sum + order.held, 0n)
      const ofCoin = positionsOf(state, userId).filter(
        ({ instrumentId }) => contractsOf(state).find((one) => one.instrumentId === instrumentId)?.terms.quoteAssetId === assetId,
      )
      const margins = ofCoin.reduce((sum, { margin }) => sum + margin, 0n)
      const faults: string[] = []
      if (available < 0n || held < 0n) faults.push(`user ${userId} has ${available} + ${held} in his contract account`)
      if (reserved + margins !== held) faults.push(`user ${userId} holds ${held}, orders ${reserved} and positions ${margins}`)
      if (margins !== isolated) faults.push(`user ${userId}: positions have ${margins}, his account says ${isolated}`)
      return faults
    }),
  )
}

/** As many contracts are long as are short. */
function interestFaults({ state }: ExchangeDriver): string[] {
  const open = openPositions(state)
  const sum = (instrumentId: number, isShort: boolean): number =>
    open.filter((one) => one.instrumentId === instrumentId && one.isShort === isShort).reduce((total, { quantity }) => total + quantity, 0)
  return contractsOf(state).flatMap(({ instrumentId, openInterest }) => {
    const [long, short] = [sum(instrumentId, false), sum(instrumentId, true)]
    return long === short && long === openInterest
      ? []
      : [`contract ${instrumentId}: ${long} long, ${short} short, open interest ${openInterest}`]
  })
}

/** What clearing has is what all positions have not been paid yet: at any one price the same. */
function clearingFaults({ state }: ExchangeDriver): string[] {
  const open = openPositions(state)
  const sums = new Map<number, bigint>()
  for (const { account, assetId, amount } of houseBalancesOf(state))
    if (account === 'clearing:pnl') sums.set(assetId, (sums.get(assetId) ?? 0n) + amount)
  for (const contract of contractsOf(state)) {
    const assetId = contract.terms.quoteAssetId
    // Values at one price cancel out, as many contracts being long as are short.
    for (const { entry, settled, isShort } of open.filter((one) => one.instrumentId === contract.instrumentId))
      sums.set(assetId, (sums.get(assetId) ?? 0n) - (isShort ? entry : -entry) + settled)
  }
  return [...sums].flatMap(([assetId, sum]) =>
    sum === 0n ? [] : [`asset ${assetId}: clearing has ${sum} more than all positions have open`],
  )
}

/** What the orders of a desk that rest on a side come to, told by walking them. */
function walked({ orders, desks }: State, desk: Handle<'desk'>, isSell: boolean, unit: bigint): string {
  let lots = 0
  let value = 0n
  for (let row = desks.at(desk).orders; row !== 0; row = orders.at(row).deskNext) {
    const { bits, flags, level, price, remaining, status } = orders.at(row)
    if (level === 0 || status === 'pendingTrigger' || (sideOf(flags) === SELL) !== isSell) continue
    lots += remaining
    if ((bits & BIT_CLOSE) === 0) value += BigInt(price * remaining) * unit
  }
  return `${lots} of ${value}`
}

/** Each seat knows what its resting orders come to. */
function restingFaults({ state }: ExchangeDriver): string[] {
  const { seats, contracts } = state
  const faults: string[] = []
  for (const row of seats.live()) {
    const { buyLots, buyValue, contract, desk, sellLots, sellValue } = seats.at(row)
    const { instrument } = contracts.at(contract)
    const unit = state.instruments[instrument - 1]?.notionalUnit ?? 0n
    const [buy, sell] = [`${buyLots} of ${buyValue}`, `${sellLots} of ${sellValue}`]
    const [buys, sells] = [walked(state, desk, false, unit), walked(state, desk, true, unit)]
    if (buy !== buys || sell !== sells) faults.push(`contract ${instrument}: a seat says ${buy} / ${sell}, orders ${buys} / ${sells}`)
  }
  return faults
}

/** All of it; nothing where there is no contract. */
export function perpFaults(exchange: ExchangeDriver): string[] {
  if (contractsOf(exchange.state).length === 0) return []
  return [...accountFaults(exchange), ...interestFaults(exchange), ...clearingFaults(exchange), ...restingFaults(exchange)]
}
