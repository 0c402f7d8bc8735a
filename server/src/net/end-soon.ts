/** Ends a connection that was refused: its other side may read why, and holds nothing by staying. */
import type { Duplex } from 'node:stream'

/** For the last bytes on their way and the other side's own end. */
export const LINGER_MS = 2000

/** Sends `last`, listens to nothing more and lets go after `lingerMs`, whatever the other side does. */
export function endSoon(stream: Duplex, last: string, lingerMs = LINGER_MS): void {
  if (stream.destroyed) return
  stream.end(last)
  // What nobody reads would hide that the other side ended.
  stream.resume()
  const cut = setTimeout(() => stream.destroy(), lingerMs)
  cut.unref()
  stream.once('close', () => clearTimeout(cut))
}
