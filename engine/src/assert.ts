/** Broken invariants: bugs of the engine, never bad input. The server stops and replays when it sees one. */

/** Thrown when the engine's own bookkeeping contradicts itself. */
export class InvariantViolation extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InvariantViolation'
  }
}

/** Throws InvariantViolation unless the condition holds. `message` says what should have been true. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message)
}

/** For the default branch of an exhaustive switch. */
export function never(value: never): never {
  throw new InvariantViolation(`unexpected value ${String(value)}`)
}
