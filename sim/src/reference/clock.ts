/** Work that falls due by itself: day roll, expiries, cancel-all timers, ends of halts. It runs before the command of an entry, by due time. */
import { drainQueue } from './activate.ts'
import { endPhase } from './auction.ts'
import { cancelAll } from './cancel.ts'
import { close } from './lifecycle.ts'
import { DAY_MS, type RefUser, type World } from './model.ts'

interface Due {
  readonly at: number
  /** Order of kinds that fall due together. */
  readonly rank: number
  readonly id: number
  readonly run: () => void
}

const VOLUME_DAYS = 30

function dueItems(world: World): Due[] {
  const items: Due[] = []
  if (world.users.size > 0) items.push({ at: (world.day + 1) * DAY_MS, rank: 0, id: 0, run: () => rollDay(world) })
  for (const order of world.live.values()) {
    if (order.expireAt > 0) items.push({ at: order.expireAt, rank: 1, id: order.orderId, run: () => close(world, order, 'expired', 'gtd') })
  }
  for (const [key, timer] of world.timers) {
    const run = (): void => {
      world.timers.delete(key)
      cancelAll(world, timer.userId, timer.instrumentId, 'cancelAllTimer')
    }
    items.push({ at: timer.dueAt, rank: 2, id: timer.userId * 4096 + timer.instrumentId, run })
  }
  for (const instrument of world.instruments) {
    if (instrument.statusUntil === 0) continue
    items.push({ at: instrument.statusUntil, rank: 3, id: instrument.instrumentId, run: () => endPhase(world, instrument) })
  }
  return items
}

/** Moves the clock to `at`, never backwards, and runs everything due until then. */
export function advance(world: World, at: number): void {
  world.time = Math.max(world.time, at)
  if (world.day === 0) world.day = Math.floor(world.time / DAY_MS)
  for (;;) {
    const [next] = dueItems(world)
      .filter((item) => item.at <= world.time)
      .sort((a, b) => a.at - b.at || a.rank - b.rank || a.id - b.id)
    if (next === undefined) return
    next.run()
    drainQueue(world)
  }
}

/** A new UTC day: everybody's level follows the value traded in the thirty days before it. */
function rollDay(world: World): void {
  world.day += 1
  for (const user of world.users.values()) setLevel(world, user)
}

export function setLevel(world: World, user: RefUser): void {
  let volume = 0n
  for (const [day, amount] of user.volumes) if (day < world.day && day >= world.day - VOLUME_DAYS) volume += amount
  user.volume30d = volume
  user.feeLevel = world.levels.reduce((level, { volumeMin }, index) => (volume >= volumeMin ? index : level), 0)
}
