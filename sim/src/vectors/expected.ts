/** Compares what an operation gave with what a vector expects: numbers within the absolute tolerance, everything else exactly. */
import { compare, magnitude, subtract, tryExact } from './exact.ts'

/** Differences in words; keys and rows that are not expected are not looked at. */
export function differences(expected: unknown, got: unknown, tolerance: string, path = ''): string[] {
  const here = path === '' ? 'result' : path
  const allowed = tryExact(tolerance)
  const wanted = tryExact(expected)
  const found = tryExact(got)
  if (wanted !== undefined && found !== undefined && allowed !== undefined) {
    const isClose = compare(magnitude(subtract(wanted, found)), allowed) <= 0
    return isClose ? [] : [`${here}: expected ${String(expected)}, got ${String(got)}`]
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(got) || got.length !== expected.length)
      return [`${here}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`]
    return expected.flatMap((item, index) => differences(item, got[index], tolerance, `${path}[${index}]`))
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof got !== 'object' || got === null) return [`${here}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`]
    const fields = got as Record<string, unknown>
    return Object.entries(expected).flatMap(([key, value]) =>
      differences(value, fields[key], tolerance, path === '' ? key : `${path}.${key}`),
    )
  }
  return expected === got ? [] : [`${here}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`]
}
