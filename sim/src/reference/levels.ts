/** Fee levels: what somebody traded in the thirty days before today decides. */
import { DAY_MS, type RefUser, type World } from './model.ts'

const VOLUME_DAYS = 30

/** The UTC day that a trade counts for now. */
export const today = (world: World): number => Math.floor(world.time / DAY_MS)

export function setLevel(world: World, user: RefUser): void {
  const now = today(world)
  let volume = 0n
  for (const [day, amount] of user.volumes) if (day < now && day >= now - VOLUME_DAYS) volume += amount
  user.volume30d = volume
  user.feeLevel = world.levels.reduce((level, { volumeMin }, index) => (volume >= volumeMin ? index : level), 0)
}

/** As customers read it: the value of today counts too. */
export function levelFact(
  world: World,
  user: RefUser,
): { readonly feeLevel: number; readonly volume30d: bigint; readonly personId: number } {
  setLevel(world, user)
  const volume30d = user.volume30d + (user.volumes.get(today(world)) ?? 0n)
  return { feeLevel: user.feeLevelOverride ?? user.feeLevel, volume30d, personId: user.person }
}
