/** `npm start` in a tree of its own, with a server and a build that do what the test says. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const scripts = dirname(fileURLToPath(import.meta.url))
/** Runs until it is told to stop. */
const SERVER = `
import { writeFileSync } from 'node:fs'
process.on('SIGTERM', () => { writeFileSync('stopped', ''); process.exit(0) })
setInterval(() => {}, 1000)
writeFileSync('running', String(process.pid))
`
/** Fails when the server runs, as a build does that takes longer than the start. */
const BUILD = `
const { existsSync } = require('node:fs')
setInterval(() => {
  if (!existsSync('../running')) return
  console.error('no such module')
  process.exit(1)
}, 20)
`

let tree: string
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'agio-start-'))
  const write = (file: string, content: string): void => {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), content)
  }
  write('package-lock.json', '{}')
  write('node_modules/.cache/agio-install', createHash('sha256').update('{}').digest('hex'))
  write('server/src/main.ts', SERVER)
  write('server/package.json', '{"type":"module"}')
  write('web/index.html', '')
  write('node_modules/vite/bin/vite.js', BUILD)
  mkdirSync(join(tree, 'scripts'))
  for (const name of ['start.mjs', 'build-web.mjs', 'install.mjs']) copyFileSync(join(scripts, name), join(tree, 'scripts', name))
  mkdirSync(join(tree, 'node_modules/.bin'))
  symlinkSync(process.execPath, join(tree, 'node_modules/.bin/node'))
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

test.skipIf(process.platform === 'win32')('a web build that fails ends the server as well, and says why', async () => {
  const start = spawn(process.execPath, [join(tree, 'scripts/start.mjs')], { cwd: tree, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  start.stderr.on('data', (text) => {
    said += String(text)
  })
  try {
    expect(await new Promise((resolve) => start.once('exit', resolve))).toBe(1)
    expect(said).toContain('the web build failed:\nno such module')
    expect(existsSync(join(tree, 'stopped'))).toBe(true)
  } finally {
    if (!existsSync(join(tree, 'stopped'))) process.kill(Number(readFileSync(join(tree, 'running'), 'utf8')), 'SIGKILL')
  }
})
