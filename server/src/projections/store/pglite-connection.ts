/** PGlite, small: opened and used by the projection thread alone. */
import { PGlite } from '@electric-sql/pglite'
import type { SqlWriter } from './sql-connection.ts'

const INT8 = 20
const NUMERIC = 1700

/**
 * Settings that keep it small and quick. Nothing is lost by them: the journal is the truth, PGlite never calls fsync anyway, and an
 * unclean stop of the machine drops the database (store-guard.ts). Full page images protect against torn pages only, the same case.
 */
const SETTINGS = [
  'shared_buffers=16MB',
  'wal_buffers=1MB',
  'work_mem=8MB',
  'maintenance_work_mem=16MB',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  'wal_level=minimal',
  'wal_init_zero=off',
  'max_wal_senders=0',
  'full_page_writes=off',
  'synchronous_commit=off',
  'jit=off',
  'timezone=UTC',
]

/** What PGlite itself passes; its options replace the whole list. */
const BASE_PARAMETERS = ['--single', '-F', '-O', '-j']
const BASE_SETTINGS = [
  'search_path=public',
  'exit_on_error=false',
  'log_checkpoints=false',
  'max_worker_processes=0',
  'max_parallel_workers=0',
  'max_parallel_workers_per_gather=0',
  'max_parallel_maintenance_workers=0',
  'io_method=sync',
]

/** The making of a database is the greediest moment of all: small buffers and small log segments halve its time and save 90 MB. */
export const INITDB_PARAMETERS = ['--no-sync', '--wal-segsize=4', '-c', 'shared_buffers=1MB']

/**
 * Alone in its process, PostgreSQL never makes a checkpoint by itself, whatever `max_wal_size` says: its log would grow by a kilobyte an
 * order until the server stops, and the start after a kill would read all of it. A checkpoint takes 20 to 40 ms and gives the log's files back for use.
 */
const LOG_BYTES_MAX = 48 * 1024 * 1024
const LOG_SINCE_CHECKPOINT = 'select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()'

/** Room for lines beyond this was for something rare. */
const ROOM_KEPT_MAX = 8 * 1024 * 1024
const END_OF_LINES = Uint8Array.of(0x5c, 0x2e, 0x0a)

/**
 * What PGlite reads through `/dev/blob`, in room that stays: it asks for a whole buffer each time, and megabytes that are dropped with
 * every commit keep the collector at work. What stands behind the end mark is of older lines.
 */
class LinesBlob extends Blob {
  #room = new ArrayBuffer(0)

  hold(lines: Uint8Array): this {
    const needed = lines.length + END_OF_LINES.length
    if (this.#room.byteLength < needed || this.#room.byteLength > Math.max(ROOM_KEPT_MAX, 2 * needed))
      this.#room = new ArrayBuffer(2 * needed)
    const bytes = new Uint8Array(this.#room)
    bytes.set(lines)
    bytes.set(END_OF_LINES, lines.length)
    return this
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#room
  }
}

export interface PgliteConnection extends SqlWriter {
  close(): Promise<void>
}

/**
 * @param directory the database folder; created when missing (initdb takes some seconds)
 * @throws what PGlite throws when the folder is unreadable; the caller drops it
 */
export async function openPglite(directory: string): Promise<PgliteConnection> {
  const text = (value: string): string => value
  const database = await PGlite.create({
    dataDir: directory,
    startParams: [...BASE_PARAMETERS, ...[...BASE_SETTINGS, ...SETTINGS].flatMap((setting) => ['-c', setting])],
    initDbStartParams: INITDB_PARAMETERS,
    parsers: { [INT8]: text, [NUMERIC]: text },
  })
  const blob = new LinesBlob()
  return {
    async run(statement) {
      const result = await database.query(statement.sql, [...statement.parameters])
      return { rows: result.rows, affectedRows: result.affectedRows ?? 0 }
    },
    async copy({ target, lines }) {
      await database.query(`copy ${target} from '/dev/blob'`, [], { blob: blob.hold(lines) })
    },
    async settle() {
      const { rows } = await database.query<{ readonly bytes: string }>(LOG_SINCE_CHECKPOINT)
      if (Number(rows[0]?.bytes) > LOG_BYTES_MAX) await database.exec('checkpoint')
    },
    close: () => database.close(),
  }
}
