#!/usr/bin/env node
/**
 * Adds the optional platform packages that this machine's registry view left out of package-lock.json, so that `npm ci` accepts
 * the lock on every platform. Entries carry name, version, os and cpu; npm fetches and verifies the package itself.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))

const OS = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'win32',
  win: 'win32',
  windows: 'win32',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  android: 'android',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
}
/** Names of processors in names of packages; some say amd64. */
const CPU = ['x64', 'arm64', 'arm', 'ia32', 'riscv64', 'ppc64', 's390x', 'loong64', 'mips64el', 'wasm32']

function platformOf(name) {
  const parts = name.replace(/^@[^/]+\//, '').split('-')
  const os = parts.map((part) => OS[part]).find(Boolean)
  const cpu = parts.map((part) => (part === 'amd64' ? 'x64' : part)).find((part) => CPU.includes(part))
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }) }
}

let added = 0
for (const [path, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${path === '' ? '' : `${path}/`}node_modules/${name}`
    const hoisted = `node_modules/${name}`
    if (lock.packages[nested] !== undefined || lock.packages[hoisted] !== undefined) continue
    lock.packages[hoisted] = { version, ...platformOf(name), optional: true, ...(entry.dev && { dev: true }) }
    added += 1
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added} platform entries added\n`)
