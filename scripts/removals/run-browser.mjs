/**
 * `node run-browser.mjs <report> <words>`: starts the product and runs browser tests with one of the words in the path, until the first failure. Failures go
 * to the report in the form of `report-tests.mjs`.
 */
import { writeFileSync } from 'node:fs'
import { prepareBrowser, runProjects, Tally } from '../run-tests.mjs'

const [report, ...words] = process.argv.slice(2)
const tally = new Tally()
try {
  const prepared = await prepareBrowser(tally, (line) => process.stdout.write(`${line}\n`))
  if (prepared !== undefined) {
    runProjects(['browser'], prepared.env, tally, [...words, '--bail=1'])
    await prepared.stop()
  }
} catch (error) {
  tally.fail('the product does not start', String(error))
}
const failures = tally.notes().flatMap((note) => (note.startsWith('failed: ') ? [{ name: note.slice(8).split(' -- ')[0] }] : []))
writeFileSync(report, JSON.stringify({ passed: tally.passed, failures }))
process.exit(failures.length > 0 ? 1 : 0)
