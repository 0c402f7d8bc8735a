/**
 * Data folders of development builds from before engine version 1: their rules are no longer kept, so such a folder is refused by name before
 * anything in it is touched. It is told by the heads of its files. Plain JavaScript for Node 20: the start script asks before it starts a
 * signer, the server before it opens its history.
 */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

const SEGMENT = /^segment-\d{12}(-e\d+)?\.(log|zst)$/
const SNAPSHOT = /^snapshot-\d{15}\.snap$/
/** Names of segments had no epoch in the first of them. */
const FIRST_SEGMENT = /^segment-\d{12}\.(log|zst)$/
const HEAD_BYTES = 16

export class EarlierBuild extends Error {
  constructor(dir) {
    super(
      `${dir} was made by an earlier development build, whose rules are no longer kept; nothing in it was changed. ` +
        'Move the data folder away to begin anew, or go on with the build that made it',
    )
    this.name = 'EarlierBuild'
    this.dir = dir
  }
}

const namesIn = (dir) => {
  try {
    return readdirSync(dir)
  } catch {
    // Not there, or nobody's to read: whoever opens it says so.
    return []
  }
}

function headOf(path) {
  const head = Buffer.alloc(HEAD_BYTES)
  try {
    const file = openSync(path, 'r')
    readSync(file, head, 0, HEAD_BYTES, 0)
    closeSync(file)
  } catch {
    // As above.
  }
  return head
}

function isEarlier(dir, name) {
  if (FIRST_SEGMENT.test(name)) return true
  if (SEGMENT.test(name)) return headOf(join(dir, name)).toString('latin1', 0, 8) === 'AGIOSEG1'
  if (!SNAPSHOT.test(name)) return false
  const head = headOf(join(dir, name))
  return head.toString('latin1', 0, 8) === 'AGIOSNAP' && head.readUInt32LE(12) === 1
}

/** @throws EarlierBuild naming the journal's folder of the first tenant that has such a one */
export function refuseEarlierBuild(dataDir) {
  for (const tenant of namesIn(dataDir)) {
    const journal = join(dataDir, tenant, 'journal')
    if (namesIn(journal).some((name) => isEarlier(journal, name))) throw new EarlierBuild(journal)
  }
}
