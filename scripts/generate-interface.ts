/**
 * Source of `engine/generated/kernel.ts`: what TypeScript may call of the kernel, as `engine/kernel/exports.ts` and the modules behind it say.
 * Part of `npm run kernel`.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const KERNEL = join(dirname(dirname(fileURLToPath(import.meta.url))), 'engine', 'kernel')

const NUMBERS: Readonly<Record<string, string>> = {
  i32: 'number',
  u32: 'number',
  f64: 'number',
  usize: 'number',
  i64: 'bigint',
  u64: 'bigint',
  bool: 'Flag',
  void: 'void',
}

/** Entries of all kinds begin as one. */
const rowName = (type: string): string => (type.endsWith('Entry') ? 'entry' : `${type.charAt(0).toLowerCase()}${type.slice(1)}`)

/** @throws RangeError for a type that is neither a number nor the class of a row */
function typeOf(type: string, rows: ReadonlySet<string>): string {
  const number = NUMBERS[type]
  if (number !== undefined) return number
  const name = rowName(type)
  if (!rows.has(name)) throw new RangeError(`no row is called ${type}`)
  return `Handle<'${name}'>`
}

/** What is said above a declaration, '' = nothing. */
function aboutOf(source: string, declaration: number): string {
  const above = source.slice(0, declaration).trimEnd()
  const said = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/(?:\s*@inline)?$/.exec(above)?.[1]
  if (said === undefined) return ''
  const lines = said.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trim())
  return `  /** ${lines.filter((line) => line !== '').join(' ')} */\n`
}

interface Exported {
  /** Names in the module and in TypeScript. */
  readonly own: string
  readonly name: string
}

/** @throws RangeError for what the module does not declare in a form that is known */
function member({ name, own }: Exported, module: string, source: string, rows: ReadonlySet<string>): string {
  const made = new RegExp(`^(?:@inline )?export function ${own}\\(([^)]*)\\): (\\w+) \\{`, 'm').exec(source)
  if (made !== null) {
    const [, given = '', returned = ''] = made
    const params = given.split(',').flatMap((param) => {
      const [param_, type] = param.split(':').map((part) => part.trim())
      return param_ === undefined || type === undefined ? [] : [`${param_}: ${typeOf(type, rows)}`]
    })
    return `${aboutOf(source, made.index)}  ${name}(${params.join(', ')}): ${typeOf(returned, rows)}\n`
  }
  const value = new RegExp(`^export let ${own}: (\\w+)`, 'm').exec(source)
  if (value === null) throw new RangeError(`${module} declares no ${own} that may be called`)
  return `${aboutOf(source, value.index)}  readonly ${name}: { value: ${typeOf(value[1] ?? '', rows)} }\n`
}

function exportsOf(names: string): readonly Exported[] {
  return names.split(',').flatMap((text) => {
    const [own = '', name = own] = text.trim().split(' as ')
    return own === '' ? [] : [{ own, name }]
  })
}

/** @param rows names of all described rows */
export function interfaceSource(rows: ReadonlySet<string>): string {
  const sourceOf = (module: string): string => readFileSync(join(KERNEL, `${module}.ts`), 'utf8')
  const members = [...sourceOf('exports').matchAll(/^export \{([^}]*)\} from '\.\/([^']+)'/gm)].flatMap(([, names = '', module = '']) => {
    const source = sourceOf(module)
    return exportsOf(names).map((exported) => member(exported, module, source, rows))
  })
  return `import type { Handle } from '../src/memory/handle.ts'

/** 1 = it is so. */
export type Flag = 0 | 1

/** Functions and values of the kernel. Amounts are int64; a value is what the last call left behind. */
export interface Kernel {
${members.join('')}}
`
}
