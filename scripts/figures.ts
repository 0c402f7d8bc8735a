/**
 * `npm run figures [-- --at <checkout>] [--commit <revision>]`: counts of what makes a change dear, one line each, what was counted below it.
 *
 * - value import circles: groups of files that load one another; imports of types alone lead nowhere when the program runs
 * - cross-feature imports: of one folder of `web/src/features` in another
 * - the kernel's lines, those of them that are imports, and those that load or store by hand
 * - duplicated pairs: pairs of files with a run of twelve lines alike, see `duplicatedPairs`
 * - places of meaning: with `--commit`, the hand-written sources that it touches
 *
 * Reads the checkout's files as they stand, of any commit; runs none of them.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { crossFeatureImports, duplicatedPairs, kernelLines, madeOf, type Sources, valueCircles } from './figures-count.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function told(what: string, found: readonly string[]): void {
  say(`${what}: ${found.length}`)
  for (const line of found) say(`  ${line}`)
}

const git = (at: string, ...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { cwd: at, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter((line) => line !== '')

function sourcesAt(at: string): Sources {
  const files = git(at, 'ls-files').filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file) && existsSync(join(at, file)))
  return new Map(files.map((file) => [file, readFileSync(join(at, file), 'utf8')]))
}

function tellCommit(at: string, revision: string): void {
  const files = git(at, 'show', '--name-only', '--format=', revision)
  told(
    `places of meaning in ${revision}`,
    files.filter((file) => madeOf(file) === 'by hand'),
  )
  const rest = ['generated', 'wasm', 'locales', 'tests', 'documents'] as const
  say(`  besides: ${rest.map((made) => `${files.filter((file) => madeOf(file) === made).length} ${made}`).join(', ')}`)
}

const { values } = parseArgs({ options: { at: { type: 'string' }, commit: { type: 'string' } } })
const at = resolve(values.at ?? dirname(dirname(fileURLToPath(import.meta.url))))
const sources = sourcesAt(at)
told(
  'value import circles',
  valueCircles(sources).map((way) => way.join(' → ')),
)
told('cross-feature imports', crossFeatureImports(sources))
const kernel = kernelLines(sources)
say(`kernel lines: ${kernel.lines}`)
say(`kernel lines that are imports: ${kernel.imports}`)
say(`kernel lines with a raw load or store: ${kernel.raw}`)
told(
  'duplicated pairs',
  duplicatedPairs(sources).map(({ one, other, lines }) => `${one} ~ ${other} (${lines} lines)`),
)
if (values.commit !== undefined) tellCommit(at, values.commit)
