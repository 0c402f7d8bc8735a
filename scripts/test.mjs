#!/usr/bin/env node
/**
 * `npm test`: types, lint and form of the repository; the browser tests against a server that `npm start` started; unit, scenario,
 * simulation and crash tests. What takes longer is `npm run proof`. Ends with `N passed, N failed` and exits non-zero on any failure.
 * `--no-browser` leaves the browser out.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { auditDependencies } from './audit.mjs'
import { bitcoinNode } from './bitcoin-node.mjs'
import { compiledSources, installWhenNeeded, node26, root } from './install.mjs'
import { prepareBrowser, runProjects, Tally } from './run-tests.mjs'

const say = (line) => process.stdout.write(`${line}\n`)
/** The largest first: the others fill the second core beside it. */
const AREAS = [
  'web',
  'server',
  'web/e2e',
  'sim',
  'wire/tsconfig.test.json',
  'engine/tsconfig.test.json',
  'wire',
  'chain',
  'engine',
  'scripts',
]
const total = new Tally()
const browserWanted = !process.argv.includes('--no-browser')
/** Servers are started dozens of times; what Node makes of their sources is kept between them. */
process.env.NODE_COMPILE_CACHE ??= compiledSources

function check({ name, args }) {
  const started = Date.now()
  return new Promise((resolve) => {
    const child = spawn(node26, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', (error) => (output += `${error.message}\n`))
    child.once('close', (code) => {
      total[code === 0 ? 'passed' : 'failed'] += 1
      say(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
      if (code !== 0) say(output)
      resolve()
    })
  })
}

/** Types, lint and form of the repository, two at a time: each of them fills one core. */
async function checks() {
  const bin = (name) => join(root, 'node_modules', name)
  const waiting = [
    ...AREAS.map((area) => ({ name: `types ${area}`, args: [bin('typescript/bin/tsc'), '-p', area] })),
    { name: 'lint', args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'] },
    { name: 'tidy', args: [join(root, 'scripts', 'tidy.ts')] },
  ]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await check(next)
  }
  await Promise.all([work(), work()])
}

/** A registry that gives no audits, or none at all, must not fail the tests of somebody who works offline. */
function audit() {
  const { known, holes } = auditDependencies()
  if (!known) {
    total.skipped += 1
    say('skip audit of the dependencies: the registry gives none')
    return
  }
  total[holes === 0 ? 'passed' : 'failed'] += 1
  say(
    holes === 0 ? 'ok   audit of the dependencies' : `FAIL audit of the dependencies: ${holes} known holes of high severity, see npm audit`,
  )
}

/** Before tests wait for it with a bound. Where it cannot be had, they say why. */
function prepareBitcoin() {
  try {
    bitcoinNode(say)
  } catch (error) {
    say(error.message)
  }
}

function noteFailure(error) {
  total.failed += 1
  say(String(error.stack ?? error))
}

try {
  installWhenNeeded(say)
  // A start keeps little more than one processor busy: the checks run beside it. Its market trades on while it waits, so the browser is next.
  const preparing = browserWanted ? prepareBrowser(total, say).catch(noteFailure) : undefined
  prepareBitcoin()
  await checks()
  audit()
  const prepared = await preparing
  if (prepared !== undefined) {
    runProjects(['browser'], prepared.env, total)
    await prepared.stop()
  }
  runProjects(['unit', 'unit-shared'], {}, total)
} catch (error) {
  noteFailure(error)
}
say(total.line())
process.exit(total.failed > 0 ? 1 : 0)
