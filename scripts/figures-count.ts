/** What `npm run figures` counts in sources, given as text by path. */
import { dirname, join, normalize } from 'node:path'

export type Sources = ReadonlyMap<string, string>

const isCode = (file: string): boolean => /\.(ts|tsx|mts|mjs)$/.test(file) && !file.endsWith('.d.ts')
const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file) || file.startsWith('web/e2e/')

/** What a command's change is made of: hand-written sources, and what follows from them or proves them. */
export type Made = 'generated' | 'wasm' | 'locales' | 'tests' | 'documents' | 'by hand'

/** Texts of a language are named by it, or stand in a folder that is. */
const LOCALE = /(^|\/)[a-z]{2}_[A-Z]{2}(\.json$|\/)/

export function madeOf(file: string): Made {
  if (file.endsWith('.wasm')) return 'wasm'
  if (file.startsWith('engine/generated/') || file === 'package-lock.json') return 'generated'
  if (LOCALE.test(file)) return 'locales'
  if (isTest(file) || /\.scenario\.txt$|\/golden\/|\.snap$/.test(file)) return 'tests'
  return file.endsWith('.md') ? 'documents' : 'by hand'
}

interface Import {
  readonly from: string
  /** The lines that it takes. */
  readonly lines: number
  /** Something of it is there when the program runs. */
  readonly isValue: boolean
}

const IMPORT = /^(?:import\s*|(?:import|export)\s+(type\s)?([\w$*{},\s]+?)\s*from\s*)'([^'\n]+)'/gm

/** Imports of a source, with what it exports from elsewhere. */
export function importsOf(source: string): readonly Import[] {
  return [...source.matchAll(IMPORT)].map(([statement, type, what = '', from = '']) => {
    const named = /\{([^}]*)\}/.exec(what)?.[1]?.split(',') ?? []
    const values = named.filter((name) => name.trim() !== '' && !/^\s*type\s/.test(name))
    const isAllTypes = named.length > 0 && values.length === 0 && /^\s*\{/.test(what)
    return { from, lines: statement.split('\n').length, isValue: type === undefined && !isAllTypes }
  })
}

/** The file of an import, if it is one of these sources. The kernel's imports have no ending; `@agio/engine/x.ts` is `engine/src/x.ts`. */
function targetOf(file: string, from: string, sources: Sources): string | undefined {
  if (!/^(\.|@agio\/)/.test(from)) return undefined
  const [, place, rest = ''] = /^@agio\/(\w+)\/(.+)$/.exec(from) ?? []
  const path = place === undefined ? normalize(join(dirname(file), from)) : `${place}/${rest.startsWith('generated/') ? '' : 'src/'}${rest}`
  return [path, `${path}.ts`].find((one) => sources.has(one))
}

/** Files that load one another: each group of them once, as the shortest way round from its first file. */
export function valueCircles(sources: Sources): readonly (readonly string[])[] {
  const reach = new Map<string, readonly string[]>()
  for (const [file, source] of sources) {
    if (!isCode(file) || isTest(file)) continue
    const targets = importsOf(source).flatMap(({ from, isValue }) => (isValue ? [targetOf(file, from, sources)] : []))
    reach.set(file, [...new Set(targets.filter((target) => target !== undefined))])
  }
  const told = new Set<string>()
  return [...reach.keys()].sort().flatMap((file) => {
    if (told.has(file)) return []
    const way = wayBack(file, reach)
    if (way === undefined) return []
    const behind = reached(file, reach)
    for (const other of behind) if (reached(other, reach).has(file)) told.add(other)
    return [way]
  })
}

function reached(file: string, reach: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [file]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const target of reach.get(next) ?? []) {
      if (!seen.has(target)) open.push(target)
      seen.add(target)
    }
  }
  return seen
}

function wayBack(file: string, reach: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const ways: (readonly string[])[] = [[file]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const next of reach.get(way.at(-1) ?? '') ?? []) {
      if (next === file) return [...way, file]
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  return undefined
}

const featureOf = (path: string): string | undefined => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** Imports that lead into a folder of pages from outside it, types included; the tables of routes may name them all. */
export function crossFeatureImports(sources: Sources): readonly string[] {
  return [...sources].flatMap(([file, source]) => {
    if (!file.startsWith('web/src/') || !isCode(file) || isTest(file) || /testing|\/(own-)?routes\.tsx?$/.test(file)) return []
    const targets = importsOf(source).map(({ from }) => normalize(join(dirname(file), from)))
    const foreign = targets.filter((target) => ![undefined, featureOf(file)].includes(featureOf(target)))
    return foreign.map((target) => `${file} → ${target}`)
  })
}

export interface KernelLines {
  readonly lines: number
  readonly imports: number
  /** Lines with a load or store of their own. */
  readonly raw: number
}

export function kernelLines(sources: Sources): KernelLines {
  const kernel = [...sources].filter(([file]) => /^engine\/kernel\/.*\.ts$/.test(file)).map(([, source]) => source)
  const sum = (count: (source: string) => number): number => kernel.reduce((total, source) => total + count(source), 0)
  return {
    lines: sum((source) => source.split('\n').length - 1),
    imports: sum((source) => importsOf(source).reduce((total, { lines }) => total + lines, 0)),
    raw: sum((source) => source.split('\n').filter((line) => /\b(load|store)<\w+>\(/.test(line)).length),
  }
}

/** So many lines that are alike are a duplicate. */
const RUN = 12

interface Line {
  readonly text: string
  /** From 1. */
  readonly number: number
}

/** Lines that say something: without comments, imports, blank lines and lone punctuation, white space folded. */
function saidIn(source: string): readonly Line[] {
  const blanked = source
    .replace(IMPORT, (statement) => statement.replace(/[^\n]/g, ''))
    .replace(/\/\*[\s\S]*?\*\//g, (all) => all.replace(/[^\n]/g, ''))
  return blanked
    .split('\n')
    .map((line, index) => ({
      text: line
        .replace(/^\s*\/\/.*/, '')
        .trim()
        .replace(/\s+/g, ' '),
      number: index + 1,
    }))
    .filter(({ text }) => /\w/.test(text))
}

export interface Pair {
  readonly one: string
  readonly other: string
  /** Lines of their longest run. */
  readonly lines: number
}

/** Pairs of files that share a run of twelve or more lines that say the same, longest first. Tests and what is generated are left out. */
export function duplicatedPairs(sources: Sources): readonly Pair[] {
  const code = [...sources]
    .filter(([file]) => isCode(file) && madeOf(file) === 'by hand')
    .map(([file, source]) => ({ file, said: saidIn(source) }))
  const places = new Map<string, [number, number][]>()
  for (const [index, { said }] of code.entries()) {
    for (let at = 0; at + RUN <= said.length; at += 1) {
      const run = said
        .slice(at, at + RUN)
        .map(({ text }) => text)
        .join('\n')
      places.set(run, [...(places.get(run) ?? []), [index, at]])
    }
  }
  const longest = new Map<string, Pair>()
  for (const same of places.values()) {
    for (const [position, [one, at]] of same.entries()) {
      for (const [other, otherAt] of same.slice(position + 1)) {
        if (one === other) continue
        const [first, second] = [code[one], code[other]]
        if (first === undefined || second === undefined) continue
        let lines = RUN
        while (first.said[at + lines]?.text !== undefined && first.said[at + lines]?.text === second.said[otherAt + lines]?.text) lines += 1
        const pair = { one: `${first.file}:${first.said[at]?.number}`, other: `${second.file}:${second.said[otherAt]?.number}`, lines }
        const key = `${one} ${other}`
        if ((longest.get(key)?.lines ?? 0) < lines) longest.set(key, pair)
      }
    }
  }
  return [...longest.values()].sort((a, b) => b.lines - a.lines)
}
