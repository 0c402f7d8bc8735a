/** Installs the dependencies when they are missing or older than the lock file. Plain JavaScript for Node 20, no dependencies. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stampFile = join(root, 'node_modules', '.cache', 'agio-install')
/** Where Node keeps what it made of the sources. */
export const compiledSources = join(root, 'node_modules', '.cache', 'compiled')

/** Path of the Node 26 that the platform package brings. */
export const node26 = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

/** How npm is run, also where only its script is known. */
function npmCall(args) {
  const execPath = process.env.npm_execpath
  const viaNode = execPath?.endsWith('.js') === true
  const command = viaNode ? process.execPath : process.platform === 'win32' ? 'npm.cmd' : 'npm'
  return [command, viaNode ? [execPath, ...args] : args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_OPTIONS: '' } }]
}

/** Runs npm in the root or another folder. */
export function npm(args, cwd = root) {
  const [command, all, options] = npmCall(args)
  const result = spawnSync(command, all, { ...options, cwd, encoding: 'utf8', maxBuffer: 1 << 26 })
  return { ok: result.status === 0, output: result.stderr ?? '', text: result.stdout ?? '' }
}

/** Runs npm in the root beside everything else. @returns {Promise<string>} what it printed, nothing where there is no npm */
export function npmText(args) {
  const [command, all, options] = npmCall(args)
  return new Promise((resolve) => {
    const child = spawn(command, all, { ...options, cwd: root })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk))
    child.stderr.resume()
    child.once('error', () => resolve(''))
    child.once('close', () => resolve(text))
  })
}

/** Runs `npm ci`; where the lock lacks this platform's builds, `npm install`. Throws with npm's own words when both fail. */
export function installWhenNeeded(say) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(node26) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lock) return
  say('installing dependencies')
  const clean = npm(['ci', '--no-audit', '--no-fund'])
  if (!clean.ok) {
    say('npm ci refused the lock file on this platform; using npm install')
    const loose = npm(['install', '--no-audit', '--no-fund', '--no-save'])
    if (!loose.ok) throw new Error(`npm install failed:\n${clean.output}\n${loose.output}`)
  }
  if (!existsSync(node26)) throw new Error(`no Node 26 package for ${process.platform}-${process.arch}`)
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, lock)
}
