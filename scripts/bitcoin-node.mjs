#!/usr/bin/env node
/**
 * Finds the Bitcoin node of demo and tests, or installs it: `bitcoind` where BITCOIND_PATH names one, else bcoin, which brings packages with
 * install scripts and is therefore no dependency of the workspaces. It has a lock of its own (scripts/bitcoin-node), lies in a folder of its
 * own below node_modules/.cache, and runs without native code. Plain JavaScript for Node 20.
 *
 * As a program it prints where the node is, as one line of JSON; see `bitcoinNode`.
 */
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { npm, root } from './install.mjs'

const SOURCE = join(root, 'scripts', 'bitcoin-node')
const SHARED_CACHE = join(root, 'node_modules', '.cache')
/** What the start script made for the exchange's own user, who may not write where root's programs are. */
const OWN_CACHE = join(SHARED_CACHE, `user-${process.getuid?.() ?? 0}`)
const CACHE = existsSync(OWN_CACHE) ? OWN_CACHE : SHARED_CACHE
const PREFIX = 'bitcoin-node-'

/** Its name holds everything it is made of. */
function installedPath(cache) {
  const key = createHash('sha256')
  for (const name of ['package.json', 'package-lock.json', 'leveldown/package.json', 'leveldown/index.js'])
    key.update(readFileSync(join(SOURCE, name)))
  return join(cache, `${PREFIX}${key.digest('hex').slice(0, 16)}`)
}

/** Installs beside and renames: the folder appears whole, also when two install at once or one is killed. */
function install(target) {
  const unfinished = `${target}.${randomUUID()}`
  mkdirSync(CACHE, { recursive: true })
  for (const name of readdirSync(CACHE))
    if (name.startsWith(PREFIX) && !name.includes('.')) rmSync(join(CACHE, name), { recursive: true, force: true })
  try {
    cpSync(SOURCE, unfinished, { recursive: true })
    const { ok, output } = npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', unfinished], unfinished)
    if (!ok) throw new Error(`the Bitcoin node cannot be installed:\n${output}`)
    renameSync(unfinished, target)
  } catch (error) {
    if (!existsSync(target)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/**
 * @param say told when it installs, which takes some ten seconds and the network
 * @returns `kind`: bitcoind or bcoin; `command`: program and leading arguments; `cwd` to run it in
 */
export function bitcoinNode(say = () => undefined) {
  const named = process.env.BITCOIND_PATH
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`BITCOIND_PATH names ${named}, which does not exist`)
    return { kind: 'bitcoind', command: [named], cwd: dirname(named) }
  }
  const target = [SHARED_CACHE, CACHE].map(installedPath).find(existsSync) ?? installedPath(CACHE)
  if (!existsSync(target)) {
    say('installing the Bitcoin node')
    install(target)
  }
  return {
    kind: 'bcoin',
    command: [process.execPath, '--max-semi-space-size=1', '--optimize-for-size', join(SOURCE, 'launch.cjs')],
    cwd: target,
  }
}

if (argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url))
  process.stdout.write(`${JSON.stringify(bitcoinNode((line) => process.stderr.write(`${line}\n`)))}\n`)
