/** Names of the blocks of a network that the journal says were booked: for a watcher that lost its own file. It reads all of the journal. */
import type { BlockName } from '@agio/engine/command.ts'
import { decodeEntry } from '@agio/engine/entry.ts'
import { readJournal } from '../../journal/read-journal.ts'
import type { WatchStart } from './messages.ts'

/** @returns those that were not left, oldest first. The engine says which of the last ones it took: the journal has refused ones too. */
export async function namesInJournal(journal: NonNullable<WatchStart['journal']>, durableSeq: number): Promise<readonly BlockName[]> {
  const names: BlockName[] = []
  for await (const { bytes } of readJournal(journal.dir, 1, durableSeq)) {
    for (let at = 0; at < bytes.byteLength; ) {
      const { command, byteLength } = decodeEntry(bytes, at)
      at += byteLength
      if (command.kind === 'bookBlocks' && command.networkId === journal.networkId) goOn(names, command.after, command.upTo)
      else if (command.kind === 'leaveBlocks' && command.networkId === journal.networkId) goOn(names, command.from, command.backTo, true)
    }
  }
  return names
}

/** What followed a name that is not the last one proves that the names behind it were refused. */
function goOn(names: BlockName[], from: BlockName, to: BlockName, isBack = false): void {
  const place = names.findLastIndex(({ height, block }) => height === from.height && block === from.block)
  if (place === -1 && from.height !== 0) return
  names.length = place + 1
  if (isBack) while ((names.at(-1)?.height ?? 0) >= to.height && names.length > 0) names.pop()
  if (names.at(-1)?.block !== to.block) names.push(to)
}
