/** `npm run vectors -- <file> [--area a,b]`: checks the vectors of a file against the real code; the last line counts them. */
import { parseArgs } from 'node:util'
import { checkVectors, readVectors } from './check-vectors.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { area: { type: 'string' } } })
const [file = new URL('./vectors.json', import.meta.url)] = positionals
const areas = (values.area ?? '').split(',').filter((area) => area !== '')
const report = checkVectors(readVectors(file, areas))
for (const failure of report.failures) console.log(`FAILED ${failure}`)
const skipped = report.skipped > 0 ? `, ${report.skipped} skipped` : ''
const foreign = report.foreign > 0 ? ` (${report.foreign} of them formulas of other venues and chains)` : ''
console.log(`${report.passed} passed${foreign}, ${report.failed} failed${skipped}`)
process.exitCode = report.failed === 0 ? 0 : 1
