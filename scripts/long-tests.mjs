#!/usr/bin/env node
/**
 * `node scripts/long-tests.mjs unit|browser [words]`: the tests in `*.long.test.ts` or `*.long.e2e.ts`, which `npm run proof` runs; with words
 * only the files whose paths hold one of them. Ends with `N passed, N failed`.
 */
import { prepareBrowser, runProjects, Tally } from './run-tests.mjs'

const say = (line) => process.stdout.write(`${line}\n`)
const tally = new Tally()
const [kind, ...words] = process.argv.slice(2)
if (kind === 'browser') {
  const prepared = await prepareBrowser(tally, say)
  if (prepared !== undefined) {
    runProjects(['long-browser'], prepared.env, tally, words)
    await prepared.stop()
  }
} else runProjects(['long'], {}, tally, words)
for (const note of tally.notes()) say(note)
say(tally.line())
process.exit(tally.failed > 0 ? 1 : 0)
