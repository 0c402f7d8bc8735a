/** Which rate a user pays, and the volume that decides it. */
import { allocateZeroed } from '../memory/tables'
import { Instrument, none, state, User, usersTable, Volume, volumesTable } from '../../generated/rows'
import { USER_BYTES, VOLUME_BYTES } from '../constants/layout'
import { FEE_LEVEL_BYTES, FEE_LEVELS, VOLUMES } from '../constants/map'

export const TAKER: i32 = 0
export const MAKER: i32 = 1
const DAYS: i64 = 30
const DAY: i64 = 86_400_000
const DAY_MS: f64 = 86_400_000

/** Rate in 1e-8 of a user on one side and in one role: by the user's level when levels are set, else by the pair's terms. */
@inline export function rateOf(user: User, instrument: Instrument, side: i32, role: i32): i64 {
  return rateAt(levelOf(user), instrument, side, role)
}

/** The same of a user who was reached: see `reachDay`. */
@inline export function rateOfReached(user: User, instrument: Instrument, side: i32, role: i32): i64 {
  return rateAt(user.level, instrument, side, role)
}

@inline function rateAt(level: i32, instrument: Instrument, side: i32, role: i32): i64 {
  const levels = <i32>state.feeLevels
  if (level >= 0 && levels != 0)
    return load<i64>(FEE_LEVELS + <usize>(level < levels ? level : levels - 1) * FEE_LEVEL_BYTES + <usize>role * 8, 8)
  return load<i64>(instrument.rates + <usize>(side * 16 + role * 8))
}

/** The higher of the two rates a buyer may pay: what a hold with fees in quote must cover. */
export function highestRateOf(user: User, instrument: Instrument, side: i32): i64 {
  const taker = rateOf(user, instrument, side, TAKER)
  const maker = rateOf(user, instrument, side, MAKER)
  return maker > taker ? maker : taker
}

/** Adds a trade's value to the volume of today of a user who was reached. */
@inline export function addVolume(user: User, notional: i64): void {
  if (!user.volume.exists) openVolume(user)
  user.today += notional
}

function openVolume(user: User): void {
  const volume = allocateZeroed<Volume>(VOLUMES, volumesTable, VOLUME_BYTES)
  user.volume = volume
  volume.user = user
  if (state.nextDay == 0) {
    const at = i64(state.at)
    state.nextDay = <f64>(at - (at % DAY) + DAY)
  }
  // the days that are due are none of his
  if (state.behind != 0) volume.ahead = daysDue()
}

// ---- the roll of a day ----

/**
 * 00:00 UTC: closes the day for every user that ever traded, up to so many of them, and sets their levels; days without an entry count as
 * empty. `state.nextDay` stays until everybody was reached, `state.rollHand` says who comes next. Returns how many were.
 */
export function rollDay(most: u32): u32 {
  const end = volumesTable.used
  let hand = changetype<u32>(state.rollHand)
  if (hand == 0) hand = <u32>VOLUME_BYTES
  let passed: u32 = 0
  for (; hand < end && passed < most; hand += <u32>VOLUME_BYTES) {
    const volume = changetype<Volume>(<usize>hand)
    const ahead = volume.ahead
    if (ahead != 0) volume.ahead = ahead - 1
    else {
      closeDay(volume, state.nextDay)
      setLevel(volume.user)
    }
    passed += 1
  }
  if (hand < end) state.rollHand = changetype<Volume>(<usize>hand)
  else endRoll()
  return passed
}

function endRoll(): void {
  state.rollHand = none<Volume>()
  state.nextDay += DAY_MS
}

/** Leaves the day out that comes next, or is under way, for all who were not reached: it becomes a part of the one behind it. */
export function skipDay(): void {
  const end = volumesTable.used
  let hand = changetype<usize>(state.rollHand)
  if (hand == 0) hand = VOLUME_BYTES
  for (; hand < end; hand += VOLUME_BYTES) {
    const volume = changetype<Volume>(hand)
    if (volume.ahead != 0) volume.ahead -= 1
  }
  endRoll()
}

/** Closes the day of one user that ends at a time. */
function closeDay(volume: Volume, midnight: f64): void {
  const user = volume.user
  const day = volume.days + bucketOf(midnight)
  const today = user.today
  volume.sum += today - load<i64>(day)
  store<i64>(day, today)
  user.today = 0
}

/** Where the day stands that ends at a time. */
@inline function bucketOf(midnight: f64): usize {
  return <usize>((i64(midnight) / DAY - 1) % DAYS) * 8
}

/** Days that are over and not closed for everybody. */
@inline function daysDue(): u32 {
  const nextDay = state.nextDay
  const at = state.at
  return nextDay == 0 || at < nextDay ? 0 : u32((at - nextDay) / DAY_MS) + 1
}

/** How many of those are closed for this user. */
@inline function daysDone(volume: Volume): u32 {
  return volume.ahead + u32(changetype<usize>(volume) < changetype<usize>(state.rollHand))
}

/** Closes every day of a user that is over, so that neither his volume nor his level are from before. Asked while `state.behind` is set. */
export function reachDay(user: User): void {
  const volume = user.volume
  if (!volume.exists) return
  const due = daysDue()
  const done = daysDone(volume)
  if (done >= due) return
  for (let day = done; day < due; day += 1) closeDay(volume, state.nextDay + <f64>day * DAY_MS)
  volume.ahead += due - done
  setLevel(user)
}

/** Level in force, −1 = none: what it will be when the user is reached. */
@inline export function levelOf(user: User): i32 {
  return state.behind != 0 ? levelAhead(user) : user.level
}

function levelAhead(user: User): i32 {
  const volume = user.volume
  const given = user.levelOverride
  return given >= 0 || !volume.exists || daysDone(volume) >= daysDue() ? user.level : earnedBy(sumAhead(user, volume))
}

/** Value traded in the last 30 complete days and today. */
export function volumeOf(user: User): i64 {
  const volume = user.volume
  if (!volume.exists) return 0
  return state.behind == 0 || daysDone(volume) >= daysDue() ? volume.sum + user.today : sumAhead(user, volume)
}

/** What the sum will be when the days that are due are closed. */
function sumAhead(user: User, volume: Volume): i64 {
  const due = daysDue()
  const done = daysDone(volume)
  if (due - done > <u32>DAYS) return 0
  let sum = volume.sum + user.today
  for (let day = done; day < due; day += 1) sum -= load<i64>(volume.days + bucketOf(state.nextDay + <f64>day * DAY_MS))
  return sum
}

// ---- levels ----

/** Sets the level in force of every user. */
export function setAllLevels(): void {
  const end = usersTable.used
  for (let handle = USER_BYTES * 2; handle < end; handle += USER_BYTES) setLevel(changetype<User>(handle))
}

/** Level in force: the operator's, else the highest whose volume is reached by the last 30 complete days, −1 = none. */
export function setLevel(user: User): void {
  const given = user.levelOverride
  user.level = given >= 0 ? given : earnedLevel(user)
}

function earnedLevel(user: User): i32 {
  const volume = user.volume
  return earnedBy(volume.exists ? volume.sum : 0)
}

function earnedBy(traded: i64): i32 {
  const levels = <i32>state.feeLevels
  let earned: i32 = -1
  for (let level: i32 = 0; level < levels; level += 1)
    if (traded >= load<i64>(FEE_LEVELS + <usize>level * FEE_LEVEL_BYTES)) earned = level
  return earned
}
