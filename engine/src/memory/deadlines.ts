/**
 * What is due when: a binary heap of (time, class, id), totally ordered, so that the order of firing never depends on the heap's
 * inner arrangement. Cold next to matching: plain objects are fine.
 */

/** Order of things due at the same time. */
export const DUE_DAY = 0
export const DUE_EXPIRY = 1
export const DUE_CANCEL_ALL = 2
export const DUE_STATUS = 3

export interface Deadline {
  readonly at: number
  readonly due: number
  /** expiry: order id; cancel-all: user id; status: instrument id. */
  readonly id: number
  /** cancel-all: instrument id, 0 = all. */
  readonly detail: number
}

export class Deadlines {
  heap: Deadline[] = []
  positions = new Map<string, number>()
  readonly #onNext: (next: number) => void

  /** @param onNext told the earliest time at first and whenever it may have changed */
  constructor(onNext: (next: number) => void) {
    this.#onNext = onNext
    onNext(this.next())
  }

  /** The earliest one, left where it is. */
  first(): Deadline | undefined {
    return this.heap[0]
  }

  /** Earliest time, Infinity = none. */
  next(): number {
    const first = this.heap[0]
    return first === undefined ? Infinity : first.at
  }

  /** Sets or moves the deadline of (due, id, detail). */
  set(deadline: Deadline): void {
    this.clear(deadline.due, deadline.id, deadline.detail)
    this.heap.push(deadline)
    this.positions.set(nameOf(deadline), this.heap.length - 1)
    this.rise(this.heap.length - 1)
    this.#onNext(this.next())
  }

  clear(due: number, id: number, detail: number): void {
    const position = this.positions.get(`${due}:${id}:${detail}`)
    if (position === undefined) return
    const last = this.heap.pop()
    this.positions.delete(`${due}:${id}:${detail}`)
    if (last !== undefined && position < this.heap.length) {
      this.heap[position] = last
      this.positions.set(nameOf(last), position)
      this.rise(position)
      this.sink(position)
    }
    this.#onNext(this.next())
  }

  /** Takes the earliest one out. */
  take(): Deadline | undefined {
    const first = this.heap[0]
    if (first !== undefined) this.clear(first.due, first.id, first.detail)
    return first
  }

  /** The deadline of (due, id, detail), if set. */
  find(due: number, id: number, detail: number): Deadline | undefined {
    const position = this.positions.get(`${due}:${id}:${detail}`)
    return position === undefined ? undefined : this.heap[position]
  }

  /** Replaces the content by another's heap. */
  restore(heap: readonly Deadline[]): void {
    this.heap = [...heap]
    this.positions = new Map(heap.map((deadline, position) => [nameOf(deadline), position]))
    this.#onNext(this.next())
  }

  rise(from: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.swapIfEarlier(at, parent)) return
      at = parent
    }
  }

  sink(from: number): void {
    let at = from
    for (;;) {
      const left = at * 2 + 1
      const leftOne = this.heap[left]
      const rightOne = this.heap[left + 1]
      if (leftOne === undefined) return
      const child = rightOne !== undefined && isEarlier(rightOne, leftOne) ? left + 1 : left
      if (!this.swapIfEarlier(child, at)) return
      at = child
    }
  }

  swapIfEarlier(child: number, parent: number): boolean {
    const lower = this.heap[child]
    const upper = this.heap[parent]
    if (lower === undefined || upper === undefined || !isEarlier(lower, upper)) return false
    this.heap[parent] = lower
    this.heap[child] = upper
    this.positions.set(nameOf(lower), parent)
    this.positions.set(nameOf(upper), child)
    return true
  }
}

function nameOf(deadline: Deadline): string {
  return `${deadline.due}:${deadline.id}:${deadline.detail}`
}

function isEarlier(first: Deadline, second: Deadline): boolean {
  if (first.at !== second.at) return first.at < second.at
  if (first.due !== second.due) return first.due < second.due
  if (first.id !== second.id) return first.id < second.id
  return first.detail < second.detail
}
