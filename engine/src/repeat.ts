/** Requests of which a part is made anew each time: which of what it may have been the first one was. */
import { ENTRIES } from '../generated/map.ts'
import type { Command, OfCaller } from './command.ts'
import { encodeEntry } from './entry.ts'
import type { UserId } from './ids/id.ts'
import { asHandle } from './memory/handle.ts'
import { keyRow } from './read.ts'
import type { State } from './state.ts'

/** The one of several commands that a key stands for; undefined when it stands for none of them. They are made one by one. */
export function repeatOf<Made extends Command & OfCaller>(
  state: State,
  userId: UserId,
  key: string,
  made: Iterable<Made>,
): Made | undefined {
  for (const command of made) {
    const row = keyRow(state, userId, command.caller ?? 0, key)
    if (row === 0) return undefined
    encodeEntry(state.entries, 0, state.seq, state.at, key, command)
    if (state.kernel.isRepeated(row, asHandle(ENTRIES)) === 1) return command
  }
  return undefined
}
