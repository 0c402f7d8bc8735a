/** Which rate a user pays, and the volume that decides it. */
import { allocateZeroed } from '../memory/tables'
import { Instrument, state, User, usersTable, Volume, volumesTable } from '../../generated/rows'
import { USER_BYTES, VOLUME_BYTES } from '../constants/layout'
import { FEE_LEVEL_BYTES, FEE_LEVELS, VOLUMES } from '../constants/map'

export const TAKER: i32 = 0
export const MAKER: i32 = 1
const DAYS: i64 = 30
const DAY: i64 = 86_400_000
const DAY_MS: f64 = 86_400_000

/** Rate in 1e-8 of a user on one side and in one role: by the user's level when levels are set, else by the pair's terms. */
@inline export function rateOf(user: User, instrument: Instrument, side: i32, role: i32): i64 {
  const level = user.level
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

/** Adds a trade's value to a user's volume of today. */
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
}

/** 00:00 UTC: closes the day for every user that ever traded and sets the levels of the new one. Days without an entry count as empty. */
export function rollDay(): void {
  const nextDay = state.nextDay
  const bucket = <usize>((i64(nextDay) / DAY - 1) % DAYS) * 8
  const end = volumesTable.used
  for (let handle = VOLUME_BYTES; handle < end; handle += VOLUME_BYTES) {
    const volume = changetype<Volume>(handle)
    const user = volume.user
    const today = user.today
    const day = volume.days + bucket
    const sum = volume.sum - load<i64>(day) + today
    store<i64>(day, today)
    user.today = 0
    volume.sum = sum
  }
  state.nextDay = nextDay + DAY_MS
  setAllLevels()
}

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
  const traded = volume.exists ? volume.sum : 0
  const levels = <i32>state.feeLevels
  let earned: i32 = -1
  for (let level: i32 = 0; level < levels; level += 1)
    if (traded >= load<i64>(FEE_LEVELS + <usize>level * FEE_LEVEL_BYTES)) earned = level
  return earned
}
