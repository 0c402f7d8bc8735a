/** Opens a tenant's exchange: recovers its state from the journal, runs what fell due meanwhile, then takes commands. */
import type { Outcome } from '@agio/engine/event.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { RoomAhead } from '@agio/engine/memory/room-ahead.ts'
import { stateSeq } from '@agio/engine/state.ts'
import { type FileJournal, type FileJournalOptions, openFileJournal } from '../journal/file-journal.ts'
import { nodeFileSystem } from '../journal/file-system.ts'
import type { AcceptedLoss } from '../journal/lost-tail.ts'
import { listSnapshots } from '../journal/snapshot-store.ts'
import type { Exchange } from './exchange.ts'
import { type MadeSnapshot, makeSnapshot } from './make-snapshot.ts'
import { PoisonNotes } from './poison-notes.ts'
import { Replay, stateAtMost } from './recover-state.ts'
import { type Clock, Sequencer, type StampedCommand } from './sequencer.ts'
import { SnapshotSchedule } from './snapshot-schedule.ts'

export interface OpenExchangeOptions {
  readonly tenantId: string
  /** Folder of the tenant's journal and snapshots. */
  readonly dir: string
  readonly journal?: FileJournalOptions
  /** Default: the system's clock. It may stand or jump; stamps never decrease. */
  readonly clock?: Clock
  /** Commands under way from which on placing is refused as busy; default 4096. */
  readonly inFlightMax?: number
  /** A broken invariant or a lost journal: the process must not go on. The default says why and ends it. */
  readonly onBroken?: (error: Error, exitCode: number) => void
}

export interface LiveExchange extends Exchange {
  readonly journal: FileJournal
  /** Bulk path with stamps of its own; see Sequencer.submitMany. */
  submitMany(items: readonly StampedCommand[]): Promise<readonly Outcome[]>
  /** Makes a snapshot now, in a thread. */
  snapshot(): Promise<MadeSnapshot>
  /** Takes nothing more; resolves when everything taken is durable and the journal is sealed and closed. */
  stop(): Promise<void>
}

const IN_FLIGHT_MAX = 4096
/** Between two of these a full load makes fewer keys than one of them has room for, and one takes a millisecond. */
const ROOM_EVERY_MS = 250
const ROOM_PAGES = 512

function endProcess(error: Error, exitCode: number): void {
  process.stderr.write(`exchange: stopping: ${error.stack ?? error.message}\n`)
  process.exit(exitCode)
}

/** The loss as an entry of the journal itself, for whoever reads it later. */
async function noteLoss(sequencer: Sequencer, { actor, at, ...loss }: AcceptedLoss): Promise<void> {
  const document = { ...loss, at }
  await sequencer.submit({ kind: 'saveDocument', userId: asUserId(0), collection: 'acceptedLosses', id: at, document, actor })
}

/**
 * @throws JournalCorrupt, FolderLocked; nothing was changed then
 */
export async function openExchange(options: OpenExchangeOptions): Promise<LiveExchange> {
  const { dir, tenantId, clock = { now: () => Date.now() } } = options
  const fileSystem = options.journal?.fileSystem
  const disk = fileSystem ?? nodeFileSystem
  disk.makeDir(dir)
  // The oldest kept snapshot: whichever of them proves good, everything after it was checked.
  const verifyFromSeq = listSnapshots(dir, disk).at(-1) ?? 0
  const journal = await openFileJournal(dir, { verifyFromSeq, ...options.journal })
  try {
    const replay = new Replay(stateAtMost(dir, journal.last(), fileSystem))
    const snapshotSeq = stateSeq(replay.state)
    for await (const record of journal.read(snapshotSeq + 1)) replay.run(record)
    if (stateSeq(replay.state) !== journal.last()) throw new Error(`recovered ${stateSeq(replay.state)} of ${journal.last()} entries`)
    const sequencer = new Sequencer({
      tenantId,
      state: replay.state,
      journal,
      clock,
      inFlightMax: options.inFlightMax ?? IN_FLIGHT_MAX,
      poison: new PoisonNotes(dir, journal.recordBytesMax, disk),
      onBroken: options.onBroken ?? endProcess,
    })
    await sequencer.start()
    if (journal.loss !== undefined) await noteLoss(sequencer, journal.loss)
    const room = new RoomAhead(replay.state)
    const readying = setInterval(() => room.grow(ROOM_PAGES), ROOM_EVERY_MS).unref()
    const schedule =
      fileSystem === undefined
        ? new SnapshotSchedule(
            dir,
            snapshotSeq,
            () => sequencer.durableSeq,
            (error) => {
              process.stderr.write(`snapshot: ${error.message}\n`)
            },
          )
        : undefined
    return Object.assign(sequencer, {
      journal,
      snapshot: async () => schedule?.make() ?? makeSnapshot(dir, sequencer.durableSeq, fileSystem),
      async stop() {
        clearInterval(readying)
        await schedule?.stop()
        await sequencer.drain()
        await journal.close()
      },
    })
  } catch (error) {
    await journal.close()
    throw error
  }
}
