/**
 * How much the entry that runs has done: meetings of takers and resting orders, and units of the slice that runs; and where the taker phase that
 * runs has to stop. See `schema/work.ts`.
 */
import { state } from '../../generated/rows'
import { MEETING_UNITS } from '../constants/work'

let made: u32 = 0
let edge: u32 = 0
let units: i32 = 0
/** Does the taker phase that runs go on with another entry, where it has to stop? */
let isSliced: bool = false
/** Meetings before that phase. */
let before: u32 = 0

/** Begins an entry. */
@inline export function forgetMeetings(): void {
  made = 0
  edge = state.meetingsMost
  isSliced = false
}

/** Has the taker phase that runs come to where it has to stop? */
@inline export function isSpent(): bool {
  return made >= edge
}

@inline export function noteMeeting(): void {
  made += 1
}

/** How many more the entry may make. */
export function meetingsLeft(): u32 {
  return state.meetingsMost - min(made, state.meetingsMost)
}

/** Begins a slice of so many units. */
export function allow(count: i32): void {
  units = count
}

@inline export function unitsLeft(): i32 {
  return units
}

@inline export function spend(count: i32): void {
  units -= count
}

/** May the slice do more of what waits? */
export function canGoOn(): bool {
  return units > 0 && made < state.meetingsMost
}

/** A taker phase begins that is part of the slice. */
export function beginSlice(): void {
  before = made
  edge = made + min(meetingsLeft(), <u32>((units + MEETING_UNITS - 1) / MEETING_UNITS))
  isSliced = true
}

/** It ends here, or when all of it is done, or as a command's would: at the bound of the entry. */
export function takeWhole(): void {
  edge = state.meetingsMost
  isSliced = false
}

/** May the phase be continued by another entry? */
export function mayPause(): bool {
  return isSliced
}

export function endSlice(): void {
  units -= <i32>(made - before) * MEETING_UNITS
  takeWhole()
}

/** Something else of the slice met somebody. */
export function spendMeeting(): void {
  made += 1
  units -= MEETING_UNITS
}
