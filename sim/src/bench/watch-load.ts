/** A process that reads a large block once a second, as the watcher of a busy chain does: `node watch-load.ts`. Says `ready` before the first. */
import { watchedBlock } from './chain-bench.ts'

const BLOCK_MS = 1000

const { read } = watchedBlock()
setInterval(read, BLOCK_MS)
process.stdout.write('ready\n')
