/** What the system said of a call that failed. */

/** The system's error code (`ENOSPC`, `EIO` …) of a thrown value, or '' when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** True for the two errors that mean "no room", which the journal survives by refusing new commands. */
export function isOutOfSpace(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}
