#!/usr/bin/env node
/**
 * `npm test`: types, lint and form of the repository; the browser tests against a server that `npm start` started; unit, scenario,
 * simulation and crash tests. What takes longer is `npm run proof`. Ends with `N passed, N failed` and exits non-zero on any failure.
 * `--no-browser` leaves the browser out.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { auditDependencies } from './audit.mjs'
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
      if (code === 0) total.passed += 1
      else total.fail(name)
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
async function audit() {
  const { known, holes } = await auditDependencies()
  if (!known) {
    total.skipped += 1
    say('skip audit of the dependencies: the registry gives none')
    return
  }
  if (holes === 0) total.passed += 1
  else total.fail('audit of the dependencies', `${holes} known holes`)
  say(
    holes === 0 ? 'ok   audit of the dependencies' : `FAIL audit of the dependencies: ${holes} known holes of high severity, see npm audit`,
  )
}

/** Before tests wait for it with a bound. Where it cannot be had, they say why. */
function prepareBitcoin() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'scripts', 'bitcoin-node.mjs')], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr.setEncoding('utf8').on('data', (text) => process.stdout.write(text))
    child.once('error', (error) => say(error.message))
    child.once('close', resolve)
  })
}

function noteFailure(error) {
  total.fail('the run itself', String(error))
  say(String(error.stack ?? error))
}

try {
  installWhenNeeded(say)
  // A start keeps little more than one processor busy: the checks run beside it. Its market trades on while it waits, so the browser is next.
  const preparing = browserWanted ? prepareBrowser(total, say).catch(noteFailure) : undefined
  await Promise.all([checks(), prepareBitcoin(), audit()])
  const prepared = await preparing
  if (prepared !== undefined) {
    runProjects(['browser'], prepared.env, total)
    await prepared.stop()
  }
  runProjects(['exact', 'exact-shared', 'unit', 'unit-shared'], {}, total)
} catch (error) {
  noteFailure(error)
}
for (const note of total.notes()) say(note)
say(total.line())
process.exit(total.failed > 0 ? 1 : 0)
