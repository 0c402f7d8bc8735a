/** Opens a tenant's exchange: recovers its state from the journal, runs what fell due meanwhile, then takes commands. */
import { describeDueRow, skipDueRow } from '@agio/engine/due-row.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { RoomAhead } from '@agio/engine/memory/room-ahead.ts'
import type { Giver } from '@agio/engine/schema/command-field.ts'
import { stateSeq } from '@agio/engine/state.ts'
import type { Clock } from '../core/clock.ts'
import { EXIT_INVARIANT } from '../core/exit-codes.ts'
import { Leader } from '../core/leadership.ts'
import { type FileJournal, type FileJournalOptions, openFileJournal } from '../journal/file-journal.ts'
import { type FileSystem, nodeFileSystem } from '../journal/file-system.ts'
import type { AcceptedLoss } from '../journal/lost-tail.ts'
import { listSnapshots } from '../journal/snapshot-store.ts'
import { DiskWatch } from './disk-watch.ts'
import { type DueDecision, DueDecisions } from './due-decisions.ts'
import { type Exchange, type PoisonedDue, Refused, type Trouble } from './exchange.ts'
import { type MadeSnapshot, makeSnapshot } from './make-snapshot.ts'
import type { SequencerOptions, StampedCommand } from './parts.ts'
import { PoisonNotes } from './poison-notes.ts'
import { Replay, stateAtMost } from './recover-state.ts'
import { Sequencer } from './sequencer.ts'
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

export interface LiveExchange extends Exchange<Giver> {
  readonly journal: FileJournal
  /** Leads from opening until stop or loss of the journal; while leadership is given away, commands are refused. */
  readonly leadership: Leader
  /** Bulk path with stamps of its own; see Sequencer.submitMany. */
  submitMany(items: readonly StampedCommand[]): Promise<readonly Outcome[]>
  readonly due: DueControl
  /** Makes a snapshot now, in a thread. */
  snapshot(): Promise<MadeSnapshot>
  /** Takes nothing more; resolves when everything taken is durable and the journal is sealed and closed. */
  stop(): Promise<void>
}

/** Scheduled work that breaks the engine, and what became of such work before. */
export interface DueControl {
  /** What nothing can happen behind now. */
  readonly poisoned: PoisonedDue | undefined
  readonly decisions: readonly DueDecision[]
  /** Leaves the poisoned work out from the next start on, and ends the process for it. */
  setAside(actor: string, why: string): void
}

const IN_FLIGHT_MAX = 4096
/** Whoever decided it has the answer by then. */
const RESTART_AFTER_MS = 500
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

/** State recovered from disk, with a decided skip that the journal does not hold yet. */
async function recoveredState(dir: string, fileSystem: FileSystem | undefined, journal: FileJournal) {
  const replay = new Replay(stateAtMost(dir, journal.last(), fileSystem))
  const snapshotSeq = stateSeq(replay.state)
  for await (const record of journal.read(snapshotSeq + 1)) replay.run(record)
  if (stateSeq(replay.state) !== journal.last()) throw new Error(`recovered ${stateSeq(replay.state)} of ${journal.last()} entries`)
  if (journal.skip !== undefined) skipDueRow(replay.state, journal.skip)
  return { state: replay.state, snapshotSeq }
}

/** When scheduled work breaks the engine, what it left half changed is thrown away, and the exchange opens without taking anything. */
async function startSequencer(
  dir: string,
  fileSystem: FileSystem | undefined,
  parts: Omit<SequencerOptions, 'state'> & { readonly journal: FileJournal },
) {
  const { state, snapshotSeq } = await recoveredState(dir, fileSystem, parts.journal)
  const sequencer = new Sequencer({ ...parts, state })
  const poisonedDue = await sequencer.start()
  if (poisonedDue === undefined) return { sequencer, snapshotSeq, poisonedDue }
  const what = describeDueRow(poisonedDue.row)
  process.stderr.write(`exchange: ${parts.tenantId} takes nothing: ${what} breaks the engine: ${poisonedDue.error}\n`)
  const sound = await recoveredState(dir, fileSystem, parts.journal)
  return { sequencer: new Sequencer({ ...parts, state: sound.state, poisonedDue }), snapshotSeq, poisonedDue }
}

/** What is noted stands beside the journal as well: a start on a full disk is not held up by it. */
function noteLater(error: unknown): void {
  if (!(error instanceof Refused)) throw error
  process.stderr.write(`exchange: an operator's decision is not noted in the journal yet: ${error.message}\n`)
}

async function noteSkips(sequencer: Sequencer, decisions: DueDecisions): Promise<void> {
  for (const { row, what, error, actor, why, decidedAt } of decisions.in('skipped')) {
    const document = { ...row, what, error, why, decidedAt }
    await sequencer.submit({ kind: 'saveDocument', userId: asUserId(0), collection: 'skippedDueRows', id: decidedAt, document, actor })
  }
  decisions.move('skipped', 'noted')
}

function troubleOf(
  { leadership, clock, journal }: { readonly leadership: Leader; readonly clock: Clock; readonly journal: FileJournal },
  poisoned: PoisonedDue | undefined,
  disks: DiskWatch | undefined,
): Trouble | undefined {
  const freeBytes = disks?.freeBytes
  if (!leadership.isLeading) return { state: 'notLeading', freeBytes }
  if (poisoned !== undefined) return { state: 'duePoisoned', freeBytes }
  if (clock.isHeld === true) return { state: 'clock', freeBytes }
  return (disks ?? { isFull: journal.room().outOfSpace }).isFull ? { state: 'readOnly', freeBytes } : undefined
}

/** A process that must not go on waits for no duty. */
function endQuietly(leadership: Leader): void {
  leadership.end().catch(() => undefined)
}

function snapshotSchedule(dir: string, snapshotSeq: number, exchange: Exchange): SnapshotSchedule {
  const onError = ({ message }: Error): void => void process.stderr.write(`snapshot: ${message}\n`)
  return new SnapshotSchedule(dir, snapshotSeq, () => exchange.durableSeq, onError)
}

function dueControl(
  decisions: DueDecisions,
  poisoned: PoisonedDue | undefined,
  onBroken: (error: Error, exitCode: number) => void,
): DueControl {
  return {
    poisoned,
    get decisions() {
      return decisions.list
    },
    setAside(actor, why) {
      if (poisoned === undefined || decisions.in('decided').length > 0) return
      const what = describeDueRow(poisoned.row)
      decisions.add({ ...poisoned, what, actor, why, decidedAt: new Date().toISOString(), state: 'decided' })
      setTimeout(() => onBroken(new Error(`starting again without ${what}`), EXIT_INVARIANT), RESTART_AFTER_MS)
    },
  }
}

/**
 * @throws JournalCorrupt, FolderLocked, EarlierBuild; nothing was changed then
 */
export async function openExchange(options: OpenExchangeOptions): Promise<LiveExchange> {
  const { dir, tenantId, clock = { now: () => Date.now() } } = options
  const fileSystem = options.journal?.fileSystem
  const disk = fileSystem ?? nodeFileSystem
  disk.makeDir(dir)
  // The oldest kept snapshot: whichever of them proves good, everything after it was checked.
  const verifyFromSeq = listSnapshots(dir, disk).at(-1) ?? 0
  const decisions = new DueDecisions(dir, disk)
  const skip = decisions.in('decided').at(-1)?.row
  const leadership = new Leader()
  let giveUp = (): void => undefined
  const onLost = (): void => {
    giveUp()
    endQuietly(leadership)
  }
  const journal = await openFileJournal(dir, { verifyFromSeq, ...(skip && { skip }), ...options.journal, onLost })
  const onBroken = (error: Error, exitCode: number): void => {
    endQuietly(leadership)
    ;(options.onBroken ?? endProcess)(error, exitCode)
  }
  const disks = fileSystem === undefined ? new DiskWatch({ dir, journal }) : undefined
  try {
    decisions.move('decided', 'skipped')
    const inFlightMax = options.inFlightMax ?? IN_FLIGHT_MAX
    const poison = new PoisonNotes(dir, journal.recordBytesMax, disk)
    const parts = { tenantId, journal, clock, leadership, inFlightMax, poison, onBroken, disk: disks }
    const { sequencer, snapshotSeq, poisonedDue } = await startSequencer(dir, fileSystem, parts)
    giveUp = () => sequencer.giveUp()
    await leadership.begin()
    if (poisonedDue === undefined) {
      if (journal.loss !== undefined) await noteLoss(sequencer, journal.loss).catch(noteLater)
      await noteSkips(sequencer, decisions).catch(noteLater)
    }
    const room = new RoomAhead(sequencer.state)
    const readying = setInterval(() => room.grow(ROOM_PAGES), ROOM_EVERY_MS).unref()
    const schedule = fileSystem === undefined ? snapshotSchedule(dir, snapshotSeq, sequencer) : undefined
    return Object.assign(sequencer, {
      journal,
      leadership,
      due: dueControl(decisions, poisonedDue, onBroken),
      trouble: () => troubleOf(parts, poisonedDue, disks),
      snapshot: async () => schedule?.make() ?? makeSnapshot(dir, sequencer.durableSeq, fileSystem),
      async stop() {
        clearInterval(readying)
        disks?.stop()
        await Promise.all([sequencer.drain(), leadership.end(), schedule?.stop()])
        await journal.close()
      },
    })
  } catch (error) {
    disks?.stop()
    await leadership.end().catch(() => undefined)
    await journal.close()
    throw error
  }
}
