/**
 * `npm run removals [-- --only <area|number> …] [--resume] [--limit <seconds>] [--browser] [--record <part of a path> …] [--store]`: takes rules of a fixed
 * sample out of a copy of the tree, one at a time, and counts the removals noticed by a test. Verdicts go to `artefacts/removals/verdicts.json`, where
 * `--resume` goes on. Before the first removal `applied.json` beside the verdicts learns which tests meet each rule: `--record` forgets test
 * files, for changed ones. `--browser` adds browser tests behind all others; `--store` writes the verdicts to `baseline.json` and keeps the notes there.
 * `--list` prints the sample with its numbers, `--draw <seed>` draws another.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isDrawnFrom } from './areas.ts'
import { importers } from './choose-tests.ts'
import { type Drawn, drawSample } from './draw.ts'
import { ruleKey, rulesOfFiles } from './find-rules.ts'
import { readJson, writeJson } from './json-file.ts'
import { type Bench, judge, type Outcome, type Verdict } from './judge-rule.ts'
import { PrivateCopy } from './private-copy.ts'
import { Recording } from './recording.ts'
import { endRun } from './run-batch.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const SAMPLE = join(here, 'sample.json')
const BASELINE = join(here, 'baseline.json')
const VERDICTS = join(root, 'artefacts', 'removals', 'verdicts.json')
const APPLIED = join(root, 'artefacts', 'removals', 'applied.json')
/** Seconds for one rule: more than all tests of the engine take on a busy machine. */
const LIMIT_DEFAULT = 420

interface Kept {
  readonly rule: string
  readonly outcome: Outcome
  readonly by?: string
  /** Why no test can notice the removal. */
  readonly note?: string
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))

function sourcesOfTree(): ReadonlyMap<string, string> {
  const code = files.filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file))
  return new Map(code.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

/** Writes a new sample, still without verdicts. */
function draw(seed: string): void {
  const sample = drawSample(seed, rulesOfFiles(root, files.filter(isDrawnFrom)))
  writeJson(SAMPLE, sample)
  say(`${sample.length} rules drawn with the seed ${seed}`)
}

const told = ({ area, rule, outcome, by, ran, of, seconds }: Verdict): string =>
  `${outcome}  ${area}  ${rule}  ${by ?? `${ran} of ${of} test files passed`}  ${seconds} s`

function isMeant(drawn: Drawn, number: number, only: readonly string[]): boolean {
  return only.length === 0 || only.includes(String(number)) || only.includes(drawn.area)
}

interface Options {
  /** Parts of paths. */
  readonly record: readonly string[]
  readonly only: readonly string[]
  readonly resume: boolean
  /** Seconds. */
  readonly limit: string
  readonly browser: boolean
}

/** Lends a copy of the tree, and deletes the copy also when the process is ended. */
async function withCopy(work: (copy: PrivateCopy) => Promise<void>): Promise<void> {
  const copy = new PrivateCopy(root, files)
  const end = (signal: string): never => {
    say(`ended by ${signal}; --resume goes on`)
    endRun()
    copy.delete()
    process.exit(1)
  }
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    await work(copy)
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
    copy.delete()
  }
}

/** Writes each verdict at once: an interrupted run can go on. */
async function judgeAll(sample: readonly Drawn[], options: Options): Promise<void> {
  const verdicts = new Map(readJson<Verdict>(VERDICTS).map((verdict) => [verdict.rule, verdict]))
  const meant = sample.filter(
    (drawn, index) => isMeant(drawn, index + 1, options.only) && !(options.resume && verdicts.has(ruleKey(drawn))),
  )
  const present = files.filter((file) => sample.some((drawn) => drawn.file === file))
  const keys = new Set(sample.map(ruleKey))
  const rules = rulesOfFiles(root, present).filter((rule) => keys.has(ruleKey(rule)))
  const byKey = new Map(rules.map((rule) => [ruleKey(rule), rule]))
  const importedBy = importers(sourcesOfTree())
  const recording = new Recording(APPLIED)
  recording.forget(options.record)
  const wanted = meant.flatMap((drawn) => byKey.get(ruleKey(drawn)) ?? [])
  const lacking = recording.lacking(wanted, importedBy)
  if (lacking.length > 0)
    await withCopy((copy) => recording.add(copy, rules, lacking, (done) => say(`${done} of ${lacking.length} test files recorded`)))
  const limit = Number(options.limit) * 1000
  await withCopy(async (copy) => {
    const bench: Bench = { copy, applied: recording.all(), importedBy, limit, withBrowser: options.browser }
    for (const drawn of meant) {
      const verdict = await judge(bench, drawn, byKey.get(ruleKey(drawn)))
      say(`${sample.indexOf(drawn) + 1}  ${told(verdict)}`)
      verdicts.set(verdict.rule, verdict)
      writeJson(
        VERDICTS,
        sample.flatMap((each) => verdicts.get(ruleKey(each)) ?? []),
      )
    }
  })
}

/** Rules without a new verdict keep the old line. */
function store(sample: readonly Drawn[]): void {
  const before = new Map(readJson<Kept>(BASELINE).map((kept) => [kept.rule, kept]))
  const verdicts = new Map(readJson<Verdict>(VERDICTS).map((verdict) => [verdict.rule, verdict]))
  const rows = sample.map((drawn): Kept => {
    const rule = ruleKey(drawn)
    const { outcome, by } = verdicts.get(rule) ?? before.get(rule) ?? { outcome: 'unfinished' }
    const note = before.get(rule)?.note
    return { rule, outcome, ...(by === undefined ? {} : { by }), ...(note === undefined || outcome === 'noticed' ? {} : { note }) }
  })
  writeJson(BASELINE, rows)
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    record: { type: 'string', multiple: true, default: [] },
    resume: { type: 'boolean', default: false },
    limit: { type: 'string', default: String(LIMIT_DEFAULT) },
    browser: { type: 'boolean', default: false },
    store: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    draw: { type: 'string' },
  },
})
if (values.draw !== undefined) draw(values.draw)
else {
  // hours of work, beside other programs
  setPriority(19)
  const sample = readJson<Drawn>(SAMPLE)
  if (values.list) for (const [index, drawn] of sample.entries()) say(`${index + 1}  ${drawn.area}  ${drawn.kind}  ${ruleKey(drawn)}`)
  else {
    await judgeAll(sample, values)
    if (values.store) store(sample)
    const verdicts = readJson<Verdict>(VERDICTS)
    say(`${verdicts.filter(({ outcome }) => outcome === 'noticed').length} of ${sample.length} removals noticed`)
  }
}
