/**
 * An empty database in a folder. Initdb takes seconds and fills a processor, so what it made is kept beside the installed packages and
 * copied from then on: for the next data folder, and for history that must be made again.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { access, cp, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { bootId } from '../../folder-lock/boot-id.ts'
import { INITDB_PARAMETERS } from './pglite-connection.ts'

const PREFIX = 'empty-database-'
const SHARED_CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/', import.meta.url))
/** What the start script made for this process's own user, who may not write where root's programs read. */
const OWN_CACHE = join(SHARED_CACHE, `user-${process.getuid?.() ?? 0}`)
const CACHE = existsSync(OWN_CACHE) ? OWN_CACHE : SHARED_CACHE

/** Its name holds what it depends on, and the boot: nothing puts its files on disk, so a power cut may have torn them. */
function keptPath(cache: string): string {
  const manifest = join(createRequire(import.meta.url).resolve('@electric-sql/pglite'), '..', '..', 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }
  const key = createHash('sha256').update(JSON.stringify([version, INITDB_PARAMETERS, bootId()]))
  return join(cache, `${PREFIX}${key.digest('hex').slice(0, 16)}`)
}

/**
 * Makes the database. When that fails, whatever is missing is told by the opening that follows.
 * @param path a folder that does not exist yet; it appears whole when a copy is at hand
 * @param cache where the kept one lies; nothing is kept where nobody may write
 * @param make makes one from nothing. @returns whether it could
 */
export async function makeEmptyDatabase(path: string, cache = CACHE, make = initialised): Promise<void> {
  const kept = keptPath(cache)
  // The folder's owner is alone in it, so what a kill left of an earlier copy has this name too.
  if (await copied(kept, path, `${path}.copy`)) return
  if (!(await make(path))) return
  await dropOthers(cache, kept)
  await copied(path, kept, `${kept}.${randomUUID()}`)
}

/** @returns false when it could not be copied; the target appears whole or not at all */
async function copied(from: string, to: string, unfinished: string): Promise<boolean> {
  try {
    await rm(unfinished, { recursive: true, force: true })
    await cp(from, unfinished, { recursive: true })
    // Whoever removes the original takes its name away first: where the name still stands, nothing was missing.
    await access(from)
    await rename(unfinished, to)
    return true
  } catch {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    return false
  }
}

/** Those of other versions and boots are of no use to anybody. What others are just copying for this one has its name in front. */
async function dropOthers(cache: string, kept: string): Promise<void> {
  const names = await readdir(cache).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(PREFIX) || name.startsWith(basename(kept))) continue
    const leaving = join(cache, `${PREFIX}leaving.${randomUUID()}`)
    const isMine = await rename(join(cache, name), leaving).then(
      () => true,
      () => false,
    )
    if (isMine) await rm(leaving, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Initdb leaves 200 MB of dead memory behind, so it happens in a thread that ends. */
async function initialised(path: string): Promise<boolean> {
  const maker = new Worker(new URL('./make-database-thread.ts', import.meta.url), { workerData: path, name: 'initdb' })
  maker.on('error', () => undefined)
  return (await new Promise<number>((resolve) => maker.once('exit', resolve))) === 0
}
