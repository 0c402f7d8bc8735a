/** Which rate a user pays, and the volume that decides it. */
import { allocateZeroed } from '../memory/tables'
import {
  USER_BYTES,
  USER_LEVEL,
  USER_LEVEL_OVERRIDE,
  USER_TODAY,
  USER_VOLUME,
  VOLUME_SUM,
  VOLUME_BYTES,
  VOLUME_DAYS,
  VOLUME_USER,
} from '../constants/layout'
import {
  FEE_LEVEL_BYTES,
  FEE_LEVELS,
  I_RATES,
  S_AT,
  S_FEE_LEVELS,
  S_NEXT_DAY,
  T_USERS,
  T_VOLUMES,
  TABLE_USED,
  USERS,
  VOLUMES,
} from '../constants/map'

export const TAKER: i32 = 0
export const MAKER: i32 = 1
const DAYS: i64 = 30
const DAY: i64 = 86_400_000
const DAY_MS: f64 = 86_400_000

/** Rate in 1e-8 of a user on one side and in one role: by the user's level when levels are set, else by the pair's terms. */
@inline export function rateOf(user: usize, instrument: usize, side: i32, role: i32): i64 {
  const level = load<i32>(user, USERS + USER_LEVEL)
  const levels = load<i32>(S_FEE_LEVELS)
  if (level >= 0 && levels != 0)
    return load<i64>(FEE_LEVELS + <usize>(level < levels ? level : levels - 1) * FEE_LEVEL_BYTES + <usize>role * 8, 8)
  return load<i64>(instrument + <usize>(side * 16 + role * 8), I_RATES)
}

/** The higher of the two rates a buyer may pay: what a hold with fees in quote must cover. */
export function highestRateOf(user: usize, instrument: usize, side: i32): i64 {
  const taker = rateOf(user, instrument, side, TAKER)
  const maker = rateOf(user, instrument, side, MAKER)
  return maker > taker ? maker : taker
}

/** Adds a trade's value to a user's volume of today. */
@inline export function addVolume(user: usize, notional: i64): void {
  if (load<usize>(user, USERS + USER_VOLUME) == 0) openVolume(user)
  store<i64>(user, load<i64>(user, USERS + USER_TODAY) + notional, USERS + USER_TODAY)
}

function openVolume(user: usize): void {
  const volume = allocateZeroed(VOLUMES, T_VOLUMES, VOLUME_BYTES)
  store<usize>(user, volume, USERS + USER_VOLUME)
  store<usize>(VOLUMES + volume, user, VOLUME_USER)
  if (load<f64>(S_NEXT_DAY) == 0) {
    const at = i64(load<f64>(S_AT))
    store<f64>(S_NEXT_DAY, <f64>(at - (at % DAY) + DAY))
  }
}

/** 00:00 UTC: closes the day for every user that ever traded and sets the levels of the new one. Days without an entry count as empty. */
export function rollDay(): void {
  const nextDay = load<f64>(S_NEXT_DAY)
  const bucket = VOLUME_DAYS + <usize>((i64(nextDay) / DAY - 1) % DAYS) * 8
  const end = VOLUMES + load<usize>(T_VOLUMES, TABLE_USED)
  for (let volume = VOLUMES + VOLUME_BYTES; volume < end; volume += VOLUME_BYTES) {
    const user = load<usize>(volume, VOLUME_USER)
    const today = load<i64>(user, USERS + USER_TODAY)
    const sum = load<i64>(volume, VOLUME_SUM) - load<i64>(volume + bucket) + today
    store<i64>(volume + bucket, today)
    store<i64>(user, 0, USERS + USER_TODAY)
    store<i64>(volume, sum, VOLUME_SUM)
  }
  store<f64>(S_NEXT_DAY, nextDay + DAY_MS)
  setAllLevels()
}

/** Sets the level in force of every user. */
export function setAllLevels(): void {
  const end = load<usize>(T_USERS, TABLE_USED)
  for (let user: usize = USER_BYTES * 2; user < end; user += USER_BYTES) setLevel(user)
}

/** Level in force: the operator's, else the highest whose volume is reached by the last 30 complete days, −1 = none. */
export function setLevel(user: usize): void {
  const given = load<i32>(user, USERS + USER_LEVEL_OVERRIDE)
  store<i32>(user, given >= 0 ? given : earnedLevel(user), USERS + USER_LEVEL)
}

function earnedLevel(user: usize): i32 {
  const volume = load<usize>(user, USERS + USER_VOLUME)
  const traded = volume == 0 ? 0 : load<i64>(VOLUMES + volume, VOLUME_SUM)
  const levels = load<i32>(S_FEE_LEVELS)
  let earned: i32 = -1
  for (let level: i32 = 0; level < levels; level += 1)
    if (traded >= load<i64>(FEE_LEVELS + <usize>level * FEE_LEVEL_BYTES)) earned = level
  return earned
}
