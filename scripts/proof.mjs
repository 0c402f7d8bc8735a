#!/usr/bin/env node
/**
 * `npm run proof`: what takes too long for `npm test` and still must hold: more seeds of the simulator, more kills of
 * the process, the product in the engines of Safari and Firefox, the tests whose files are named `.long`. Seeds are fixed, nothing is judged by its time. A part that ends with
 * `N passed, N failed` counts as that many, any other as one. Ends with the sum and exits non-zero on any failure.
 *
 * `npm run proof -- engines`: only the parts whose names hold one of the words.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { compiledSources, installWhenNeeded, node26, root } from './install.mjs'

/** Characters that are repeated of the end of what a failed part said. */
const LAST_WORDS = 1200
/** Minutes after which a part is killed and counts as failed. No part takes half as long unless it hangs. */
const MINUTES_MAX = 45
const CLOSING_LINE = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m

/**
 * Two at a time, in this order: the longest first, so that the second core is not left alone at the end, and between two that start the
 * product one that does not.
 * @type {{ name: string, args: string[] }[]}
 */
const PARTS = [
  { name: 'long unit tests', args: ['scripts/long-tests.mjs', 'unit'] },
  { name: 'kills over HTTP, 16 rounds', args: ['sim/src/crash/run.ts', '16', 'http', '41'] },
  { name: 'kills of the core, 60 rounds', args: ['sim/src/crash/run.ts', '60', '42'] },
  { name: 'kills of everything around the wallet, 20 rounds', args: ['sim/src/crash/run.ts', '20', 'wallet', '44'] },
  { name: 'kills over conversion, savings and contracts, 10 rounds', args: ['sim/src/crash/run.ts', '10', 'money', '46'] },
  { name: 'kills of the core in contracts, 12 rounds', args: ['sim/src/crash/run.ts', '12', 'contracts', '45'] },
  { name: 'long browser tests', args: ['scripts/long-tests.mjs', 'browser'] },
  { name: 'simulator, 80 seeds against the reference', args: ['sim/src/run.ts', '20001', '--seeds', '80', '--commands', '2500'] },
  { name: 'kills over accounts, 8 rounds', args: ['sim/src/crash/run.ts', '8', 'accounts', '43'] },
  { name: 'engines of Safari and Firefox', args: ['web/e2e/engines/run.ts'] },
  { name: 'simulator, 4 long seeds', args: ['sim/src/run.ts', '30001', '--seeds', '4', '--commands', '25000'] },
]

const wanted = process.argv.slice(2)
const total = { passed: 0, failed: 0, skipped: 0 }
const say = (line) => process.stdout.write(`${line}\n`)
process.env.NODE_COMPILE_CACHE ??= compiledSources

/** @returns {Promise<{ code: number | null, output: string }>} */
function run(args) {
  return new Promise((resolve) => {
    const child = spawn(node26, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const hung = setTimeout(() => child.kill('SIGKILL'), MINUTES_MAX * 60_000)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', (error) => (output += `${error.message}\n`))
    child.once('close', (code) => {
      clearTimeout(hung)
      resolve({ code, output })
    })
  })
}

async function prove({ name, args }) {
  const started = Date.now()
  const { code, output } = await run(args)
  const counted = CLOSING_LINE.exec(output)
  const [passed, failed, skipped] =
    counted === null ? [code === 0 ? 1 : 0, code === 0 ? 0 : 1, 0] : counted.slice(1).map((each) => Number(each ?? 0))
  total.passed += passed
  total.skipped += skipped
  // A part whose counts are fine and whose exit is not has failed in something that it does not count.
  total.failed += code === 0 ? failed : Math.max(failed, 1)
  say(`${code === 0 && failed === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  // Indented, so that its closing line is not taken for the one of the whole.
  if (code !== 0 || failed > 0) {
    say(output.replace(/^/gm, '  '))
    // A part without tests has told nobody in a line what failed: its last words do, for who reads the end alone.
    if (!/^failed: /m.test(output)) say(`  failed: ${name} -- ${output.replace(/\s+/g, ' ').trim().slice(-LAST_WORDS)}`)
  } else for (const [line] of output.matchAll(/^(?:shaky|longest): .*$/gm)) say(`  ${line}`)
}

const waiting = PARTS.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))

/** One of the two that work at once. */
async function worker() {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await prove(part)
}

installWhenNeeded(say)
process.chdir(join(root))
await Promise.all([worker(), worker()])
say(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
