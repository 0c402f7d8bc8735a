/** Exit codes of a process that must not go on, after sysexits: supervisors restart it, and recovery sorts out what happened. */

/** What is on disk contradicts itself or something beside it; only an operator can say what holds. */
export const EXIT_DATA = 65
/** A broken invariant of the engine. */
export const EXIT_INVARIANT = 70
/** The journal could not be written. */
export const EXIT_DISK_FAILED = 74
/** Another writer took the journal over. */
export const EXIT_FENCED = 75
