/** What the kernel asks of TypeScript: documents, long outcomes, all of it rare. */
import { Entry } from '../generated/entries'
import { Key, User } from '../generated/rows'

/** A broken invariant: throws. `why` is one of the codes below. */
@external('host', 'broken') export declare function broken(why: i32): void
/** Runs a document command. Returns the reason; a value goes to S_VALUE. */
@external('host', 'document') export declare function runDocument(entry: Entry, user: User): i32
/** Records that a cancel-all timer was set (0 = switched off). */
@external('host', 'timerSet') export declare function timerSet(userId: i32, instrumentId: i32, triggerAt: f64): void
/** Keeps the outcome records between two addresses for a key; writes them again at `out`; forgets them. */
@external('host', 'keepOutcome') export declare function keepOutcome(key: Key, from: usize, to: usize): void
@external('host', 'recallOutcome') export declare function recallOutcome(key: Key): void
@external('host', 'forgetOutcome') export declare function forgetOutcome(key: Key): void

// Codes of broken invariants: their words stand in `engine/src/kernel.ts`.
export const BROKEN_BALANCE: i32 = 0
export const BROKEN_PAIR: i32 = 1
export const BROKEN_ENTRY: i32 = 2
export const BROKEN_TABLE: i32 = 3
export const BROKEN_ARENA: i32 = 4
export const BROKEN_RECORDS: i32 = 5
