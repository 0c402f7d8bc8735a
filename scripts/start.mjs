#!/usr/bin/env node
/**
 * `npm start`: installs what is missing, starts the signer, builds the web application beside the server's own start, and runs the server
 * until it is stopped. As root it stays root itself; server and signer get users of their own.
 */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { refuseEarlierBuild } from '../server/src/journal/earlier-build.mjs'
import { prepareUsers } from './apart.mjs'
import { buildWeb, webIsFresh } from './build-web.mjs'
import { compiledSources, installWhenNeeded, node26, root } from './install.mjs'
import { SignerProcess } from './signer-process.mjs'

const say = (line) => process.stdout.write(`agio  ${line}\n`)

/** glibc keeps freed blocks of up to 32 MB once it has seen them; the first start's bulk work would stay resident for good. */
const MEMORY = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' }

const { AGIO_PROFILE = 'demo', AGIO_CHAINS = 'on', AGIO_DATA_DIR = './data', PORT = '8080', FUTURES_PORT = '8081' } = process.env
const dataDir = resolve(root, AGIO_DATA_DIR)

/** The engine broke, or starts again without what broke it: what the journal holds is sound, and the next process opens with it. */
const EXIT_INVARIANT = 70
/** One that breaks sooner than this breaks again. */
const AGAIN_AFTER_MS = 20_000
let users
let signer
let forServer = {}
let server
let stopping = false
let failed = false
let webIsBuilt = false

/** Says where root stays although it should not. @throws Error in production */
function giveUpRoot() {
  users = prepareUsers(dataDir, [Number(PORT), Number(FUTURES_PORT)])
  if (users.why === undefined) return
  if (AGIO_PROFILE === 'production') throw new Error(`root cannot be given up for the exchange's own user: ${users.why}`)
  say(`everything runs as root, and the signer is not apart from the server: ${users.why}`)
}

/** Node keeps what it made of the sources: a start saves a fifth of its time. */
const CACHE = { NODE_COMPILE_CACHE: compiledSources }

/** Whoever may write into a cache decides what runs: a user of its own has its own. */
function ownCache() {
  const { server: own } = users.caches
  return own === undefined ? {} : { NODE_COMPILE_CACHE: join(own, 'compiled'), HOME: own }
}

function startServer() {
  const startedAt = performance.now()
  server = spawn(node26, ['--disable-warning=ExperimentalWarning', join(root, 'server', 'src', 'main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    ...users.server,
    env: { ...MEMORY, ...CACHE, ...process.env, ...ownCache(), ...forServer },
  })
  server.on('exit', (code, signal) => {
    if (code === EXIT_INVARIANT && !stopping && performance.now() - startedAt > AGAIN_AFTER_MS) {
      say('starting again')
      startServer()
    } else endWith(failed ? 1 : (code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)))
  })
  tellWebReady()
}

/** To a server that has just ended nothing can be told: that it ended is heard by itself. */
function tellWebReady() {
  if (webIsBuilt && server.connected) server.send('webReady', () => undefined)
}

/** The demo's Bitcoin node lies where the server's own user may not write; whoever may installs it, once, beside the running exchange. */
function installNode() {
  if (AGIO_PROFILE === 'production' || AGIO_CHAINS === 'off') return
  // What goes wrong is said by the keeper of the nodes, which finds none.
  spawn(process.execPath, [join(root, 'scripts', 'bitcoin-node.mjs')], { stdio: 'ignore' }).on('error', () => undefined)
}

/** The signer last: what it answered the server has to have heard. */
function endWith(code) {
  if (signer === undefined) process.exit(code)
  void signer.stop().then(() => process.exit(code))
}

function stop(signal) {
  stopping = true
  server?.kill(signal)
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))

/** A signal to npm, or to the shell between, ends those alone and is told to nobody. */
const PARENT_MS = 500
const parent = process.ppid
if (process.env.npm_lifecycle_event === 'start')
  setInterval(() => {
    if (process.ppid !== parent && !stopping) stop('SIGTERM')
  }, PARENT_MS).unref()

try {
  installWhenNeeded(say)
  // The signer writes into the folder as well.
  refuseEarlierBuild(dataDir)
  giveUpRoot()
  if (SignerProcess.isWanted(dataDir, process.env)) {
    signer = new SignerProcess(dataDir, AGIO_PROFILE, users, say)
    forServer = signer.start()
  } else if (AGIO_PROFILE === 'production') say('no signer is started: nobody made a seed (npm run signer -- help)')
  // It needs the web application last of all.
  startServer()
  if (!webIsFresh()) {
    say('building the web application')
    await buildWeb()
  }
  webIsBuilt = true
  tellWebReady()
  installNode()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  // A server that nobody looks after would go on with the port and the data folder; its end is ours.
  failed = true
  stopping = true
  if (server?.kill('SIGTERM') !== true) endWith(1)
}
