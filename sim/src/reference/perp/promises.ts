/** What orders promise to positions with margins of their own has to be there until they are filled, whatever else their owner does. */
import { close } from '../lifecycle.ts'
import { larger, type RefOrder, type World } from '../model.ts'
import { moneyOf, pledgedOf, pledging } from './account.ts'

/** Where it is not, whether contracts have an index or not, orders that promise end, the newest first, but for the one that is being filled. */
export function keepPromises(world: World, userId: number, assetId: number, but?: RefOrder): void {
  for (const order of pledging(world, userId, assetId)) {
    if (pledgedOf(world, userId, assetId) <= larger(0n, moneyOf(world, userId, assetId))) return
    if (order !== but) close(world, order, 'canceled', 'insufficientBalance')
  }
}
