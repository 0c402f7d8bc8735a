#!/usr/bin/env node
/** `npm start`: installs what is missing, builds the web application beside the server's own start, and runs the server until it is stopped. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildWeb, webIsFresh } from './build-web.mjs'
import { compiledSources, installWhenNeeded, node26, root } from './install.mjs'

const say = (line) => process.stdout.write(`agio  ${line}\n`)

/** glibc keeps freed blocks of up to 32 MB once it has seen them; the first start's bulk work would stay resident for good. */
const MEMORY = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' }

/** Node keeps what it made of the sources: a start saves a fifth of its time. */
const CACHE = { NODE_COMPILE_CACHE: compiledSources }

/** The engine broke, or starts again without what broke it: what the journal holds is sound, and the next process opens with it. */
const EXIT_INVARIANT = 70
/** One that breaks sooner than this breaks again. */
const AGAIN_AFTER_MS = 20_000
let server
let stopping = false
let failed = false
let webIsBuilt = false

function startServer() {
  const startedAt = performance.now()
  server = spawn(node26, ['--disable-warning=ExperimentalWarning', join(root, 'server', 'src', 'main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...MEMORY, ...CACHE, ...process.env },
  })
  server.on('exit', (code, signal) => {
    if (code === EXIT_INVARIANT && !stopping && performance.now() - startedAt > AGAIN_AFTER_MS) {
      say('starting again')
      startServer()
    } else if (failed) process.exit(1)
    else process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1))
  })
  if (webIsBuilt) server.send('webReady')
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopping = true
    server?.kill(signal)
  })

try {
  installWhenNeeded(say)
  // It needs the web application last of all.
  startServer()
  if (!webIsFresh()) {
    say('building the web application')
    await buildWeb()
  }
  webIsBuilt = true
  if (server.connected) server.send('webReady')
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  // A server that nobody looks after would go on with the port and the data folder; its end is ours.
  failed = true
  stopping = true
  if (server?.kill('SIGTERM') !== true) process.exit(1)
}
