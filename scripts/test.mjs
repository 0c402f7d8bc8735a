#!/usr/bin/env node
/**
 * `npm test`: types, lint and form of the repository; the browser tests against a server that `npm start` started; unit, scenario,
 * simulation and crash tests. Ends with `N passed, N failed` and exits non-zero on any failure. `--no-browser` leaves the browser out.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditDependencies } from './audit.mjs'
import { buildWeb, webIsFresh } from './build-web.mjs'
import { findChromium } from './chromium.mjs'
import { compiledSources, installWhenNeeded, node26, root } from './install.mjs'

const say = (line) => process.stdout.write(`${line}\n`)
/** The largest first: the others fill the second core beside it. */
const AREAS = ['web', 'server', 'web/e2e', 'sim', 'wire/tsconfig.test.json', 'engine/tsconfig.test.json', 'wire', 'engine', 'scripts']
const total = { passed: 0, failed: 0, skipped: 0 }
const browserWanted = !process.argv.includes('--no-browser')
/** Servers are started dozens of times; what Node makes of their sources is kept between them. */
process.env.NODE_COMPILE_CACHE ??= compiledSources
const scratch = mkdtempSync(join(tmpdir(), 'agio-test-'))

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

function vitest(projects, env) {
  const report = join(scratch, `${projects[0]}.json`)
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const result = spawnSync(node26, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    total.passed += numPassedTests
    total.failed += numFailedTests + testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
    total.skipped += numPendingTests
  } catch {
    total.failed += 1
  }
  if (result.status !== 0 && total.failed === 0) total.failed += 1
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Free loopback ports below the range that the system hands out by itself. */
async function freePorts(count) {
  const ports = []
  while (ports.length < count) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (!ports.includes(port) && (await isFree(port))) ports.push(port)
  }
  return ports
}

/** Starts the product the way a user does and resolves when it prints `ready`. */
async function startProduct() {
  const [port, futuresPort, consolePort] = await freePorts(3)
  const env = {
    ...process.env,
    PORT: String(port),
    FUTURES_PORT: String(futuresPort),
    CONSOLE_PORT: String(consolePort),
    AGIO_PROFILE: 'test',
    AGIO_DATA_DIR: join(scratch, 'data'),
  }
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ready = new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += chunk
      if (/\bready\b/.test(output)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready:\n${output}`)))
    setTimeout(() => reject(new Error(`the server was not ready after 120 s:\n${output}`)), 120_000).unref()
  })
  await ready
  return { child, env: { AGIO_E2E_BASE: `http://localhost:${port}`, AGIO_E2E_DATA: env.AGIO_DATA_DIR } }
}

/** Builds and starts what the browser tests visit; undefined, and a failure, when there is no Chromium. */
async function prepareBrowser() {
  const chromium = findChromium(say)
  if (chromium === undefined) {
    total.skipped += 1
    total.failed += 1
    say('FAIL no Chromium here (set CHROME_PATH, or pass --no-browser to leave the browser tests out)')
    return undefined
  }
  if (!webIsFresh()) await buildWeb()
  const { child, env } = await startProduct()
  return { child, env: { ...env, CHROME_PATH: chromium } }
}

async function browserTests({ child, env }) {
  vitest(['browser'], env)
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
}

function noteFailure(error) {
  total.failed += 1
  say(String(error.stack ?? error))
}

try {
  installWhenNeeded(say)
  // A start keeps little more than one processor busy: the checks run beside it. Its market trades on while it waits, so the browser is next.
  const preparing = browserWanted ? prepareBrowser().catch(noteFailure) : undefined
  await checks()
  audit()
  const prepared = await preparing
  if (prepared !== undefined) await browserTests(prepared)
  vitest(['unit', 'unit-shared'], {})
} catch (error) {
  noteFailure(error)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
say(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed > 0 ? 1 : 0)
