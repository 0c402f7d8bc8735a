/**
 * Started as root, server and signer each give up root for a user of their own, so that neither can read or end the other. This says which
 * users, and hands them their folders. Plain JavaScript for Node 20, no dependencies.
 *
 * The data folder belongs to root and to the group of both, sticky: the server makes what it needs in it, and can neither move nor replace
 * what belongs to the signer. Whoever took the server over may be at work in it while this runs: nothing here follows a link.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { node26, root } from './install.mjs'

/** By number: no entry of the machine's accounts is needed. The group is that of both, for the data folder and the socket. */
const GROUP = 26_101
export const SERVER = { uid: 26_101, gid: GROUP }
export const SIGNER = { uid: 26_102, gid: GROUP }
const ROOT = 0

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
const cacheOf = (name) => join(root, 'node_modules', '.cache', name)

/** Folders of the signer in a data folder; the server's walk leaves them out. */
export const foldersOf = (dataDir) => ({
  signer: join(dataDir, 'signer'),
  socket: join(dataDir, 'signer-socket'),
  keys: join(dataDir, 'signer-keys'),
})
const PASSED = ['ENOENT', 'ELOOP', 'ENOTDIR', 'ENXIO']
const NOT_THE_SERVERS = ['signer', 'signer-socket', 'signer-keys']

/** Gives one entry of an open folder to a user. A file with a second name may be somebody else's, and is left alone unless `trusts`. */
function giveEntry(path, { uid, gid }, trusts) {
  const found = lstatSync(path)
  if (found.uid === uid) return
  if (!found.isFile()) {
    lchownSync(path, uid, gid)
    return
  }
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const { nlink } = fstatSync(file)
    if (nlink === 1 || trusts) fchownSync(file, uid, gid)
  } finally {
    closeSync(file)
  }
}

/** Gives a folder and all in it to a user. @param leftOut names in the folder itself. @param keepsTop the folder itself stays whose it is */
function giveFolder(path, user, { leftOut = [], keepsTop = false, trusts = false } = {}) {
  const folder = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  try {
    // Through the open folder: its name may mean another one by now.
    const here = `/proc/self/fd/${folder}`
    for (const name of readdirSync(here)) {
      if (leftOut.includes(name)) continue
      const entry = join(here, name)
      try {
        if (lstatSync(entry).isDirectory()) giveFolder(entry, user, { trusts })
        else giveEntry(entry, user, trusts)
      } catch (error) {
        // It went away, or became something else, while it was looked at: somebody works here.
        if (!PASSED.includes(error.code)) throw error
      }
    }
    if (!keepsTop && fstatSync(folder).uid !== user.uid) fchownSync(folder, user.uid, user.gid)
  } finally {
    closeSync(folder)
  }
}

/** A folder that is root's or the given user's; anybody else's is refused. @returns whether it was there */
function ownFolder(path, { uid, gid }, mode) {
  const isThere = existsSync(path)
  if (!isThere) mkdirSync(path, { mode: 0o700 })
  const found = lstatSync(path)
  if (!found.isDirectory() || (found.uid !== uid && found.uid !== ROOT))
    throw new Error(`${path} belongs to somebody else: remove it, or give it back`)
  chownSync(path, uid, gid)
  chmodSync(path, mode)
  return isThere
}

/** Why the server cannot run under its own user here; undefined when it can. @param reads files and folders that it has to read */
function whyNot(reads, ports) {
  if (process.platform !== 'linux' || !existsSync('/proc/self/fd')) return 'this system is not Linux'
  const least = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'))
  const low = ports.find((port) => port < least)
  if (low !== undefined) return `only root may listen on port ${low}`
  const program = `for (const path of ${JSON.stringify(reads)}) require('node:fs').accessSync(path, 4)`
  const tried = spawnSync(node26, ['-e', program], { ...SERVER, cwd: '/', encoding: 'utf8', env: {} })
  if (tried.error?.code === 'EACCES') return `its user may not run ${node26}`
  if (tried.error !== undefined) return `its user cannot be taken (${tried.error.message})`
  if (tried.status === 0) return undefined
  return /EACCES: .*'(.*)'/.exec(tried.stderr)?.[1] === undefined
    ? `a program does not run under its user: ${tried.stderr.trim().split('\n').at(-1)}`
    : `its user may not read ${/'(.*)'/.exec(tried.stderr)?.[1]}`
}

/** Makes the data folder and hands it over, with what earlier versions left in it. */
function handOver(dataDir) {
  const before = lstatSync(dataDir)
  // Until the group is theirs nobody but root was ever in it.
  const trusts = before.gid !== GROUP
  giveFolder(dataDir, SERVER, { leftOut: NOT_THE_SERVERS, keepsTop: true, trusts })
  chownSync(dataDir, ROOT, GROUP)
  chmodSync(dataDir, 0o1770)
}

function ownCache(name, user) {
  const path = cacheOf(name)
  mkdirSync(path, { recursive: true, mode: 0o755 })
  chownSync(path, user.uid, user.gid)
  return path
}

/**
 * @returns who runs what: `server` and `signer` to spawn with (empty where root is not given up), `caches` by name, and `why` root stays,
 *   where it does although it could be given up
 */
export function prepareUsers(dataDir, ports) {
  mkdirSync(dirname(dataDir), { recursive: true })
  if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 })
  const shared = { server: {}, signer: {}, isApart: false, caches: {}, why: undefined }
  if (process.getuid?.() !== ROOT) return shared
  const why = whyNot([dirname(dataDir), join(root, 'package.json'), join(root, 'server', 'src'), join(root, 'node_modules')], ports)
  if (why !== undefined) return { ...shared, why }
  try {
    handOver(dataDir)
    const caches = { server: ownCache(`user-${SERVER.uid}`, SERVER), signer: ownCache(`user-${SIGNER.uid}`, SIGNER) }
    return { server: SERVER, signer: SIGNER, isApart: true, caches, why: undefined }
  } catch (error) {
    if (error.code !== 'EPERM' && error.code !== 'EROFS') throw error
    return { ...shared, why: error.message }
  }
}

function makeKeys({ signer, keys }) {
  const names = [join(signer, 'signer.key'), join(signer, 'exchange.pub'), join(keys, 'exchange.key'), join(keys, 'signer.pub')]
  if (names.every((name) => existsSync(name))) return
  const program = join(root, 'chain', 'src', 'signer', 'prepare-keys.ts')
  const made = spawnSync(node26, ['--disable-warning=ExperimentalWarning', program, signer, keys], { encoding: 'utf8', env: {} })
  if (made.status !== 0) throw new Error(`the keys of the signer cannot be made: ${made.error?.message ?? made.stderr}`)
}

/**
 * Prepares the signer's folders: its own, that of its socket, and the keys by which it and the exchange know each other.
 *
 * @param users of `prepareUsers`
 */
export function prepareSigner(dataDir, users) {
  const folders = foldersOf(dataDir)
  const { signer, isApart } = users
  const owner = isApart ? signer : { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  ownFolder(folders.signer, owner, 0o700)
  ownFolder(folders.socket, owner, 0o750)
  ownFolder(folders.keys, isApart ? { uid: ROOT, gid: GROUP } : owner, 0o750)
  makeKeys(folders)
  if (isApart) {
    giveFolder(folders.signer, signer, { trusts: true })
    for (const name of readdirSync(folders.keys)) {
      chownSync(join(folders.keys, name), ROOT, GROUP)
      chmodSync(join(folders.keys, name), 0o640)
    }
  }
  return folders
}

/** The unlock secret of demo and test: made once, in a file that only root and the signer's user can read. */
export function demoSecret(folder, { signer, isApart }) {
  const path = join(folder, 'unlock')
  if (!existsSync(path)) {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o400, flag: 'wx', flush: true })
    if (isApart) chownSync(path, signer.uid, signer.gid)
  }
  return readFileSync(path, 'utf8')
}

/** Tenants that have a seed. */
export const hasSeeds = (dataDir) => {
  const { signer } = foldersOf(dataDir)
  return existsSync(signer) && readdirSync(signer).some((name) => name.endsWith('.seed'))
}
