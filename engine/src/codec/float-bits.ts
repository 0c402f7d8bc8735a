/** The bits of a float64. */
const double = new DataView(new ArrayBuffer(8))

/** Sign, exponent and the highest bits of the fraction: the upper 32. */
export function highBitsOf(value: number): number {
  double.setFloat64(0, value)
  return double.getUint32(0)
}
