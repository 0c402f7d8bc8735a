/**
 * The clocks of a page. The device's own may be wrong by minutes and may be set while the page is open, so nothing is counted on it: what
 * runs out is measured against the server's time, and what merely lasts on a clock that only goes forward.
 */

/** A steady clock stands still while the computer sleeps; the device's has then gone on by more than this, ms. */
const SLEEP_MS = 1000

let passed = performance.now()
let steadyAt = passed
let deviceAt = Date.now()

/** Milliseconds since this page began. Never goes back, whatever is done to the device's clock, and counts the time that the computer slept. */
export function pageTime(): number {
  const steady = performance.now()
  const device = Date.now()
  const steadyGone = steady - steadyAt
  const deviceGone = device - deviceAt
  passed += deviceGone - steadyGone > SLEEP_MS ? deviceGone : Math.max(0, steadyGone)
  steadyAt = steady
  deviceAt = device
  return passed
}

/** Server time less page time, ms; the device's clock until the server has spoken. */
let offset = deviceAt - passed
/** How far the offset may be off, ms, and when that was so (page time). */
let doubt = Number.POSITIVE_INFINITY
let heardAt = 0

/** How fast clocks drift apart: the older an offset, the more a new one is worth. */
const DRIFT = 1 / 1000

/**
 * Takes the time that the server wrote into an answer.
 * @param time ms; anything that is no time is passed over
 * @param sentAt page time at which it was asked, `gotAt` when the answer came: the server wrote its time somewhere between
 */
export function heardServer(time: number, sentAt: number, gotAt = pageTime()): void {
  if (!(Number.isFinite(time) && time > 0)) return
  const next = time - (sentAt + gotAt) / 2
  const nextDoubt = Math.max(0, gotAt - sentAt) / 2
  const present = doubt + (gotAt - heardAt) * DRIFT
  // A slow answer must not spoil what a quick one told, but one that cannot be explained by both doubts is news: the server's clock leapt.
  if (nextDoubt >= present && Math.abs(next - offset) <= nextDoubt + present) return
  offset = next
  doubt = nextDoubt
  heardAt = gotAt
}

/** The server's clock as far as this page knows, ms. @param at page time; without it now */
export function serverNow(at = pageTime()): number {
  return at + offset
}

/** The device's own clock, ms: for what is asked of the device itself, and for nothing that runs out. */
export function deviceNow(): number {
  return Date.now()
}

/** Server time of a moment that a library stamped with the device's clock, ms. */
export function serverTimeOf(device: number): number {
  return serverNow() - Math.max(0, Date.now() - device)
}
