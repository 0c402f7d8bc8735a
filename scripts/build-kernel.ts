/**
 * Compiles the engine's kernel: `npm run kernel`; with `--check kernel/a.ts …` only says what the compiler thinks of these modules. Modules under
 * `constants/` are made here, of the numbers that the engine's TypeScript exports, so that layouts and codes have one source. The result
 * stands in the repository, because whoever runs an exchange needs no compiler; a test builds it again and compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'
import * as map from '../engine/src/memory/map.ts'
import { REASONS } from '../engine/src/reason.ts'
import * as rules from '../engine/src/rules.ts'
import * as bits from '../engine/src/schema/bits.ts'
import { COMMANDS } from '../engine/src/schema/commands.ts'
import * as convert from '../engine/src/schema/convert.ts'
import * as due from '../engine/src/schema/due.ts'
import * as entry from '../engine/src/schema/entry.ts'
import * as market from '../engine/src/schema/market.ts'
import * as perp from '../engine/src/schema/perp.ts'
import * as records from '../engine/src/schema/records.ts'
import * as work from '../engine/src/schema/work.ts'
import { generated, numbers, writeGenerated } from './generate-engine.ts'
import { mapNumbers } from './generate-map.ts'
import { codeNumbers } from './generate-vocabularies.ts'

const engine = join(dirname(dirname(fileURLToPath(import.meta.url))), 'engine')
const PAGES = String(map.MEMORY_BYTES / map.PAGE_BYTES)

/** REASONS as constants: `badNumber` is BAD_NUMBER. */
const reasons = Object.fromEntries(REASONS.map((reason, position) => [reason.replace(/[A-Z]/g, '_$&').toUpperCase(), position]))

const CONSTANTS: Readonly<Record<string, string>> = {
  'constants/layout': constants({ ...numbers(), ...bits }, 'usize'),
  'constants/map': constants({ ...map, ...mapNumbers(), ...numbers(), ...market }, 'usize'),
  'constants/entry': constants({ ...entry, KIND_TICK: COMMANDS.tick.code }, 'usize'),
  'constants/event': constants(records, 'usize'),
  'constants/perp': constants(perp, 'usize'),
  'constants/code': constants(codeNumbers(), 'i32'),
  'constants/convert': constants(convert, 'i32'),
  'constants/due': constants(due, 'i32'),
  'constants/work': constants(work, 'i32'),
  'constants/reason': constants(reasons, 'i32'),
  'constants/rules': constants(rules, 'u32'),
}

const GENERATED = generated()

function constants(values: object, type: string): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (typeof value === 'number' && value < 2 ** 32 ? [`export const ${name}: ${type} = ${value}`] : []))
    .join('\n')
}

function readSource(name: string): string | null {
  const made = /(constants\/[a-z]+)\.ts$/.exec(name)?.[1]
  if (made !== undefined) return CONSTANTS[made] ?? null
  const file = /generated\/([a-z-]+\.ts)$/.exec(name)?.[1]
  if (file !== undefined) return GENERATED[file] ?? null
  try {
    return readFileSync(join(engine, name), 'utf8')
  } catch {
    return null
  }
}

const MEMORY = ['--importMemory', '--initialMemory', PAGES, '--maximumMemory', PAGES, '--zeroFilledMemory']
const LANGUAGE = ['--runtime', 'stub', '--noAssert', '--enable', 'bulk-memory', '--disableWarning', '201']
const SPEED = ['-O3', '--converge', '--noExportMemory']

interface Compiled {
  readonly binary: Uint8Array | undefined
  readonly text: string
  readonly said: string
}

async function compile(modules: readonly string[], options: readonly string[]): Promise<Compiled> {
  let binary: Uint8Array | undefined
  let text = ''
  const { stderr } = await asc.main([...modules, ...LANGUAGE, ...MEMORY, ...options], {
    readFile: (name: string) => readSource(name),
    writeFile: (_name: string, contents: string | Uint8Array) => {
      if (typeof contents === 'string') text = contents
      else binary = contents
    },
    listFiles: () => [],
  })
  return { binary, text, said: stderr.toString() }
}

/** The compiled kernel. @throws Error with the compiler's words */
export async function compileKernel(): Promise<Uint8Array> {
  const { binary, text, said } = await compile(['kernel/exports.ts'], ['--outFile', 'kernel.wasm', '--textFile', 'kernel.wat', ...SPEED])
  if (binary === undefined) throw new Error(`the kernel does not compile\n${said}`)
  // What the compiler makes, without a word, of an offset of 2^31 or more.
  if (/\bunreachable\b/.test(text)) throw new Error('the kernel holds an instruction that can only trap')
  return binary
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [option, ...modules] = process.argv.slice(2)
  if (option === '--check') process.stdout.write((await compile(modules, ['--noEmit'])).said)
  else {
    writeGenerated()
    const binary = await compileKernel()
    writeFileSync(join(engine, 'kernel', 'kernel.wasm'), binary)
    process.stdout.write(`kernel.wasm: ${binary.byteLength} bytes\n`)
  }
}
