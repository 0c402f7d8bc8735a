/** What orders hold pays what nothing else of their owner does. */
import { setHeld } from '../holds.ts'
import { touch } from '../lifecycle.ts'
import { smaller, type World } from '../model.ts'
import { freeBalance, holdingIn } from './account.ts'

/** Takes what the free balance lacks of an amount out of what orders hold, the newest first. They stay. */
export function takeReserves(world: World, userId: number, assetId: number, amount: bigint): void {
  for (const order of holdingIn(world, userId, assetId)) {
    const lacking = amount - freeBalance(world, userId, assetId)
    if (lacking <= 0n) return
    setHeld(world, order, order.held - smaller(lacking, order.held))
    touch(world, order)
  }
}
