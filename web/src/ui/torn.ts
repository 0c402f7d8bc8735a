/**
 * A document that somebody else changed: a browser that translates a page, and some extensions, replace nodes, and React fails at the next
 * step with a NotFoundError. What is drawn anew is whole again, so a boundary does that by itself, a few times.
 */
const TIMES = 3
const WITHIN_MS = 10_000

export class TornDocument {
  #mended: number[] = []

  /** True when drawing anew is worth a try. @param now ms */
  mayMend(error: unknown, now: number): boolean {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) return false
    this.#mended = this.#mended.filter((at) => now - at < WITHIN_MS)
    if (this.#mended.length === TIMES) return false
    this.#mended.push(now)
    return true
  }
}
