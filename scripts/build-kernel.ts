/**
 * Compiles the engine's kernel: `npm run kernel`; with `--check a.ts …` only says what the compiler thinks of these modules. Modules under
 * `constants/` are made here, of the numbers that the engine's TypeScript exports, so that layouts and codes have one source. The result
 * stands in the repository, because whoever runs an exchange needs no compiler; a test builds it again and compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'
import * as code from '../engine/src/codec/code.ts'
import * as map from '../engine/src/memory/map.ts'
import { REASONS } from '../engine/src/reason.ts'
import * as rules from '../engine/src/rules.ts'
import * as bits from '../engine/src/schema/bits.ts'
import * as entry from '../engine/src/schema/entry.ts'
import * as market from '../engine/src/schema/market.ts'
import * as records from '../engine/src/schema/records.ts'
import { entryNumbers, generated, numbers, recordNumbers, writeGenerated } from './generate-engine.ts'

const kernel = join(dirname(dirname(fileURLToPath(import.meta.url))), 'engine', 'kernel')
const PAGES = String(map.MEMORY_BYTES / map.PAGE_BYTES)

/** REASONS as constants: `badNumber` is BAD_NUMBER. */
const reasons = Object.fromEntries(REASONS.map((reason, position) => [reason.replace(/[A-Z]/g, '_$&').toUpperCase(), position]))

/** Names by which modules of the kernel that use no typed entries and records yet know their places. */
const OLD_ENTRY_NAMES: Readonly<Record<string, string>> = {
  ENTRY_USER: 'ENTRY_USER_ID',
  ENTRY_INSTRUMENT: 'ENTRY_INSTRUMENT_ID',
  ENTRY_TEXT_LENGTH: 'NAMED_TEXT_LENGTH',
  ENTRY_IS_ORIGIN: 'NAMED_IS_ORIGIN',
  KIND_PLACE: 'KIND_PLACE_ORDER',
  KIND_CANCEL: 'KIND_CANCEL_ORDER',
  KIND_AMEND: 'KIND_AMEND_ORDER',
  KIND_CANCEL_ALL: 'KIND_CANCEL_ALL_ORDERS',
  KIND_CANCEL_ALL_TIMER: 'KIND_SET_CANCEL_ALL_TIMER',
  CANCEL_ORDER: 'CANCEL_ORDER_ORDER_ID',
  CANCEL_LIST: 'CANCEL_ORDER_ORDER_LIST_ID',
  CANCEL_TEXT: 'CANCEL_ORDER_TEXT',
  AMEND_ORDER: 'AMEND_ORDER_ORDER_ID',
  AMEND_PRICE: 'AMEND_ORDER_PRICE',
  AMEND_QUANTITY: 'AMEND_ORDER_QUANTITY',
  AMEND_TRIGGER_PRICE: 'AMEND_ORDER_TRIGGER_PRICE',
  AMEND_TEXT: 'AMEND_ORDER_TEXT',
  TIMER_TIMEOUT: 'SET_CANCEL_ALL_TIMER_TIMEOUT_MS',
  TERMS_VISIBLE: 'TERMS_VISIBLE_QUANTITY',
}
const OLD_EVENT_NAMES: Readonly<Record<string, string>> = {
  ORDER_USER: 'ORDER_USER_ID',
  ORDER_INSTRUMENT: 'ORDER_INSTRUMENT_ID',
  ORDER_BASE_ASSET: 'ORDER_BASE_ASSET_ID',
  ORDER_QUOTE_ASSET: 'ORDER_QUOTE_ASSET_ID',
  ORDER_FEE_ASSET: 'ORDER_FEE_ASSET_ID',
  TRADE_SIDE: 'TRADE_TAKER_SIDE',
  TRADE_INSTRUMENT: 'TRADE_INSTRUMENT_ID',
  TRADE_MAKER_USER: 'TRADE_MAKER_USER_ID',
  TRADE_TAKER_USER: 'TRADE_TAKER_USER_ID',
  TRADE_MAKER_FEE_ASSET: 'TRADE_MAKER_FEE_ASSET_ID',
  TRADE_TAKER_FEE_ASSET: 'TRADE_TAKER_FEE_ASSET_ID',
  TRADE_ID: 'TRADE_TRADE_ID',
  TRADE_MAKER_ORDER: 'TRADE_MAKER_ORDER_ID',
  TRADE_TAKER_ORDER: 'TRADE_TAKER_ORDER_ID',
  BALANCE_USER: 'BALANCE_USER_ID',
  BALANCE_ASSET: 'BALANCE_ASSET_ID',
  LEVEL_INSTRUMENT: 'LEVEL_INSTRUMENT_ID',
  STATUS_INSTRUMENT: 'STATUS_INSTRUMENT_ID',
  OUTCOME_ORDER_ID: 'OUTCOME_ORDER_ORDER_ID',
  OUTCOME_ORDER_LIST: 'OUTCOME_ORDER_ORDER_LIST_ID',
  OUTCOME_ORDER_REPLACED: 'OUTCOME_ORDER_REPLACED_ORDER_ID',
  OUTCOME_ORDER_INSTRUMENT: 'OUTCOME_ORDER_INSTRUMENT_ID',
}

const oldNames = (
  known: Readonly<Record<string, number>>,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, number | undefined>> => Object.fromEntries(Object.entries(names).map(([old, name]) => [old, known[name]]))

const CONSTANTS: Readonly<Record<string, string>> = {
  'constants/layout': constants({ ...numbers(), ...bits }, 'usize'),
  'constants/map': constants({ ...map, ...numbers(), ...market }, 'usize'),
  'constants/entry': constants({ ...entryNumbers(), ...entry, ...oldNames(entryNumbers(), OLD_ENTRY_NAMES) }, 'usize'),
  'constants/event': constants({ ...recordNumbers(), ...records, ...oldNames(recordNumbers(), OLD_EVENT_NAMES) }, 'usize'),
  'constants/code': constants(code, 'i32'),
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
    return readFileSync(join(kernel, name), 'utf8')
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
  const { binary, text, said } = await compile(['index.ts'], ['--outFile', 'kernel.wasm', '--textFile', 'kernel.wat', ...SPEED])
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
    writeFileSync(join(kernel, 'kernel.wasm'), binary)
    process.stdout.write(`kernel.wasm: ${binary.byteLength} bytes\n`)
  }
}
