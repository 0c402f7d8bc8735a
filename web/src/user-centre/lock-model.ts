/** How long withdrawals are locked, and why. Pure. */

/** Whole hours and minutes from now until a time in ms, minutes rounded up so that a lock never seems shorter than it is. */
export function timeLeft(until: number, now: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.max(0, Math.ceil((until - now) / 60_000))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

const CAUSES = [
  'passwordChanged',
  'passwordReset',
  'factorBound',
  'factorReplaced',
  'factorRemoved',
  'apiKeyAdded',
  'whitelistClosed',
] as const
export type Cause = (typeof CAUSES)[number] | 'other'

export function causeOf(cause: string | null): Cause {
  return CAUSES.find((known) => known === cause) ?? 'other'
}
