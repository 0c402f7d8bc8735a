/** Which rate a user pays, and the volume that decides it. */
import * as layout from '../layout.ts'
import { FILL_NOTIONAL as NOTIONAL_AT } from '../ledger/posting.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import type { State } from '../state.ts'
import { type Instrument, RATES } from './instrument.ts'

const HANDLE = HANDLE_MASK

const { USER_BYTES, USER_LEVEL, USER_LEVEL_OVERRIDE, USER_VOLUME, VOLUME_30_DAYS, VOLUME_BYTES, VOLUME_DAYS, VOLUME_TODAY, VOLUME_USER } =
  layout

const FILL_NOTIONAL = NOTIONAL_AT
export const TAKER = 0
export const MAKER = 1
const DAYS = 30
const DAY_MS = 86_400_000

/** Rate in 1e-8 of a user on one side and in one role: by the user's level when levels are set, else by the pair's terms. */
export function rateOf(state: State, user: number, instrument: Instrument, side: number, role: number): bigint {
  user &= HANDLE
  const level = state.users.view.getInt32(user + USER_LEVEL, true)
  const { rates, levelCount } = state.fees
  if (level >= 0 && levelCount !== 0) return rates.getBigInt64(Math.min(level, levelCount - 1) * 16 + role * 8, true)
  return instrument.money.getBigInt64(RATES + side * 16 + role * 8, true)
}

/** The higher of the two rates a buyer may pay: what a hold with fees in quote must cover. */
export function highestRateOf(state: State, user: number, instrument: Instrument, side: number): bigint {
  user &= HANDLE
  const taker = rateOf(state, user, instrument, side, TAKER)
  const maker = rateOf(state, user, instrument, side, MAKER)
  if (maker > taker) return maker
  return taker
}

/** Adds a trade's value, which `fill` has at FILL_NOTIONAL, to a user's volume of today. */
export function addVolume(state: State, user: number, fill: DataView): void {
  user &= HANDLE
  let volume = state.users.view.getInt32(user + USER_VOLUME, true)
  if (volume === 0) {
    volume = state.volumes.allocateZeroed()
    state.users.view.setInt32(user + USER_VOLUME, volume, true)
    state.volumes.view.setInt32(volume + VOLUME_USER, user, true)
    if (state.nextDay === 0) state.nextDay = state.at - (state.at % DAY_MS) + DAY_MS
  }
  const view = state.volumes.view
  const today = BigInt.asIntN(64, view.getBigInt64(volume + VOLUME_TODAY, true) + fill.getBigInt64(FILL_NOTIONAL, true))
  view.setBigInt64(volume + VOLUME_TODAY, today, true)
}

/** Value traded on the last 30 complete UTC days and today, minor units of the value asset. */
export function volumeOf(state: State, user: number): bigint {
  user &= HANDLE
  const volume = state.users.view.getInt32(user + USER_VOLUME, true) & HANDLE
  if (volume === 0) return 0n
  const view = state.volumes.view
  return view.getBigInt64(volume + VOLUME_30_DAYS, true) + view.getBigInt64(volume + VOLUME_TODAY, true)
}

/** 00:00 UTC: closes the day for every user that ever traded and sets the levels of the new one. Days without an entry count as empty. */
export function rollDay(state: State): void {
  const dayNumber = state.nextDay / DAY_MS - 1
  const view = state.volumes.view
  for (let volume = VOLUME_BYTES; volume < state.volumes.used; volume += VOLUME_BYTES) {
    const bucket = volume + VOLUME_DAYS + (dayNumber % DAYS) * 8
    const today = view.getBigInt64(volume + VOLUME_TODAY, true)
    const sum = view.getBigInt64(volume + VOLUME_30_DAYS, true) - view.getBigInt64(bucket, true) + today
    view.setBigInt64(bucket, today, true)
    view.setBigInt64(volume + VOLUME_TODAY, 0n, true)
    view.setBigInt64(volume + VOLUME_30_DAYS, sum, true)
  }
  state.nextDay += DAY_MS
  for (let user = USER_BYTES * 2; user < state.users.used; user += USER_BYTES) setLevel(state, user)
}

/** Level in force: the operator's, else the highest whose volume is reached by the last 30 complete days, −1 = none. */
export function setLevel(state: State, user: number): void {
  user &= HANDLE
  const users = state.users.view
  const override = users.getInt32(user + USER_LEVEL_OVERRIDE, true)
  users.setInt32(user + USER_LEVEL, override >= 0 ? override : earnedLevel(state, user), true)
}

function earnedLevel(state: State, user: number): number {
  user &= HANDLE
  const volume = state.users.view.getInt32(user + USER_VOLUME, true) & HANDLE
  const traded = volume === 0 ? 0n : state.volumes.view.getBigInt64(volume + VOLUME_30_DAYS, true)
  const { volumeMins } = state.fees
  let level = -1
  for (let index = 0; index < volumeMins.length; index += 1) if (traded >= (volumeMins[index] ?? 0n)) level = index
  return level
}
