/** Before a crossed position is closed: orders of its owner end until what the close costs is there. */
import { feeOn, type Role } from '../fees.ts'
import { close } from '../lifecycle.ts'
import { larger, type RefOrder, restOf, type World } from '../model.ts'
import { crossedOf, freeBalance, holdingIn } from './account.ts'
import { opposedBy, positionFor } from './closers.ts'
import { contractRate, partAt, profitWithout } from './fill.ts'
import { marginAssetOf, partOf, profitNow, valueAt } from './value.ts'

interface Trade {
  readonly price: number
  readonly lots: number
  readonly role: Role
}

/** What a fill would cost more than can be paid at once: the balance with what it frees, and open profits. */
function lackOf(world: World, order: RefOrder, { price, lots, role }: Trade): bigint {
  const { userId, instrumentId, side, contract } = order
  const position = positionFor(world, { userId, instrumentId, side, isClose: contract?.isClose === true })
  const closing = Math.min(lots, opposedBy(position, side))
  if (position === undefined || closing === 0 || position.isIsolated) return 0n
  const assetId = marginAssetOf(world, instrumentId)
  const isExempt = (contract?.receiptId ?? 0) !== 0
  const fee = isExempt ? 0n : feeOn(valueAt(world, instrumentId, price, lots), contractRate(world, instrumentId, role))
  const part = partAt(world, position, price, closing)
  const profitKept = profitWithout(world, position, closing, part)
  const others = crossedOf(world, userId, assetId).filter((one) => one !== position)
  const profits = others.reduce((sum, one) => sum + larger(0n, profitNow(world, one)), larger(0n, profitKept))
  const freed = partOf(order.held, lots, restOf(order))
  return partOf(fee, closing, lots) - part.realised - (freeBalance(world, userId, assetId) + profits + freed)
}

/** The newest first; not those that trade. */
export function giveWay(world: World, order: RefOrder, trade: Trade, but: readonly RefOrder[]): void {
  const assetId = marginAssetOf(world, order.instrumentId)
  let lack = lackOf(world, order, trade)
  for (const other of holdingIn(world, order.userId, assetId)) {
    if (lack <= 0n) return
    if (but.includes(other)) continue
    lack -= other.held
    close(world, other, 'canceled', 'insufficientBalance')
  }
}
