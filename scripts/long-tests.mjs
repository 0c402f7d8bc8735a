#!/usr/bin/env node
/** `node scripts/long-tests.mjs unit|browser`: the tests in `*.long.test.ts` or `*.long.e2e.ts`, which `npm run proof` runs. Ends with `N passed, N failed`. */
import { prepareBrowser, runProjects, Tally } from './run-tests.mjs'

const say = (line) => process.stdout.write(`${line}\n`)
const tally = new Tally()
if (process.argv[2] === 'browser') {
  const prepared = await prepareBrowser(tally, say)
  if (prepared !== undefined) {
    runProjects(['long-browser'], prepared.env, tally)
    await prepared.stop()
  }
} else runProjects(['long'], {}, tally)
for (const note of tally.notes()) say(note)
say(tally.line())
process.exit(tally.failed > 0 ? 1 : 0)
