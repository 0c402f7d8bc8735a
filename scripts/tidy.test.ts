import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { judgeAudit } from './audit.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const trees: string[] = []
afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true })
})

/** A repository of its own with the checks and the files given. */
function treeWith(files: Readonly<Record<string, string>>): string {
  const tree = mkdtempSync(join(tmpdir(), 'agio-tidy-'))
  trees.push(tree)
  const write = (file: string, content: string): void => {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), content)
  }
  const all = { 'README.md': '', 'docs/criteria.md': '', 'package-lock.json': '{"packages":{}}', '.gitignore': 'node_modules\n', ...files }
  for (const [file, content] of Object.entries(all)) write(file, content)
  mkdirSync(join(tree, 'scripts'), { recursive: true })
  for (const file of readdirSync(join(root, 'scripts')).filter((name) => /^tidy(-\w+)?\.ts$/.test(name)))
    copyFileSync(join(root, 'scripts', file), join(tree, 'scripts', file))
  execFileSync('git', ['init', '-q', tree])
  return tree
}

function tidy(tree: string): { status: number | null; stdout: string } {
  const { status, stdout } = spawnSync(process.execPath, ['--no-warnings', join(tree, 'scripts', 'tidy.ts')], {
    cwd: tree,
    encoding: 'utf8',
  })
  return { status, stdout }
}

const CLOCK = 'clock, randomness, float formatting or waiting in the engine'
/** What is planted, where, its text, and what tidy must say. */
const PLANTED = [
  ['a clock in the engine', 'engine/src/now.ts', 'export const now = () => Date.now()\n', `engine/src/now.ts:1: ${CLOCK}`],
  ['randomness in the engine', 'engine/src/dice.ts', 'export const dice = () => Math.random()\n', `engine/src/dice.ts:1: ${CLOCK}`],
  [
    'a rounded float in the engine',
    'engine/src/text.ts',
    'export const text = (x: number) => x.toFixed(2)\n',
    `engine/src/text.ts:1: ${CLOCK}`,
  ],
  [
    'an offset read by hand in the engine',
    'engine/src/row.ts',
    'export const price = (view: DataView, row: number) => view.getFloat64(row + 8, true)\n',
    'engine/src/row.ts: 1 offsets read or written by hand, at most 0; take a view of engine/generated',
  ],
  [
    'places of fields in the engine',
    'engine/src/place.ts',
    "import { ORDER_PRICE } from '../generated/layout.ts'\nexport const price = ORDER_PRICE\n",
    'engine/src/place.ts: imports where fields stand; take a view of engine/generated',
  ],
  ['a key in a file', 'server/key.pem', `${'-----BEGIN'} PRIVATE KEY-----\n`, 'server/key.pem: looks like a secret'],
  ['a token in a file', 'notes.txt', `${'AKIA'}ABCDEFGHIJKLMNOP\n`, 'notes.txt: looks like a secret'],
  [
    'an engine that imports the server',
    'engine/src/up.ts',
    "import { x } from '@agio/server/x.ts'\n",
    'engine/src/up.ts:1: engine may not import server',
  ],
  [
    'a page that asks the device for the time',
    'web/src/ui/left.ts',
    'export const left = (until: number) => until - Date.now()\n',
    'web/src/ui/left.ts:1: the clock of the device, which may be wrong; ask data/clock.ts',
  ],
  [
    'pages of two folders that import one another',
    'web/src/features/orders/row.ts',
    "import { x } from '../terminal/x.ts'\n",
    'web/src/features/orders/row.ts:1: orders imports features/terminal; what two pages share stands outside features',
  ],
  [
    'a room of the domain that knows how answers look',
    'server/src/auth/login/login.ts',
    "import type { X } from '../../http/errors.ts'\n",
    'server/src/auth/login/login.ts:1: room auth may not import from http, which stands behind it',
  ],
  [
    'a room of the server that imports where the rooms are joined',
    'server/src/vault/key.ts',
    "import { x } from '../boot/config.ts'\n",
    'server/src/vault/key.ts:1: room vault may not import from boot, which stands behind it',
  ],
  [
    'a read that calls a deed',
    'server/src/http/reads/list.ts',
    "import { submit } from '../deeds/submit.ts'\n",
    'server/src/http/reads/list.ts:1: http/reads may not import from http/deeds',
  ],
  [
    'an order that knows what it is traded for',
    'engine/kernel/orders/left.ts',
    'export const left = (desk: Desk) => desk.quoteAccount\n',
    'engine/kernel/orders/left.ts: orders know nothing of quoteAccount; ask product.ts',
  ],
  [
    'a kernel file that imports itself',
    'engine/kernel/round.ts',
    "import { x } from './round'\n",
    'engine/kernel/round.ts: a circle of imports: engine/kernel/round.ts → engine/kernel/round.ts',
  ],
  [
    'a long function in the kernel',
    'engine/kernel/long.ts',
    `function long(): void {\n${'  x()\n'.repeat(60)}}\n`,
    'engine/kernel/long.ts:1: long has 62 lines, at most 60',
  ],
  [
    'a setting that stands nowhere',
    'server/src/boot/config.ts',
    "export const shape = { AGIO_SECRET_SWITCH: 'on' }\n",
    'server/src/boot/config.ts: AGIO_SECRET_SWITCH is missing in the settings of README.md',
  ],
  ['a setting that nothing reads', 'README.md', '| `AGIO_OLD` | gone | 1 |\n', 'README.md: nothing reads AGIO_OLD'],
] as const

const SCHEMA = {
  'engine/src/schema/commands.ts': 'export const COMMANDS = { placeOrder: {}, tick: {} }\n',
  'engine/src/schema/events.ts': "export const EVENTS = { traded: {} }\nexport const BOTH = ['placeOrder', 'tick']\n",
}

const LISTS = [
  ['an array', "const some = ['placeOrder', 'tick'] as const"],
  ['a set, of two arrays', "const some = new Set([...(['placeOrder'] as const), 'tick'])"],
  ['pairs', "const some = new Map([['placeOrder', 1], ['tick', 2]])"],
  ['an object that says nothing of its keys', 'const some = { placeOrder: 1, tick: 2 }'],
  ['an object whose keys may be left out', 'const some: Partial<Record<Kind, number>> = { placeOrder: 1, tick: 2 }'],
  ['an object whose keys are any texts', 'const some: Readonly<Record<string, number>> = { placeOrder: 1, tick: 2 }'],
  ['an object with the type of a list', 'const some = { placeOrder: 1, tick: 2 } satisfies Some; type Some = { [K in Kind]?: 1 }'],
  ['a type of an object', 'interface Some { readonly placeOrder: number; readonly tick: number }'],
  ['a switch', "switch (kind) { case 'placeOrder': case 'tick': a(); break; default: b() }"],
  ['a union', "type Some = 'placeOrder' | 'tick'"],
  ['a union of what kinds are', "type Some = ByKind['placeOrder'] | Extract<Command, { readonly kind: 'tick' }>"],
  ['comparisons', "const is = kind === 'placeOrder' || (isOpen && kind === 'tick')"],
  ['arguments', "const some = kinds('placeOrder', 'tick')"],
] as const

const NO_LISTS = [
  ['a map with an entry for each', 'export const all = { placeOrder: 1, tick: 2 } as const satisfies Readonly<Record<Kind, number>>'],
  ['a map whose type is of this file', 'type All = { [K in Kind]: 1 }\nconst all: All = { placeOrder: 1, tick: 1 }'],
  ['a part of such a map', 'const part = { placeOrder: 1, tick: 2 } as const\nconst all: Handlers<ByKind> = { ...part, traded: 3 }'],
  ['what a function gives back', 'function all(): Handlers<ByKind> { return { placeOrder: 1, tick: 2 } }'],
  ['a field of a class', 'class A { readonly #all: Handlers<ByKind> = { placeOrder: 1, tick: 2 } }'],
  [
    'a switch that the compiler finds whole',
    "switch (of.kind) { case 'placeOrder': case 'tick': a(); break; default: of satisfies never }",
  ],
  ['a list beside an ordinary word', "const some = ['placeOrder', 'order']"],
  ['commands one after another', "const some = [{ kind: 'placeOrder' }, { kind: 'tick' }]"],
] as const

describe('kinds of commands and events', () => {
  const file = (name: string, place: number): string => `sim/src/${name}-${place}.ts`
  const filesOf = (name: string, cases: typeof LISTS | typeof NO_LISTS): Readonly<Record<string, string>> =>
    Object.fromEntries(cases.map(([, source], place) => [file(name, place), `\n${source}\n`]))
  let said: readonly string[]
  beforeAll(() => {
    const tree = treeWith({ ...SCHEMA, ...filesOf('list', LISTS), ...filesOf('whole', NO_LISTS) })
    // the parser
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    const { status, stdout } = tidy(tree)
    said = stdout.split('\n')
    expect(status).toBe(1)
    rmSync(tree, { recursive: true, force: true })
  })

  test.each(LISTS.map(([what], place) => [what, file('list', place)] as const))('are refused in %s', (_, name) => {
    const complaint = 'names kinds beside each other, placeOrder, tick: derive them from engine/src/schema/, or give each an entry'
    expect(said.filter((line) => line.startsWith(name))).toEqual([`${name}:2: ${complaint}`])
  })

  test.each(NO_LISTS.map(([what], place) => [what, file('whole', place)] as const))('may stand in %s, and in the schema', (_, name) => {
    expect(said.filter((line) => line.startsWith(name) || line.startsWith('engine/'))).toEqual([])
  })
})

describe('form of the repository', () => {
  // All of them in one tree: `npm test` runs tidy on the repository itself.
  let said: { readonly status: number | null; readonly lines: readonly string[] }
  beforeAll(() => {
    const tree = treeWith(Object.fromEntries(PLANTED.map(([, file, content]) => [file, content])))
    const { status, stdout } = tidy(tree)
    said = { status, lines: stdout.split('\n') }
    rmSync(tree, { recursive: true, force: true })
  })

  test.each(PLANTED)('REL-004 SEC-012 a tree with %s is refused, with the place', (_, _file, _content, complaint) => {
    expect(said.lines).toContain(complaint)
    expect(said.status).toBe(1)
  })

  test('I18N-007 [part] I18N-008 [part] a language with a missing plural form, a forgotten text or no entry in the list is refused', () => {
    const web = (locale: string, texts: object) => ({ [`web/src/i18n/locales/${locale}/ui.json`]: JSON.stringify(texts) })
    const list = (...codes: string[]) => ({
      'server/src/content/languages.json': JSON.stringify(codes.map((langEncode) => ({ langEncode }))),
    })
    const english = web('en_US', { n_one: '{{count}} coin', n_other: '{{count}} coins', long: 'These are four plain words' })
    const { stdout } = tidy(
      treeWith({
        ...english,
        ...web('ru_RU', { n_one: '{{count}} монета', n_other: '{{count}} монеты', long: 'These are four plain words' }),
        ...web('ja_JP', { n_one: '{{count}}', n_other: '{{count}}', long: '四つの言葉' }),
        ...list('en_US', 'ru_RU'),
      }),
    )
    const place = 'web/src/i18n/locales'
    expect(stdout.split('\n').filter((line) => line.includes('locales/') || line.startsWith('server/'))).toEqual([
      `${place}/ja_JP: ja_JP has no plural form one: ui:n`,
      `${place}/ru_RU: ui:long is not translated`,
      `${place}/ru_RU: no form few of ui:n`,
      `${place}/ru_RU: no form many of ui:n`,
      'server/src/content/languages.json: does not name ja_JP',
    ])
    const forms = { n_one: '1', n_few: '2', n_many: '5', n_other: '1.5', long: 'Это слова' }
    expect(tidy(treeWith({ ...english, ...web('ru_RU', forms), ...list('en_US', 'ru_RU') })).status).toBe(0)
  })

  test('API-024 [part] a page that makes the key of a deed or judges a lost answer itself is refused', () => {
    const made = 'const key = crypto.randomUUID()\n'
    const fine = treeWith({
      'web/src/data/deed.ts': `${made}const doubtful = 'ENGINE_BUSY'\n`,
      'web/src/proof/device/report.ts': made,
      'web/src/features/convert/use-trade.ts': 'send(trade, { ...body, clientId })\nconst order = { clientOrderId: textOf(row) }\n',
      'web/src/features/convert/use-trade.test.ts': made,
    })
    expect(tidy(fine)).toMatchObject({ status: 0 })
    const tree = treeWith({
      'web/src/features/convert/use-trade.ts': "send(trade, { clientId: 'one' })\n",
      'web/src/features/earn/use-purchase.ts': made,
      'web/src/data/lost.ts': "const IN_DOUBT = ['IDEMPOTENCY_IN_PROGRESS']\n",
    })
    const { status, stdout } = tidy(tree)
    expect(status).toBe(1)
    const places = ['features/convert/use-trade.ts:1: a key', 'features/earn/use-purchase.ts:1: chance', 'data/lost.ts:1: a judgement']
    for (const place of places) expect(stdout).toContain(`web/src/${place}`)
  })

  test('SEC-012 a package with another licence or an install script is refused, a permissive one is not', () => {
    const manifest = (license: string): string => JSON.stringify({ license })
    const lock = {
      packages: {
        'node_modules/copyleft': {},
        'node_modules/tool': { dev: true },
        'node_modules/product': {},
        'node_modules/either': {},
        'node_modules/script': { hasInstallScript: true },
      },
    }
    const { status, stdout } = tidy(
      treeWith({
        'package-lock.json': JSON.stringify(lock),
        'node_modules/copyleft/package.json': manifest('GPL-3.0'),
        'node_modules/tool/package.json': manifest('MPL-2.0'),
        'node_modules/product/package.json': manifest('MPL-2.0'),
        'node_modules/either/package.json': manifest('(GPL-3.0 OR MIT)'),
        'node_modules/script/package.json': manifest('MIT'),
      }),
    )
    expect(stdout.split('\n').filter((line) => line.startsWith('node_modules/'))).toEqual([
      'node_modules/copyleft: licence GPL-3.0 is not on the list',
      'node_modules/product: licence MPL-2.0 is not on the list',
      'node_modules/script: has an install script',
    ])
    expect(status).toBe(1)
  })

  test('SEC-012 known holes of high severity fail the tests, lesser ones do not, and a registry without audits is told apart', () => {
    const found = (high: number, critical: number) =>
      JSON.stringify({ metadata: { vulnerabilities: { low: 3, moderate: 2, high, critical } } })
    expect(judgeAudit(found(0, 0))).toEqual({ known: true, holes: 0 })
    expect(judgeAudit(found(1, 2))).toEqual({ known: true, holes: 3 })
    for (const text of ['', 'no JSON', JSON.stringify({ message: '405 Method Not Allowed', error: {} })])
      expect(judgeAudit(text)).toEqual({ known: false, holes: 0 })
  })

  test('engine has no dependency, and of the platform reads its compiled kernel only', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'engine/package.json'), 'utf8'))
    expect(manifest.dependencies).toBeUndefined()
    const platformOf = (folder: string): readonly string[] =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /(?<!\.test)\.m?ts$|\.mjs$/.test(name))
        .flatMap((name) => {
          const imports = readFileSync(join(root, folder, name), 'utf8').matchAll(/from '((?!\.)[^']+)'/g)
          return [...imports].map(([, specifier]) => `${name}: ${specifier}`)
        })
    expect(platformOf('engine/src')).toEqual([])
    expect(platformOf('engine/node')).toEqual(['compiled-kernel.mjs: node:fs'])
  })
})
