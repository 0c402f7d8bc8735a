/**
 * Compiles the kernel: the layouts' constants and the memory map in front of its parts, one file for the compiler.
 * `node docs/studies/compiled-core/build.ts <folder of assemblyscript>`
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as code from '../../../engine/src/codec/code.ts'
import * as entry from '../../../engine/src/codec/entry-layout.ts'
import * as event from '../../../engine/src/events/event-layout.ts'
import * as layout from '../../../engine/src/layout.ts'
import { BASES, INSTRUMENT, LADDER, SCALARS, SIZES } from './map.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const compiler = process.argv[2] ?? 'node_modules/assemblyscript'
const pages = String(BASES.MEMORY_END / 65_536)

const constants = (prefix: string, values: Record<string, unknown>, type: string): string[] =>
  Object.entries(values).flatMap(([name, value]) => (typeof value === 'number' ? [`const ${prefix}${name}: ${type} = ${value}`] : []))

const parts = readdirSync(join(here, 'kernel')).sort()
const lines = [
  ...constants('', layout, 'usize'),
  ...constants('EN_', entry, 'usize'),
  ...constants('EV_', event, 'usize'),
  ...constants('', code, 'i32'),
  ...[BASES, SCALARS, LADDER, INSTRUMENT, SIZES].flatMap((values) => constants('', values, 'usize')),
  ...parts.map((part) => readFileSync(join(here, 'kernel', part), 'utf8')),
]
mkdirSync(join(here, 'dist'), { recursive: true })
writeFileSync(join(here, 'dist', 'kernel.ts'), lines.join('\n'))
const options = ['-O3', '--runtime', 'stub', '--noAssert', '--importMemory', '--noExportMemory', '--zeroFilledMemory', '--converge']
const memory = ['--initialMemory', pages, '--maximumMemory', pages, '--enable', 'simd', '--enable', 'bulk-memory']
execFileSync(
  process.execPath,
  [join(compiler, 'bin', 'asc.js'), join(here, 'dist', 'kernel.ts'), '-o', join(here, 'dist', 'kernel.wasm'), ...options, ...memory],
  { stdio: 'inherit' },
)
