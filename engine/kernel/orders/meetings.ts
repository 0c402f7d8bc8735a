/** How many meetings the entry that runs has made, and where the taker phase that runs has to stop: see `schema/work.ts`. */
import { state } from '../../generated/rows'

let made: u32 = 0

/** Begins an entry. */
@inline export function forgetMeetings(): void {
  made = 0
}

/** Has the entry made as many as it may? */
@inline export function isSpent(): bool {
  return made >= state.meetingsMost
}

@inline export function noteMeeting(): void {
  made += 1
}

/** How many more it may make. */
export function meetingsLeft(): u32 {
  return state.meetingsMost - min(made, state.meetingsMost)
}
