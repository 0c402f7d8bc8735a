/** Chooses the tests able to notice a removal, the nearest to the rule first. */
import { dirname, join, normalize } from 'node:path'
import { AREAS } from './areas.ts'
import type { Drawn } from './draw.ts'

/** Test files run together, before the next batch begins. */
export interface Batch {
  readonly files: readonly string[]
  /** Only tests with matching full names. */
  readonly names?: string
}

export type Sources = ReadonlyMap<string, string>

const isUnitTest = (file: string): boolean => file.endsWith('.test.ts') && !/\.long\.test\.ts$|^scripts\//.test(file)
/** Tests that start processes and whole worlds take minutes, and meet little beyond the reach of nearer tests. */
const isDear = (file: string): boolean => /^sim\/src\/(crash|syscalls|disk-faults|lossy)|^server\/src\/(demo|first-start)|demo-/.test(file)

/** Quoted paths of a source: imports, and the scripts of threads. */
const QUOTED = /'((?:\.{1,2}\/|@agio\/)[^'\n]+)'/g

function targetOf(file: string, from: string, sources: Sources): string | undefined {
  const [, place, rest = ''] = /^@agio\/(\w+)\/(.+)$/.exec(from) ?? []
  const path = place === undefined ? normalize(join(dirname(file), from)) : `${place}/${rest.startsWith('generated/') ? '' : 'src/'}${rest}`
  return sources.has(path) ? path : undefined
}

/** Who imports each file. */
export function importers(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [file, source] of sources) {
    const targets = new Set([...source.matchAll(QUOTED)].map(([, from = '']) => targetOf(file, from, sources)))
    for (const target of targets) {
      if (target !== undefined) found.set(target, [...(found.get(target) ?? []), file])
    }
  }
  return found
}

/** How many leading folders two paths share. */
function sharedFolders(one: string, other: string): number {
  const [parts, others] = [one.split('/'), other.split('/')]
  const apart = parts.findIndex((part, index) => part !== others[index])
  return apart === -1 ? parts.length : apart
}

/** Tests that load a file, in order of the number of imports between, neighbours in the tree earlier, dear tests last. */
export function testsOf(file: string, importedBy: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const distances = new Map([[file, 0]])
  for (const [next, distance] of distances) {
    for (const importer of importedBy.get(next) ?? []) if (!distances.has(importer)) distances.set(importer, distance + 1)
  }
  const place = (test: string): number => (isDear(test) ? 1000 : 0) + (distances.get(test) ?? 0) - (sharedFolders(test, file) >= 3 ? 2 : 0)
  return [...distances.keys()].filter(isUnitTest).sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1))
}

/** The first batches are small: neighbouring tests notice most removals. */
const SIZES = [3, 8, 24] as const
const LAST_SIZE = 48

function batched(tests: readonly string[]): readonly Batch[] {
  const batches: Batch[] = []
  for (let at = 0; at < tests.length; at += batches.at(-1)?.files.length ?? 0) {
    batches.push({ files: tests.slice(at, at + (SIZES[batches.length] ?? LAST_SIZE)) })
  }
  return batches
}

const SCENARIOS = 'engine/scenarios/scenarios.test.ts'

/** No test imports the kernel's sources: scenarios come first, then all tests of the engine, the simulator, the area, the server. */
function batchesOfKernel(drawn: Drawn, tests: readonly string[]): readonly Batch[] {
  const area = AREAS.find(({ name }) => name === drawn.area)
  const ofArea = tests.filter((test) => area?.tests.some((path) => test.startsWith(path)))
  const stages = [
    tests.filter((test) => test.startsWith('engine/')),
    ofArea.filter((test) => test.startsWith('sim/')),
    ofArea.filter((test) => !test.startsWith('sim/')),
    tests.filter((test) => /^sim\/src\/(simulation|contracts|products|wallet|model|auctions|golden|attack)/.test(test)),
    tests.filter((test) => /^server\/src\/(sequencer|http)\//.test(test)),
  ]
  const seen = new Set<string>()
  const rest = stages.map((files) => ({ files: files.filter((test) => !seen.has(test) && seen.add(test)) }))
  const first = area === undefined || area.scenarios.test('') ? [] : [{ files: [SCENARIOS], names: area.scenarios.source }]
  return [...first, ...rest].filter(({ files }) => files.length > 0)
}

/** Batches of tests for a rule, in order of promise. */
export function batchesFor(drawn: Drawn, sources: Sources, importedBy: ReadonlyMap<string, readonly string[]>): readonly Batch[] {
  if (drawn.file.startsWith('engine/kernel/')) return batchesOfKernel(drawn, [...sources.keys()].filter(isUnitTest).sort())
  return batched(testsOf(drawn.file, importedBy))
}
