/**
 * `npm run removals [-- --only <area|number> …] [--resume] [--limit <seconds>] [--store]`: takes rules of a fixed sample out of a copy of the tree, one
 * at a time, and counts the removals noticed by a test. Verdicts go to `artefacts/removals/verdicts.json`, where `--resume` goes on;
 * `--store` writes the verdicts to `baseline.json` and keeps the notes there. `--list` prints the sample with its numbers, `--draw <seed>` draws another.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isDrawnFrom } from './areas.ts'
import { importers } from './choose-tests.ts'
import { type Drawn, drawSample } from './draw.ts'
import { ruleKey, rulesOfFiles } from './find-rules.ts'
import { type Bench, judge, type Outcome, type Verdict } from './judge-rule.ts'
import { PrivateCopy } from './private-copy.ts'
import { endRun } from './run-batch.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const SAMPLE = join(here, 'sample.json')
const BASELINE = join(here, 'baseline.json')
const VERDICTS = join(root, 'artefacts', 'removals', 'verdicts.json')
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
const readJson = <T>(file: string): readonly T[] => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly T[]) : [])

function writeJson(file: string, rows: readonly unknown[]): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`)
}

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

/** Writes each verdict at once: an interrupted run can go on. */
async function judgeAll(sample: readonly Drawn[], only: readonly string[], isResumed: boolean, limit: number): Promise<void> {
  const verdicts = new Map(readJson<Verdict>(VERDICTS).map((verdict) => [verdict.rule, verdict]))
  const meant = sample.filter((drawn, index) => isMeant(drawn, index + 1, only) && !(isResumed && verdicts.has(ruleKey(drawn))))
  const present = files.filter((file) => meant.some((drawn) => drawn.file === file))
  const rules = new Map(rulesOfFiles(root, present).map((rule) => [ruleKey(rule), rule]))
  const sources = sourcesOfTree()
  // hours of work, beside other programs
  setPriority(19)
  const copy = new PrivateCopy(root, files)
  const bench: Bench = { copy, sources, importedBy: importers(sources), limit: limit * 1000 }
  const end = (): never => {
    endRun()
    copy.delete()
    process.exit(1)
  }
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    for (const drawn of meant) {
      const verdict = await judge(bench, drawn, rules.get(ruleKey(drawn)))
      say(`${sample.indexOf(drawn) + 1}  ${told(verdict)}`)
      verdicts.set(verdict.rule, verdict)
      writeJson(
        VERDICTS,
        sample.flatMap((each) => verdicts.get(ruleKey(each)) ?? []),
      )
    }
  } finally {
    copy.delete()
  }
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
    resume: { type: 'boolean', default: false },
    limit: { type: 'string', default: String(LIMIT_DEFAULT) },
    store: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    draw: { type: 'string' },
  },
})
if (values.draw !== undefined) draw(values.draw)
else {
  const sample = readJson<Drawn>(SAMPLE)
  if (values.list) for (const [index, drawn] of sample.entries()) say(`${index + 1}  ${drawn.area}  ${drawn.kind}  ${ruleKey(drawn)}`)
  else {
    await judgeAll(sample, values.only, values.resume, Number(values.limit))
    if (values.store) store(sample)
    const verdicts = readJson<Verdict>(VERDICTS)
    say(`${verdicts.filter(({ outcome }) => outcome === 'noticed').length} of ${sample.length} removals noticed`)
  }
}
