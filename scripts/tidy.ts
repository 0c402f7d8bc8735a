/**
 * Tests the form of the repository: what neither the compiler nor the linter can see. Prints each fault with its place and exits 1
 * when there is one; prints which criteria no test quotes yet (that list alone is no fault).
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkDeeds } from './tidy-deeds.ts'
import { checkKernel } from './tidy-kernel.ts'
import { checkKinds } from './tidy-kinds.ts'
import { checkLicences } from './tidy-licences.ts'
import { checkLocales } from './tidy-locales.ts'
import { checkOffsets } from './tidy-offsets.ts'
import { checkProse } from './tidy-prose.ts'
import { checkRooms } from './tidy-rooms.ts'
import { checkSettings } from './tidy-settings.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const faults: string[] = []
const fault = (place: string, what: string): void => void faults.push(`${place}: ${what}`)

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const text = (file: string): string => readFileSync(join(root, file), 'utf8')
const code = files.filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file) && !file.endsWith('.d.ts'))
const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file)
/** The API's own description, and what plays the other side of it in tests and measures. */
const speaksWire = (file: string): boolean =>
  /^(wire|scripts|web\/e2e|sim\/src\/(client|crash|bench))\//.test(file) || file.includes('/testing') || isTest(file)

const FILE_LINES_MAX = 400
const ROOT_ENTRIES_MAX = 24

/** The specification's odd names: allowed in `wire`, in documents and in tests that speak the wire. */
const WIRE_WORDS =
  /\b(revocationOrder|canalUserExchangeCoinType|getUserALlLimit|trade_raking|coinSymbol|baseSymbol|baseCoinScale|coinScale)\b/
/** What would make the engine depend on where or when it runs. */
const ENGINE_BANS =
  /\b(Date\.now|new Date|Math\.random|parseFloat|toFixed|localeCompare|setTimeout|setInterval|setImmediate|queueMicrotask|performance\.|fetch\(|Buffer\b|process\.|require\(|await )/
/** A device's clock may be wrong by minutes: pages ask data/clock.ts. */
const DEVICE_CLOCK = /\bDate\.now\b|\bnew Date\(\)/
/** Physical sides have no place in a layout that mirrors. */
const PHYSICAL_CSS = /(?<![\w-])-?(ml|mr|pl|pr|left|right|rounded-[lr]|border-[lr]|text-(left|right))-(\d|\[|auto|px|full)/
/** oxc-transform-react 0.156 compiles `0n` inside a component to undefined. */
const BIGINT_LITERAL = /(?<![\w.'"`])\d[\d_]*n\b/
const isComponent = (file: string): boolean => /^web\/src\/.*(\.tsx|\/use-[^/]+\.ts)$/.test(file) && !isTest(file)
const UNFINISHED = new RegExp(`\\b(${['TO', 'FIX'].map((word, index) => word + ['DO', 'ME'][index]).join('|')})\\b`)

const ALLOWED_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  wire: ['engine'],
  chain: ['engine'],
  server: ['engine', 'wire', 'chain'],
  web: ['wire', 'engine', 'chain'],
  sim: ['engine', 'wire', 'chain', 'server', 'web'],
}
const ENGINE_FOR: Readonly<Record<string, RegExp>> = {
  chain: /^@agio\/engine\/(money\/|ids\/|wallet\/|reason\.ts)/,
  wire: /^@agio\/engine\/(money\/|ids\/|wallet\/|convert\/quote\.ts|reason\.ts|command\.ts|event\.ts)/,
  web: /^@agio\/engine\/(money\/|ids\/|wallet\/|convert\/quote\.ts)/,
}

function checkFile(file: string): void {
  const source = text(file)
  const lines = source.split('\n')
  if (lines.length - 1 > FILE_LINES_MAX && !file.startsWith('engine/generated/'))
    fault(file, `${lines.length - 1} lines, at most ${FILE_LINES_MAX}`)
  const place = file.split('/')[0] ?? ''
  for (const [index, line] of lines.entries()) {
    const at = `${file}:${index + 1}`
    if (UNFINISHED.test(line)) fault(at, 'a mark of unfinished work; open an issue instead')
    if (!speaksWire(file) && WIRE_WORDS.test(line)) fault(at, 'a wire name outside wire/')
    if (file.startsWith('engine/src/') && !isTest(file) && ENGINE_BANS.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line))
      fault(at, 'clock, randomness, float formatting or waiting in the engine')
    if (place === 'web' && /\.tsx$/.test(file) && PHYSICAL_CSS.test(line) && !line.includes('physical:'))
      fault(at, 'a physical side in a class name; use a logical one')
    if (place === 'web' && !isTest(file) && !file.includes('/testing')) checkFeature(file, at, line)
    if (file.startsWith('web/src/') && file !== 'web/src/data/clock.ts' && !isTest(file) && DEVICE_CLOCK.test(line))
      fault(at, 'the clock of the device, which may be wrong; ask data/clock.ts')
    const imported = /(?:from|import\()\s*'(@agio\/(\w+)\/[^']+)'/.exec(line)
    if (imported !== null) checkImport(file, at, place, imported[1] ?? '', imported[2] ?? '')
  }
}

/** The compiler treats functions named like components and hooks; a literal in a plain function of the same file survives. */
function checkCompiled(file: string): void {
  let compiled = false
  for (const [index, line] of text(file).split('\n').entries()) {
    const top = /^(?:export )?(?:async )?(?:function\*? |const )(\w+)/.exec(line)
    if (top !== null) compiled = /^([A-Z][a-z]|use[A-Z])/.test(top[1] ?? '')
    if (compiled && BIGINT_LITERAL.test(line))
      fault(`${file}:${index + 1}`, 'a bigint literal in a component or hook: the React compiler loses it; move it to a plain function')
  }
}

function checkImport(file: string, at: string, place: string, specifier: string, target: string): void {
  if (isTest(file) || file.includes('/testing')) return
  const allowed = ALLOWED_IMPORTS[place]
  if (allowed !== undefined && !allowed.includes(target)) fault(at, `${place} may not import ${target}`)
  const narrow = ENGINE_FOR[place]
  if (target === 'engine' && narrow !== undefined && !narrow.test(specifier))
    fault(at, `${place} may import only money, ids, quotes${place === 'wire' ? ', reason and vocabularies' : ''} of the engine`)
  if (target === 'chain' && place === 'web' && !specifier.startsWith('@agio/chain/address/'))
    fault(at, 'web may import only addresses of the chains: keys and nodes are none of a browser’s business')
}

/** Folders of pages know nothing of one another, and what they share nothing of them: only the tables of routes name them. */
function checkFeature(file: string, at: string, line: string): void {
  const imported = /(?:from |import |import\()'(\.{1,2}\/[^']+)'/.exec(line)?.[1]
  const target = /^web\/src\/features\/([^/]+)\//.exec(normalize(join(dirname(file), imported ?? '')))?.[1]
  if (target === undefined || /^web\/src\/(own-)?routes\.tsx?$/.test(file)) return
  const own = /^web\/src\/features\/([^/]+)\//.exec(file)?.[1]
  if (own !== target) fault(at, `${own ?? 'shared code'} imports features/${target}; what two pages share stands outside features`)
}

function checkLinks(): void {
  for (const file of files.filter((name) => name.endsWith('.md'))) {
    for (const [, target] of text(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (target === undefined || /^[a-z]+:/.test(target)) continue
      if (!existsSync(join(root, normalize(join(dirname(file), target))))) fault(file, `broken link ${target}`)
    }
  }
}

function checkRoot(): void {
  const entries = readdirSync(root).filter((name) => !['node_modules', '.git', 'data', 'artefacts', 'dist'].includes(name))
  if (entries.length > ROOT_ENTRIES_MAX) fault('.', `${entries.length} entries in the root, at most ${ROOT_ENTRIES_MAX}`)
}

function checkSecrets(): void {
  const secret = /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----|AKIA[0-9A-Z]{16}|xox[bp]-[0-9A-Za-z-]{20,}/
  for (const file of files.filter((name) => !/\.(png|woff2|ico|svg|gz|br)$/.test(name)))
    if (secret.test(text(file))) fault(file, 'looks like a secret')
}

/** @returns ids promised in docs/criteria.md that no test quotes; what quotes an id that is not there, or more than three in a test, is a fault */
function unquotedCriteria(): string[] {
  const promised = [...text('docs/criteria.md').matchAll(/^- \*\*([A-Z0-9]+-\d{3})\*\*/gm)].map((match) => match[1] ?? '')
  const areas = new Set(promised.map((id) => id.split('-')[0]))
  const quoted = new Set<string>()
  for (const file of files.filter((name) => isTest(name) || name.endsWith('.scenario.txt'))) {
    for (const [line] of text(file).matchAll(/.*[A-Z0-9]+-\d{3}.*/g)) {
      const ids = [...line.matchAll(/\b([A-Z][A-Z0-9]*-\d{3})\b/g)].map((match) => match[1] ?? '')
      const known = ids.filter((id) => promised.includes(id))
      for (const id of ids)
        if (areas.has(id.split('-')[0]) && !promised.includes(id)) fault(file, `quotes ${id}, which docs/criteria.md does not have`)
      if (known.length > 3 && /\b(test|it|describe)\(/.test(line))
        fault(file, `one test quotes ${known.length} criteria: ${known.join(' ')}`)
      for (const id of known) quoted.add(id)
    }
  }
  return promised.filter((id) => !quoted.has(id))
}

for (const file of code) checkFile(file)
for (const file of code.filter(isComponent)) checkCompiled(file)
for (const file of files.filter((name) => name.endsWith('.css')))
  if (text(file).split('\n').length - 1 > FILE_LINES_MAX) fault(file, 'too long')
checkLinks()
checkRoot()
checkSecrets()
checkKernel(code, text, fault)
await checkKinds(root, code, text, fault)
checkOffsets(code, text, fault)
checkLocales(root, fault)
checkLicences(root, fault)
checkDeeds(code, text, fault)
checkRooms(code, text, fault)
checkProse(root, files, text, fault)
checkSettings(
  root,
  code.filter((file) => !isTest(file) && !/^web\/e2e\/|\/testing/.test(file)),
  fault,
)
const missing = unquotedCriteria()
process.stdout.write(missing.length === 0 ? 'every criterion is quoted by a test\n' : `no test quotes: ${missing.join(' ')}\n`)
for (const line of faults) process.stdout.write(`${line}\n`)
process.stdout.write(faults.length === 0 ? `tidy: ${code.length} source files, no fault\n` : `tidy: ${faults.length} faults\n`)
process.exitCode = faults.length === 0 ? 0 : 1
