/**
 * Notes in which tests each rule applies. A removal changes nothing for a test in which the rule never applies: only
 * other tests have to run without the rule. All rules are watched at once: each condition becomes a call that writes the present test to a file.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Rule, ruleKey } from './find-rules.ts'
import { buildKernel, type PrivateCopy } from './private-copy.ts'
import { runAll } from './run-batch.ts'

/** A test in which a rule applied. Without `file` the rule applied in a thread or process of some test, without `test` outside of all tests in the file. */
export interface Applied {
  readonly rule: string
  readonly file: string
  readonly test: string
}

const LINES = 'removals-applied.txt'
/** Reads the kernel for every engine. */
export const KERNEL_LOADER = 'engine/node/compiled-kernel.mjs'

/** Writes each pair of rule and test once, and compares with the last test first: rules of the kernel apply a million times. */
const noteSource = (root: string): string => `
function noteRule(rule) {
  const worker = globalThis.__vitest_worker__
  const last = (globalThis.lastOfRule ??= [])
  const now = worker?.current ?? worker?.filepath ?? ''
  if (last[rule] === now) return
  last[rule] = now
  const test = worker?.current?.type === 'test' ? worker.current.fullTestName : ''
  const line = JSON.stringify([rule, worker?.filepath ?? '', test])
  const seen = (globalThis.seenOfRules ??= new Set())
  if (seen.has(line)) return
  seen.add(line)
  process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(join(root, LINES))}, line + '\\n')
}
`

const WATCHERS = `
function watchRule(rule, applies) {
  if (applies) noteRule(rule)
  return applies
}
function watchBound(rule, bounded, value) {
  if (bounded !== value) noteRule(rule)
  return bounded
}
`

const KERNEL_WATCHERS = `
@external('removals', 'note') declare function noteRule(rule: i32): void
function watchRule(rule: i32, applies: bool): bool {
  if (applies) noteRule(rule)
  return applies
}
function watchBound<Value>(rule: i32, bounded: Value, value: Value): Value {
  if (bounded != value) noteRule(rule)
  return bounded
}
`

const KERNEL_IMPORT = `
const PlainInstance = WebAssembly.Instance
WebAssembly.Instance = class extends PlainInstance {
  constructor(module, imports) {
    super(module, { ...imports, removals: { note: noteRule } })
  }
}
`

/** Puts a call around each condition, from the end of a file to the beginning. A rule inside of another is left out. */
function watch({ root }: PrivateCopy, rules: readonly Rule[]): void {
  for (const file of new Set(rules.map((rule) => rule.file))) {
    const path = join(root, file)
    let source = readFileSync(path, 'utf8')
    let before = source.length
    const here = rules.filter((rule) => rule.file === file).sort((one, other) => other.start - one.start)
    for (const { start, end, watched, ...rule } of here) {
      if (end > before) continue
      const number = rules.findIndex((each) => each.file === rule.file && each.start === start)
      source = source.slice(0, start) + watched.replace('RULE', String(number)) + source.slice(end)
      before = start
    }
    writeFileSync(path, source + (file.startsWith('engine/kernel/') ? KERNEL_WATCHERS : noteSource(root) + WATCHERS))
  }
  const loader = join(root, KERNEL_LOADER)
  writeFileSync(loader, readFileSync(loader, 'utf8') + noteSource(root) + KERNEL_IMPORT)
  if (!buildKernel(root)) throw new Error('the watched kernel does not compile')
}

function linesOf(root: string): readonly string[] {
  try {
    return readFileSync(join(root, LINES), 'utf8').split('\n')
  } catch {
    // no rule applied
    return []
  }
}

/** Test files run together. */
const PART = 60
/** Milliseconds for one part. */
const PART_MS = 3_600_000

/**
 * Runs the test files with all rules watched, and leaves the copy changed.
 * @param onPart takes the notes of each part of the files
 */
export async function recordApplied(
  copy: PrivateCopy,
  rules: readonly Rule[],
  files: readonly string[],
  onPart: (files: readonly string[], applied: readonly Applied[]) => void,
): Promise<void> {
  watch(copy, rules)
  for (let at = 0; at < files.length; at += PART) {
    const part = files.slice(at, at + PART)
    rmSync(join(copy.root, LINES), { force: true })
    await runAll(copy.root, part, PART_MS)
    onPart(
      part,
      linesOf(copy.root).flatMap((line) => {
        const [number, path, test] = line === '' ? [-1, '', ''] : (JSON.parse(line) as [number, string, string])
        const rule = rules[number]
        return rule === undefined ? [] : [{ rule: ruleKey(rule), file: path.replace(`${copy.root}/`, ''), test }]
      }),
    )
  }
}
