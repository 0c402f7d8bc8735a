/** The two that `Math` has for numbers alone. */
export function larger(one: bigint, other: bigint): bigint {
  if (one > other) return one
  return other
}

export function smaller(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
}
