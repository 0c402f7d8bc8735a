/** Runs a file of vectors through the adapter. */
import { readFileSync } from 'node:fs'
import { differences } from './expected.ts'
import { isForeign, OPERATIONS } from './operations.ts'

export interface Vector {
  readonly area: string
  readonly source: string
  readonly input: Readonly<Record<string, unknown>> & { readonly op: string }
  readonly expected: unknown
  readonly tolerance: string
}

export interface VectorReport {
  passed: number
  failed: number
  skipped: number
  /** Of those that passed, formulas of other venues and chains. */
  foreign: number
  readonly failures: string[]
}

/** Vectors of a JSON file, optionally only those of some areas. */
export function readVectors(path: string | URL, areas: readonly string[] = []): Vector[] {
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const vectors = (Array.isArray(parsed) ? parsed : []) as Vector[]
  return vectors.filter(({ area, input }) => areas.length === 0 || areas.some((name) => area === name || input.op.startsWith(`${name}.`)))
}

/** Differences of one vector; undefined when the adapter does not know its operation. */
export function checkVector(vector: Vector): string[] | undefined {
  const operation = OPERATIONS[vector.input.op]
  if (operation === undefined) return undefined
  try {
    return differences(vector.expected, operation(vector.input), vector.tolerance)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

export function checkVectors(vectors: readonly Vector[]): VectorReport {
  const report: VectorReport = { passed: 0, failed: 0, skipped: 0, foreign: 0, failures: [] }
  for (const vector of vectors) {
    const found = checkVector(vector)
    if (found === undefined) report.skipped += 1
    else if (found.length === 0) {
      report.passed += 1
      if (isForeign(vector.input)) report.foreign += 1
    } else {
      report.failed += 1
      report.failures.push(`${vector.input.op} (${vector.source}) ${JSON.stringify(vector.input)}: ${found.join('; ')}`)
    }
  }
  return report
}
