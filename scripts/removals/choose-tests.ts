/** Chooses the tests able to notice a removal, the nearest to the rule first. */
import { dirname, join, normalize } from 'node:path'
import { AREAS } from './areas.ts'
import type { Drawn } from './draw.ts'
import { type Applied, KERNEL_LOADER } from './record-applied.ts'

/** Test files run together, before the next batch begins. */
export interface Batch {
  readonly files: readonly string[]
  /** Only tests with matching full names. */
  readonly names?: string
  /** Then `files` are parts of paths, and the product has to be started. */
  readonly isBrowser?: boolean
}

export type Sources = ReadonlyMap<string, string>

const isUnitTest = (file: string): boolean => file.endsWith('.test.ts') && !/\.long\.test\.ts$|^scripts\//.test(file)
/** Tests that start processes and whole worlds take minutes, and hide applications in the processes. */
export const isDear = (file: string): boolean => /^sim\/src\/(crash|syscalls)\/|^server\/src\/demo\//.test(file)

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
const SIZES = [2, 6, 20] as const
const LAST_SIZE = 48

function batched(tests: readonly string[]): readonly Batch[] {
  const batches: Batch[] = []
  for (let at = 0; at < tests.length; at += batches.at(-1)?.files.length ?? 0) {
    batches.push({ files: tests.slice(at, at + (SIZES[batches.length] ?? LAST_SIZE)) })
  }
  return batches
}

/** Vitest's pattern for one test. Reports put ` > ` between the parts of a name. */
export const patternOf = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' > ', '.{1,3}')

/** Names in one pattern. Beyond, a whole file is not much slower. */
const NAMES_MOST = 40
/** Of a file with many names these run by themselves first. */
const NAMES_FIRST = 8

/** Narrows a batch to tests with an application of the rule, if each test has a name. */
function narrowed({ files }: Batch, applied: readonly Applied[]): Batch {
  const here = applied.filter(({ file }) => files.includes(file))
  const names = here.map(({ test }) => test)
  if (names.length > NAMES_MOST || names.includes('')) return { files }
  return { files, names: `^(${names.map(patternOf).join('|')})$` }
}

/** The module by which tests load a rule: no test imports the kernel's sources. */
const loadedAs = (file: string): string => (file.startsWith('engine/kernel/') ? KERNEL_LOADER : file)

/** All test files that load a rule's code, dear files last. */
export const testsAround = (file: string, importedBy: ReadonlyMap<string, readonly string[]>): readonly string[] =>
  testsOf(loadedAs(file), importedBy)

/**
 * Batches of tests for a rule, in order of promise: first tests with an application of the rule. When the rule also applies in threads or
 * processes, other tests follow that load the code.
 * @param withBrowser browser tests behind all others
 */
export function batchesFor(
  drawn: Drawn,
  applied: readonly Applied[],
  importedBy: ReadonlyMap<string, readonly string[]>,
  withBrowser = false,
): readonly Batch[] {
  const around = testsAround(drawn.file, importedBy)
  const known = around.filter((test) => applied.some(({ file }) => file === test))
  const [first] = known
  const named = applied.filter(({ file, test }) => file === first && test !== '')
  const units = [
    ...(first === undefined || named.length <= NAMES_FIRST ? [] : [narrowed({ files: [first] }, named.slice(0, NAMES_FIRST))]),
    ...batched(known).map((batch) => narrowed(batch, applied)),
    ...(applied.some(({ file }) => file === '') ? batched(around.filter((test) => !known.includes(test))) : []),
  ]
  const words = AREAS.find(({ name }) => name === drawn.area)?.browser
  return withBrowser && words !== undefined ? [...units, { files: words, isBrowser: true }] : units
}
