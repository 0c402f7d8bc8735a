/** Every setting that the product reads stands in the table of README.md, and the table has none that nothing reads. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const NAME = /\bAGIO_[A-Z][A-Z0-9_]*\b/g
/** Tests hand these to one another. */
const OF_TESTS = /^AGIO_(E2E_|PROOF$)/
const README = 'README.md'

const namesIn = (source: string): Set<string> => new Set([...source.matchAll(NAME)].map(([name]) => name))

/** @param code files of the product, without its tests */
export function checkSettings(root: string, code: readonly string[], fault: (place: string, what: string) => void): void {
  if (!existsSync(join(root, README))) return
  const text = (file: string): string => readFileSync(join(root, file), 'utf8')
  const rows = text(README)
    .split('\n')
    .flatMap((line) => (line.startsWith('| `') ? [line.split(' | ', 1)[0] ?? ''] : []))
  const told = namesIn(rows.join('\n'))
  const read = new Map(code.flatMap((file) => [...namesIn(text(file))].map((name) => [name, file] as const)))
  for (const [name, file] of read)
    if (!told.has(name) && !OF_TESTS.test(name)) fault(file, `${name} is missing in the settings of ${README}`)
  for (const name of told) if (!read.has(name)) fault(README, `nothing reads ${name}`)
}
