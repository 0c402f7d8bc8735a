/** The kernel's sources, which Biome cannot parse: length of functions, circles of imports, and what orders may not know. */
import { dirname, join, normalize } from 'node:path'

const FUNCTION_LINES_MAX = 60

type Fault = (at: string, what: string) => void

/** Functions stand at the margin and end with a brace there. */
function checkFunctions(file: string, source: string, fault: Fault): void {
  let begun = 0
  let name = ''
  for (const [index, line] of source.split('\n').entries()) {
    const found = /^(?:@inline )?(?:export )?function (\w+)/.exec(line)?.[1]
    if (found !== undefined) [begun, name] = [index, found]
    if (line === '}' && name !== '' && index - begun + 1 > FUNCTION_LINES_MAX)
      fault(`${file}:${begun + 1}`, `${name} has ${index - begun + 1} lines, at most ${FUNCTION_LINES_MAX}`)
    if (line === '}') name = ''
  }
}

/** Modules that a source imports, as paths beside its own; constants are made while compiling. */
function importsOf(file: string, source: string): readonly string[] {
  const named = [...source.matchAll(/from '(\.[^']*)'/g)].map(([, path]) => path ?? '')
  return named.filter((path) => !/constants\//.test(path)).map((path) => `${normalize(join(dirname(file), path))}.ts`)
}

/** Every import that leads back to its own file, by the shortest way. */
function checkCircles(sources: ReadonlyMap<string, string>, fault: Fault): void {
  const imports = new Map([...sources].map(([file, source]) => [file, importsOf(file, source)]))
  for (const file of imports.keys()) {
    const circle = wayBack(file, imports)
    // told once, by its first file
    if (circle !== undefined && [...circle].sort()[0] === file) fault(file, `a circle of imports: ${[...circle, file].join(' → ')}`)
  }
}

function wayBack(file: string, imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const ways: (readonly string[])[] = [[file]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === file) return way
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}

/** The life of an order is the same whatever is traded: it asks `product.ts`, the one switch. */
function checkSeam(file: string, source: string, fault: Fault): void {
  if (!file.includes('kernel/orders/')) return
  const known = /from '\.\.\/(spot|perp)\//.exec(source)?.[1] ?? /\b(base|quote)(Account|Asset)\b/.exec(source)?.[0]
  if (known !== undefined) fault(file, `orders know nothing of ${known}; ask product.ts`)
}

/** All three, over the kernel's files. */
export function checkKernel(files: readonly string[], text: (file: string) => string, fault: Fault): void {
  const sourcesIn = (folder: string): ReadonlyMap<string, string> =>
    new Map(files.filter((file) => file.startsWith(`engine/${folder}/`) && file.endsWith('.ts')).map((file) => [file, text(file)]))
  const sources = sourcesIn('kernel')
  for (const [file, source] of sources) {
    checkFunctions(file, source, fault)
    checkSeam(file, source, fault)
  }
  checkCircles(new Map([...sources, ...sourcesIn('generated')]), fault)
}
