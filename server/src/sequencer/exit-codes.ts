/** Exit codes of a process that must not go on, after sysexits: supervisors restart it, and recovery sorts out what happened. */

/** A broken invariant of the engine. */
export const EXIT_INVARIANT = 70
/** Another writer took the journal over. */
export const EXIT_FENCED = 75
