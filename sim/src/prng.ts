/** Seeded random numbers in 32-bit integer arithmetic: the same on every machine, and no other source is used in a simulation. */

export interface Prng {
  /** Whole number, 0 ≤ n < below. */
  below(below: number): number
  /** Whole number, from ≤ n ≤ to. */
  between(from: number, to: number): number
  /** True about once in `n` calls. */
  oneIn(n: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** Item by weight; weights are whole and not negative, at least one is positive. */
  weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item
}

/** SplitMix32 of a seed: turns neighbouring seeds into unrelated states. */
function splitMix(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}

/** A generator (sfc32) for a seed. */
export function createPrng(seed: number): Prng {
  const start = splitMix(seed)
  let [a, b, c, counter] = [start(), start(), start(), 1]
  const next = (): number => {
    const sum = (a + b + counter) >>> 0
    counter = (counter + 1) >>> 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) >>> 0
    c = ((c << 21) | (c >>> 11)) >>> 0
    c = (c + sum) >>> 0
    return sum
  }
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next()
  const below = (bound: number): number => next() % bound
  return {
    below,
    between: (from, to) => from + below(to - from + 1),
    oneIn: (n) => below(n) === 0,
    pick: (items) => items[below(items.length)] ?? items[0],
    weighted(items) {
      const total = items.reduce((sum, [weight]) => sum + weight, 0)
      let left = below(total)
      for (const [weight, item] of items) {
        if (left < weight) return item
        left -= weight
      }
      throw new RangeError('no item has a positive weight')
    },
  }
}
