/** Builds the web application when its sources changed since the last build. Plain JavaScript for Node 20. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node26, root } from './install.mjs'

const SOURCES = [
  'web/src',
  'web/public',
  'web/build',
  'web/index.html',
  'web/vite.config.ts',
  'wire/src',
  'engine/src',
  'package-lock.json',
]
const stampFile = join(root, 'web', 'dist', '.sources')

function digest(path, hash) {
  if (!existsSync(path)) return
  const stat = statSync(path)
  if (stat.isDirectory()) {
    for (const name of readdirSync(path).sort()) digest(join(path, name), hash)
  } else if (!path.includes('.test.')) {
    hash.update(path).update(readFileSync(path))
  }
}

function sourcesHash() {
  const hash = createHash('sha256')
  for (const source of SOURCES) digest(join(root, source), hash)
  return hash.digest('hex')
}

/** True when web/dist was built from exactly the present sources. */
export function webIsFresh() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesHash()
}

/** Runs the Vite build; resolves when web/dist is complete, rejects with the build's output. */
export function buildWeb() {
  const hash = sourcesHash()
  return new Promise((resolve, reject) => {
    const child = spawn(node26, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'web'),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // Whoever stops a start while it builds wants no build left behind.
    const end = () => child.kill()
    process.once('exit', end)
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('exit', (code) => {
      process.off('exit', end)
      if (code !== 0) return reject(new Error(`the web build failed:\n${output}`))
      writeFileSync(stampFile, hash)
      resolve()
    })
  })
}
