/** A small seeded generator (mulberry32): the demo world looks alive and is the same for the same seed. Never used for secrets. */
export interface SeededRandom {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform integer in [from, to]. */
  between(from: number, to: number): number
  /** Roughly normal, mean 0, deviation 1 (sum of twelve uniforms). */
  normal(): number
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    normal: () => {
      let sum = -6
      for (let draw = 0; draw < 12; draw += 1) sum += next()
      return sum
    },
  }
}
