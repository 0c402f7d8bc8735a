/**
 * A log that ends before something that was made from it. What it lacks was acknowledged, so the start is refused with the numbers, until
 * the journal is brought back or an operator accepts the loss. What was accepted stands in a file beside the log: it makes the journal
 * another one for whatever was made from its lost part.
 */
import { join } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { highWaterOnDisk } from './high-water.ts'
import { JournalCorrupt } from './record.ts'
import { removeIfThere } from './segment.ts'
import { listSnapshots, snapshotPath } from './snapshot-store.ts'

const FILE = 'accepted-losses.json'

/** Who takes the loss on himself, and why. */
export interface AcceptedBy {
  readonly actor: string
  readonly why: string
}

export interface AcceptedLoss extends AcceptedBy {
  /** ISO 8601. */
  readonly at: string
  /** Last entry that is left. */
  readonly endedAt: number
  /** Last entry that is known to have been there; the same where only history knew more. */
  readonly lostThrough: number
}

/** Something beside the log knows of entries that the log does not hold. Nothing was changed. */
export class JournalShort extends JournalCorrupt {
  readonly endedAt: number
  readonly knownSeq: number
  constructor(dir: string, endedAt: number, knownSeq: number, who: string) {
    super(
      dir,
      0,
      `the journal ends at entry ${endedAt}, ${who}: ${knownSeq - endedAt} entries are lost. Bring the journal back from a backup, or start once with --accept-loss <tenant> to go on without them`,
    )
    this.name = 'JournalShort'
    this.endedAt = endedAt
    this.knownSeq = knownSeq
  }
}

/** @throws JournalShort when a snapshot or the high-water mark is ahead of the log */
export function refuseShortLog(fileSystem: FileSystem, dir: string, lastSeq: number): void {
  const [snapshotSeq = 0] = listSnapshots(dir, fileSystem)
  if (snapshotSeq > lastSeq) throw new JournalShort(dir, lastSeq, snapshotSeq, `a snapshot was made at ${snapshotSeq}`)
  const marked = highWaterOnDisk(fileSystem, dir)
  if (marked > lastSeq) throw new JournalShort(dir, lastSeq, marked, `entry ${marked} was on disk, as its high-water mark says`)
}

function textOf(fileSystem: FileSystem, dir: string): string {
  if (!fileSystem.list(dir).includes(FILE)) return '[]'
  const file = fileSystem.open(join(dir, FILE), 'read')
  try {
    const bytes = Buffer.alloc(file.size())
    file.read(bytes, 0)
    return bytes.toString('utf8')
  } finally {
    file.close()
  }
}

/** What tells this journal from the one it was before it lost something; '' while it has lost nothing. */
export function lossesMark(fileSystem: FileSystem, dir: string): string {
  const text = textOf(fileSystem, dir)
  return text === '[]' ? '' : text
}

/**
 * Notes the loss, so that it lasts before anything is written behind the end, and puts snapshots of the lost part aside: they keep what
 * may be looked up in them.
 */
export function acceptLoss(fileSystem: FileSystem, dir: string, lastSeq: number, by: AcceptedBy): AcceptedLoss {
  const ahead = listSnapshots(dir, fileSystem).filter((seq) => seq > lastSeq)
  const lostThrough = Math.max(lastSeq, highWaterOnDisk(fileSystem, dir), ...ahead)
  const loss: AcceptedLoss = { ...by, at: new Date().toISOString(), endedAt: lastSeq, lostThrough }
  const losses = JSON.parse(textOf(fileSystem, dir)) as AcceptedLoss[]
  const path = join(dir, FILE)
  const fresh = `${path}.${losses.length}.new`
  // A power cut may have left one: the loss was not accepted then.
  removeIfThere(fileSystem, fresh)
  const file = fileSystem.open(fresh, 'create')
  file.write(Buffer.from(`${JSON.stringify([...losses, loss], null, 2)}\n`), 0)
  file.datasync()
  file.close()
  fileSystem.rename(fresh, path)
  for (const seq of ahead) fileSystem.rename(snapshotPath(dir, seq), join(dir, `lost-snapshot-${seq}.snap`))
  fileSystem.syncDir(dir)
  return loss
}
