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

function startServer() {
  const server = spawn(
    node26,
    ['--disable-warning=ExperimentalWarning', join(root, 'server', 'src', 'main.ts'), ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...MEMORY, ...CACHE, ...process.env },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)))
  return server
}

try {
  installWhenNeeded(say)
  // It needs the web application last of all.
  const server = startServer()
  if (!webIsFresh()) {
    say('building the web application')
    await buildWeb()
  }
  if (server.connected) server.send('webReady')
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
