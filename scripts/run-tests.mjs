/** Runs test projects of vitest.config.ts and counts what came of them; starts the product for those that drive a browser. Plain JavaScript: Node 20 reads it. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb, webIsFresh } from './build-web.mjs'
import { findChromium } from './chromium.mjs'
import { node26, root } from './install.mjs'

/** How much of what a failed test says is repeated at the end. */
const TOLD_CHARACTERS = 600

const told = (reason) => {
  const own = reason
    .replace(/^.*\bnode_modules\b.*$/gm, '')
    .replaceAll(root, '')
    .replace(/\s+/g, ' ')
    .trim()
  return own === '' ? '' : ` -- ${own.slice(0, TOLD_CHARACTERS)}`
}

/** More than these that pass only when they are tried again are no accident any more. */
const SHAKY_MOST = 3

/** Sum of everything that was run, as the last line of a command tells it. */
export class Tally {
  passed = 0
  failed = 0
  skipped = 0
  #shaky = 0
  #notes = []

  /** Counts one failure and keeps what it was. */
  fail(name, reason = '') {
    this.failed += 1
    this.#notes.push(`failed: ${name}${told(reason)}`)
  }

  /** Keeps what passed only when it was tried again. */
  doubt(name, reason) {
    this.#shaky += 1
    if (this.#shaky === SHAKY_MOST + 1) this.fail('the tests themselves', `more than ${SHAKY_MOST} of them are shaky`)
    this.#notes.push(`shaky: ${name}${told(reason)}`)
  }

  /** Each failure and doubt once more, a line each, to stand before the closing line: hours of output may lie between. */
  notes() {
    return this.#notes
  }

  line() {
    return `${this.passed} passed, ${this.failed} failed${this.skipped > 0 ? `, ${this.skipped} skipped` : ''}`
  }
}

/**
 * Adds to the tally what vitest reports of the projects; a run without a report is a failure.
 * @param {string[]} words only files whose paths hold one of them; all of them without
 */
export function runProjects(projects, env, tally, words = []) {
  const scratch = mkdtempSync(join(tmpdir(), 'agio-report-'))
  const file = join(scratch, 'report.json')
  const failedBefore = tally.failed
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...words,
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=dot',
    `--reporter=${join(root, 'scripts', 'report-tests.mjs')}`,
    `--outputFile=${file}`,
  ]
  const result = spawnSync(node26, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  try {
    const { passed, skipped, failures, shaky, dear } = JSON.parse(readFileSync(file, 'utf8'))
    tally.passed += passed
    tally.skipped += skipped
    for (const { name, reason } of failures) tally.fail(name, reason)
    for (const { name, reason } of shaky) tally.doubt(name, reason)
    if (words.length === 0) process.stdout.write(`longest: ${dear.map(({ file: name, seconds }) => `${name} ${seconds} s`).join(', ')}\n`)
  } catch (error) {
    tally.fail(`the report of ${projects.join(', ')}`, String(error))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  if (result.status !== 0 && tally.failed === failedBefore) tally.fail(`${projects.join(', ')}: ended with ${result.status}`)
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

/** Far above what a start takes, so that one that hangs is told. */
const READY_WITHIN_MS = 300_000

const PORT_TRIES = 5

/** A port that something else took meanwhile is not the product's fault: it is started again on others. */
async function startProduct() {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce()
    } catch (error) {
      if (tries === PORT_TRIES || !/EADDRINUSE|port \d+ is in use/.test(String(error))) throw error
    }
  }
}

/** Starts the product the way a user does and resolves when it prints `ready`. */
async function startOnce() {
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-test-'))
  const [port, futuresPort, consolePort] = await freePorts(3)
  const env = {
    ...process.env,
    PORT: String(port),
    FUTURES_PORT: String(futuresPort),
    CONSOLE_PORT: String(consolePort),
    AGIO_PROFILE: 'test',
    AGIO_CHAINS: 'off',
    AGIO_DATA_DIR: dataDir,
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
    setTimeout(() => reject(new Error(`the server was not ready after ${READY_WITHIN_MS / 1000} s:\n${output}`)), READY_WITHIN_MS).unref()
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await ready
  } catch (error) {
    await stop()
    throw error
  }
  return { stop, env: { AGIO_E2E_BASE: `http://localhost:${port}`, AGIO_E2E_DATA: dataDir } }
}

/** Builds and starts what the browser tests visit; undefined, and a failure, when there is no Chromium. */
export async function prepareBrowser(tally, say) {
  const chromium = findChromium(say)
  if (chromium === undefined) {
    tally.skipped += 1
    tally.fail('browser tests', 'no Chromium')
    say('FAIL no Chromium here (set CHROME_PATH, or pass --no-browser to leave the browser tests out)')
    return undefined
  }
  if (!webIsFresh()) await buildWeb()
  const { stop, env } = await startProduct()
  return { stop, env: { ...env, CHROME_PATH: chromium } }
}
