import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { AREAS } from './areas.ts'
import { batchesFor, importers, testsOf } from './choose-tests.ts'
import { type Drawn, drawSample } from './draw.ts'
import { type Rule, ruleKey, rulesOfFiles } from './find-rules.ts'

const KERNEL = `
export function check(amount: i64, user: User): i32 {
  // a comment that is no rule
  if (amount <= 0) return BAD_NUMBER
  if (user.kind == HOUSE) return HOUSE_KIND
  const standing = checkStanding(user)
  if (standing != NONE) return standing
  if (amount == 1) return 0
  return user.trading == 0 ? TRADING_DISABLED : NONE
}
const most = (value: i64): i64 => min(value, VALUE_MOST) + max(value, value)
`

const SERVER = `
class Door {
  readonly #open = (at: number): void => {
    if (at < 0) return
    if (at > 5) throw new RangeError('— late')
    if (at > 6) return
    else this.#count()
  }
  read(text: string): number {
    if (text === '') {
      this.#count()
      throw new Error('empty')
    }
    if (text === '') return this.#refuse(
      'twice',
    )
    return Math.max(1, text.length)
  }
}
`

const folder = mkdtempSync(join(tmpdir(), 'agio-rules-'))
afterAll(() => rmSync(folder, { recursive: true }))

function rulesIn(sources: Readonly<Record<string, string>>): readonly Rule[] {
  for (const [file, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), source)
  }
  return rulesOfFiles(folder, Object.keys(sources))
}

test('rules are refusals, guards and bounds, named by file, function and condition', () => {
  expect(rulesIn({ 'a.ts': KERNEL, 'b.ts': SERVER }).map((rule) => `${rule.kind} ${ruleKey(rule)}`)).toEqual([
    'refusal a.ts › check › amount <= 0',
    'refusal a.ts › check › standing != NONE',
    'refusal a.ts › check › user.trading == 0',
    'bound a.ts › most › min(value, VALUE_MOST)',
    'guard b.ts › Door.#open › at < 0',
    'refusal b.ts › Door.#open › at > 5',
    "refusal b.ts › Door.read › text === ''",
    "refusal b.ts › Door.read › text === '' (2)",
    'bound b.ts › Door.read › Math.max(1, text.length)',
  ])
})

test('a rule is taken out where it stands, and what its condition does besides is still done', () => {
  const without = (source: string, { start, end, without: rest }: Rule): string => source.slice(0, start) + rest + source.slice(end)
  const [first, , third, fourth] = rulesIn({ 'a.ts': KERNEL })
  const late = rulesIn({ 'b.ts': SERVER })[1]
  if (first === undefined || third === undefined || fourth === undefined || late === undefined) throw new Error('too few rules')
  expect(without(KERNEL, first)).toContain('  if (!!(amount <= 0) && false) return BAD_NUMBER\n')
  expect(without(KERNEL, third)).toContain('return (!!(user.trading == 0) && false) ? TRADING_DISABLED : NONE')
  expect(without(KERNEL, fourth)).toContain('=> (value) + max(value, value)')
  expect(without(SERVER, late)).toContain("if (!!(at > 5) && false) throw new RangeError('— late')")
})

const WORLD = Object.fromEntries(
  AREAS.flatMap(({ rooms }) => rooms.flat()).map((path, index) => [
    path.endsWith('.ts') ? path : `${path}file.ts`,
    Array.from({ length: 9 }, (_, rule) => `function f${rule}(a: number): void {\n  if (a === ${index}) throw new Error()\n}\n`).join(''),
  ]),
)

test('the sample has the share of each area, one rule a function, and stays when other rules come', () => {
  const rules = rulesIn(WORLD)
  const sample = drawSample('seed', rules)
  for (const { name, share } of AREAS) expect(sample.filter(({ area }) => area === name)).toHaveLength(share)
  expect(new Set(sample.map((rule) => `${rule.file} ${rule.function}`)).size).toBe(sample.length)
  expect(drawSample('another', rules)).not.toEqual(sample)
  const first = WORLD['engine/kernel/ledger/file.ts'] ?? ''
  const more = rulesIn({
    ...WORLD,
    'engine/kernel/ledger/file.ts': `\n${first}function g(a: number): void {\n  if (a === 0) throw new Error()\n}\n`,
  })
  expect(drawSample('seed', more).filter((rule) => !sample.some((other) => ruleKey(other) === ruleKey(rule))).length).toBeLessThan(2)
})

const SOURCES = new Map([
  ['server/src/a/one.ts', ''],
  ['server/src/a/two.ts', "import { one } from './one.ts'\n"],
  ['server/src/a/thread.ts', "import '@agio/server/a/two.ts'\n"],
  ['server/src/a/two.test.ts', "import { two } from './two.ts'\n"],
  ['server/src/b/far.test.ts', "new Worker(new URL('../a/thread.ts', import.meta.url))\n"],
  ['server/src/b/far.long.test.ts', "import '../a/two.ts'\n"],
  ['server/src/b/other.test.ts', "import './else.ts'\n"],
])
const IMPORTED_BY = importers(SOURCES)

test('the tests that could notice are those that load the file, the nearest first', () => {
  expect(testsOf('server/src/a/one.ts', IMPORTED_BY)).toEqual(['server/src/a/two.test.ts', 'server/src/b/far.test.ts'])
})

test('a rule meets the tests in which it applies, those of threads behind them, and no others', () => {
  const drawn: Drawn = { area: 'journal', kind: 'refusal', file: 'server/src/a/one.ts', function: 'f', condition: 'c', occurrence: 1 }
  const rule = ruleKey(drawn)
  expect(batchesFor(drawn, [], IMPORTED_BY)).toEqual([])
  expect(batchesFor(drawn, [{ rule, file: 'server/src/b/far.test.ts', test: '' }], IMPORTED_BY)).toEqual([
    { files: ['server/src/b/far.test.ts'] },
  ])
  const named = [{ rule, file: 'server/src/a/two.test.ts', test: 'door > (late)' }]
  const batch = { files: ['server/src/a/two.test.ts'], names: '^(door.{1,3}\\(late\\))$' }
  expect(batchesFor(drawn, named, IMPORTED_BY)).toEqual([batch])
  expect(batchesFor(drawn, [...named, { rule, file: '', test: '' }], IMPORTED_BY).at(-1)).toEqual({ files: ['server/src/b/far.test.ts'] })
})
