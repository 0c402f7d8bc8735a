/** Judges one rule: do the tests notice the removal? */
import { type Batch, batchesFor, patternOf } from './choose-tests.ts'
import type { Drawn } from './draw.ts'
import { type Rule, ruleKey } from './find-rules.ts'
import type { PrivateCopy } from './private-copy.ts'
import type { Applied } from './record-applied.ts'
import { type BatchResult, runBatch } from './run-batch.ts'

/**
 * `noticed`: a test fails without the rule and passes with the rule; `unnoticed`: all tests in which the rule applies passed; `never`: the rule
 * applies in no recorded test; `hangs`: tests do not end
 * without the rule, and end soon with the rule; `unfinished`: time ended before; `compile`: the rest does not compile; `missing`: the sources have no such rule.
 */
export type Outcome = 'noticed' | 'unnoticed' | 'never' | 'hangs' | 'unfinished' | 'compile' | 'missing'

export interface Verdict {
  readonly area: string
  readonly rule: string
  readonly outcome: Outcome
  /** `file: test`, the first that failed. */
  readonly by?: string
  /** Test files whose turn came, among `of` files able to notice. */
  readonly ran: number
  readonly of: number
  readonly seconds: number
}

/** Test files that fail with all rules in place say nothing: they are left out. */
const failsAnyway = new Set<string>()

const fileOf = (failed: string): string => /^[^:]+/.exec(failed)?.[0] ?? failed

export interface Bench {
  readonly copy: PrivateCopy
  readonly applied: readonly Applied[]
  readonly importedBy: ReadonlyMap<string, readonly string[]>
  /** Milliseconds for one rule. */
  readonly limit: number
  readonly withBrowser: boolean
}

interface Tried {
  readonly by?: string
  readonly ran: number
  readonly over: boolean
  readonly hangs?: boolean
}

/** Tests that end this many times sooner with the rule in place hang without the rule. */
const SOONER = 3

/** Does a test pass with all rules in place, alone or behind the other tests of the file? */
async function passes({ copy, limit }: Bench, failed: string, batch: Batch): Promise<boolean> {
  const file = fileOf(failed)
  const isOfFile = batch.files.includes(file)
  const whole = isOfFile ? { files: [file] } : batch
  for (const one of isOfFile && failed !== file ? [{ files: [file], names: patternOf(failed.slice(file.length + 2)) }, whole] : [whole]) {
    const { failed: again, over, isLost } = await runBatch(copy.root, one, limit)
    // a copy that somebody emptied would let no test run, and each removal pass
    if (isLost) throw new Error(`no test runs in ${copy.root}`)
    if (again.length === 0 && !over) return true
  }
  return false
}

/** Runs the batch without the rule; what fails is run once more with all rules in place. */
async function tryBatch(bench: Bench, rule: Rule, batch: Batch, until: number): Promise<(BatchResult & Pick<Tried, 'hangs'>) | undefined> {
  const files = batch.files.filter((file) => !failsAnyway.has(file))
  if (files.length === 0) return { failed: [], over: false, isLost: false }
  const putBack = bench.copy.remove(rule)
  if (putBack === undefined) return undefined
  const begun = Date.now()
  let result: BatchResult
  try {
    result = await runBatch(bench.copy.root, { ...batch, files }, Math.max(1, until - Date.now()))
  } finally {
    putBack()
  }
  if (result.over && until - begun > bench.limit / 2) {
    const { over } = await runBatch(bench.copy.root, { ...batch, files }, (Date.now() - begun) / SOONER)
    return { ...result, hangs: !over }
  }
  const failed = result.failed[0]
  if (failed === undefined || (await passes(bench, failed, { ...batch, files }))) return result
  const file = fileOf(failed)
  // a failure outside of any test names no file to leave out
  if (!files.includes(file)) return { failed: [], over: true, isLost: false }
  failsAnyway.add(file)
  return tryBatch(bench, rule, batch, until)
}

async function tryBatches(bench: Bench, rule: Rule, batches: readonly Batch[]): Promise<Tried | undefined> {
  const until = Date.now() + bench.limit
  const ran = new Set<string>()
  for (const batch of batches) {
    const result = await tryBatch(bench, rule, batch, until)
    if (result === undefined) return undefined
    const [by] = result.failed
    if (by !== undefined) return { by, ran: ran.size + 1, over: false }
    if (result.over || Date.now() > until) return { ran: ran.size, over: true, hangs: result.hangs === true }
    for (const file of batch.files) ran.add(file)
  }
  return { ran: ran.size, over: false }
}

/** @param rule the drawn rule in the sources, if still present */
export async function judge(bench: Bench, drawn: Drawn, rule: Rule | undefined): Promise<Verdict> {
  const started = Date.now()
  const named = { area: drawn.area, rule: ruleKey(drawn) }
  const applied = bench.applied.filter((each) => each.rule === named.rule)
  const batches = batchesFor(drawn, applied, bench.importedBy, bench.withBrowser)
  const of = new Set(batches.flatMap(({ files }) => files)).size
  const tried = rule === undefined ? undefined : await tryBatches(bench, rule, batches)
  const seconds = Math.round((Date.now() - started) / 1000)
  if (tried === undefined) return { ...named, outcome: rule === undefined ? 'missing' : 'compile', ran: 0, of, seconds }
  const passed = applied.length === 0 ? 'never' : 'unnoticed'
  const late = tried.hangs === true ? 'hangs' : 'unfinished'
  const outcome = tried.over ? late : tried.by === undefined ? passed : 'noticed'
  return { ...named, outcome, ...(tried.by === undefined ? {} : { by: tried.by }), ran: tried.ran, of, seconds }
}
