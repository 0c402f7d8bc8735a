/** `npm start` in a tree of its own, with a server and a build that do what the test says. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
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
/** Tells who it is, in its data folder, and runs until it is told to stop. */
const SERVER_APART = `
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
process.on('SIGTERM', () => process.exit(0))
setInterval(() => {}, 1000)
const { AGIO_DATA_DIR, AGIO_SIGNER_SOCKET, AGIO_SIGNER_KEYS, AGIO_MASTER_KEY } = process.env
const told = { uid: process.getuid(), gid: process.getgid(), AGIO_SIGNER_SOCKET, AGIO_SIGNER_KEYS, AGIO_MASTER_KEY }
writeFileSync(join(AGIO_DATA_DIR, 'agio', 'earlier'), 'later')
writeFileSync(join(AGIO_DATA_DIR, 'server.json'), JSON.stringify(told))
`
/** Tells who it is and what it was given, in its own folder. */
const SIGNER = `
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const dir = process.argv[process.argv.indexOf('--dir') + 1]
process.on('SIGTERM', () => process.exit(0))
setInterval(() => {}, 1000)
const told = { uid: process.getuid(), secret: readFileSync(0, 'utf8').trim(), env: Object.keys(process.env), argv: process.argv }
writeFileSync(join(dir, 'signer.json'), JSON.stringify(told))
process.send('unlocked')
`
const PREPARE_KEYS = `
import { writeFileSync } from 'node:fs'
const [signer, keys] = process.argv.slice(2)
for (const path of [signer + '/signer.key', signer + '/exchange.pub', keys + '/exchange.key', keys + '/signer.pub']) writeFileSync(path, '')
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
const write = (file: string, content: string): void => {
  mkdirSync(dirname(join(tree, file)), { recursive: true })
  writeFileSync(join(tree, file), content)
}
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'agio-start-'))
  write('package-lock.json', '{}')
  write('node_modules/.cache/agio-install', createHash('sha256').update('{}').digest('hex'))
  write('server/src/main.ts', SERVER)
  write('server/package.json', '{"type":"module"}')
  write('web/index.html', '')
  write('node_modules/vite/bin/vite.js', BUILD)
  mkdirSync(join(tree, 'scripts'))
  for (const name of ['start.mjs', 'build-web.mjs', 'install.mjs', 'apart.mjs', 'signer-process.mjs'])
    copyFileSync(join(scripts, name), join(tree, 'scripts', name))
  mkdirSync(join(tree, 'server/src/journal'))
  copyFileSync(join(scripts, '../server/src/journal/earlier-build.mjs'), join(tree, 'server/src/journal/earlier-build.mjs'))
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

test.skipIf(process.platform === 'win32')(
  'REL-003 [part] a data folder of an earlier development build is refused before anything starts',
  () => {
    const segment = join(tree, 'data/agio/journal/segment-000000000001-e1.log')
    write('data/agio/journal/segment-000000000001-e1.log', `AGIOSEG1${'\0'.repeat(120)}`)
    const before = statSync(join(tree, 'data'))
    const { status, stderr } = spawnSync(process.execPath, [join(tree, 'scripts/start.mjs')], { cwd: tree, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${dirname(segment)} was made by an earlier development build`)])
    expect(readdirSync(join(tree, 'data'))).toEqual(['agio'])
    expect(statSync(join(tree, 'data'))).toMatchObject({ uid: before.uid, mode: before.mode, mtimeMs: before.mtimeMs })
    expect(existsSync(join(tree, 'running'))).toBe(false)
  },
)

test.skipIf(process.platform === 'win32')(
  'who ends npm, or the shell below it, ends the exchange: it stops as if it had been told',
  async () => {
    write('node_modules/vite/bin/vite.js', 'setInterval(() => {}, 1000)')
    const command = `${process.execPath} ${join(tree, 'scripts/start.mjs')}; true`
    const env = { ...process.env, npm_lifecycle_event: 'start', AGIO_CHAINS: 'off' }
    const shell = spawn('sh', ['-c', command], { cwd: tree, stdio: 'ignore', env })
    const file = (name: string) => existsSync(join(tree, name))
    await expect.poll(() => file('running')).toBe(true)
    shell.kill('SIGTERM')
    await expect.poll(() => file('stopped')).toBe(true)
  },
)

const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

test.skipIf(!isRootOnLinux)(
  'as root, server and signer get users of their own, what they need of an earlier folder, and no secret of each other',
  async () => {
    chmodSync(tree, 0o755)
    write('server/src/main.ts', SERVER_APART)
    write('package.json', '{}')
    write('chain/package.json', '{"type":"module"}')
    write('chain/src/signer/main.ts', SIGNER)
    write('chain/src/signer/prepare-keys.ts', PREPARE_KEYS)
    write('node_modules/vite/bin/vite.js', 'setInterval(() => {}, 1000)')
    const data = join(tree, 'data')
    // As a commit that ran as root left it; a link leads out of it.
    write('data/agio/earlier', 'now')
    write('outside', 'not theirs')
    symlinkSync(join(tree, 'outside'), join(data, 'agio', 'link'))
    const env = {
      ...process.env,
      AGIO_DATA_DIR: data,
      AGIO_MASTER_KEY: 'k',
      AGIO_PROFILE: 'test',
      AGIO_CHAINS: 'off',
      NODE_COMPILE_CACHE: '',
    }
    const start = spawn(process.execPath, [join(tree, 'scripts/start.mjs')], { cwd: tree, stdio: ['ignore', 'ignore', 'pipe'], env })
    const ended = new Promise((resolve) => start.once('exit', resolve))
    try {
      await expect.poll(() => ['server.json', 'signer/signer.json'].every((name) => existsSync(join(data, name)))).toBe(true)
      const read = (name: string): Record<string, unknown> => JSON.parse(readFileSync(join(data, name), 'utf8'))
      expect(read('server.json')).toEqual({
        uid: 26_101,
        gid: 26_101,
        AGIO_SIGNER_SOCKET: join(data, 'signer-socket/signer.sock'),
        AGIO_SIGNER_KEYS: join(data, 'signer-keys'),
        AGIO_MASTER_KEY: 'k',
      })
      const { uid, secret, env: names, argv } = read('signer/signer.json')
      expect([uid, secret]).toEqual([26_102, readFileSync(join(data, 'signer/unlock'), 'utf8').trim()])
      expect(String(argv)).not.toContain(String(secret))
      expect(
        (names as string[]).filter(
          (name) => !['PATH', 'TERM', 'HOME', 'NODE_COMPILE_CACHE', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'].includes(name),
        ),
      ).toEqual([])
      expect(statSync(join(data, 'signer')).mode & 0o777).toBe(0o700)
      expect(statSync(join(data, 'signer/unlock')).uid).toBe(26_102)
      expect(statSync(join(tree, 'outside')).uid).toBe(0)
      expect(lstatSync(join(data, 'agio/link')).uid).toBe(26_101)
      expect(readFileSync(join(data, 'agio/earlier'), 'utf8')).toBe('later')
    } finally {
      start.kill('SIGTERM')
      await ended
    }
  },
)

test.skipIf(!isRootOnLinux)('where root cannot be given up, the demo says why and goes on, and production does not start', async () => {
  // The tree of this test is root's alone.
  write('server/src/main.ts', "process.stdout.write('runs as ' + process.getuid())")
  write('web/dist/index.html', '')
  write('node_modules/vite/bin/vite.js', '')
  write('package.json', '{}')
  const started = async (profile: string): Promise<string> => {
    const env = { ...process.env, AGIO_PROFILE: profile, AGIO_DATA_DIR: join(tree, 'data') }
    const start = spawn(process.execPath, [join(tree, 'scripts/start.mjs')], { cwd: tree, stdio: ['ignore', 'pipe', 'pipe'], env })
    let said = ''
    for (const stream of [start.stdout, start.stderr])
      stream.on('data', (text) => {
        said += String(text)
      })
    const code = await new Promise((resolve) => start.once('close', resolve))
    return `${code} ${said}`
  }
  const demo = await started('demo')
  expect(demo).toMatch(/^0 .*everything runs as root, and the signer is not apart from the server: its user may not run /)
  expect(demo).toContain('runs as 0')
  const production = await started('production')
  expect(production).toMatch(/^1 .*root cannot be given up for the exchange's own user: its user may not run /)
  expect(production).not.toContain('runs as')
})
