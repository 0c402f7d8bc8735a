/** The databases that the suite runs on: PGlite always, PostgreSQL when its programs are on this machine. */
import { execFileSync } from 'node:child_process'
import { chownSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compilingLater } from '../store/compile-later.ts'
import { makeEmptyDatabase } from '../store/empty-database.ts'
import { openPglite } from '../store/pglite-connection.ts'
import { openPostgres } from '../store/postgres-connection.ts'
import type { SqlWriter } from '../store/sql-connection.ts'
import { scratchFolder } from './scratch.ts'

export interface TestDatabase {
  readonly connection: SqlWriter
  /** Only PostgreSQL can be reached from elsewhere. */
  readonly databaseUrl: string | undefined
  close(): Promise<void>
}

export interface DatabaseKind {
  readonly name: string
  readonly present: boolean
  open(): Promise<TestDatabase>
}

const binaries = postgresBinaries()

export const DATABASES: readonly DatabaseKind[] = [
  { name: 'PGlite', present: true, open: openEmbedded },
  { name: 'PostgreSQL', present: binaries !== undefined, open: openServer },
]

async function openEmbedded(): Promise<TestDatabase> {
  const folder = scratchFolder('pglite')
  await makeEmptyDatabase(join(folder, 'pg'))
  const connection = await compilingLater(() => openPglite(join(folder, 'pg')))
  return {
    connection,
    databaseUrl: undefined,
    async close() {
      await connection.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function postgresBinaries(): string | undefined {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/** PostgreSQL refuses to run as root: then it runs as an account that owns nothing but its folder. */
function account(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid = '', gid = ''] = ['-u', '-g'].map((flag) => execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }).trim())
      return { uid: Number(uid), gid: Number(gid) }
    } catch {
      // The next account then.
    }
  }
  throw new Error('tests: PostgreSQL needs an account other than root')
}

/** A server of its own in a private folder, on a socket in it: no port is taken. */
async function openServer(): Promise<TestDatabase> {
  if (binaries === undefined) throw new Error('tests: PostgreSQL is not installed')
  const folder = scratchFolder('pg')
  const as = account()
  if (as !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  const run = (program: string, args: readonly string[]): void => {
    execFileSync(join(binaries, program), [...args], {
      ...as,
      cwd: folder,
      stdio: 'ignore',
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
    })
  }
  run('initdb', ['-D', data, '-U', 'agio', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  run('pg_ctl', [
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    `-c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off`,
    'start',
  ])
  const databaseUrl = `postgresql://agio@localhost/postgres?host=${encodeURIComponent(folder)}`
  const connection = await openPostgres(databaseUrl)
  return {
    connection,
    databaseUrl,
    async close() {
      await connection.close()
      run('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
