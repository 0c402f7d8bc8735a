/** Makes an empty database in the folder named by `workerData`, and ends. */
import { workerData } from 'node:worker_threads'
import { openPglite } from './pglite-connection.ts'

const database = await openPglite(workerData as string)
await database.close()
// PGlite leaves timers behind; in a worker this ends the thread only.
process.exit(0)
