/** A golden data folder, unpacked, and what its journal comes to. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { openFileJournal } from '@agio/server/journal/file-journal.ts'
import { type GoldenResult, resultOf } from '../../../engine/scenarios/golden/golden-result.ts'

/** Where the folder of a golden journal is. */
export const goldenFolder = (name: string): string => fileURLToPath(new URL(`${name}/`, import.meta.url))

/** Writes the journal and the snapshots as the product left them. */
export function unpack(name: string, into: string): void {
  mkdirSync(into, { recursive: true })
  for (const file of readdirSync(goldenFolder(name)))
    writeFileSync(join(into, file.replace(/\.gz$/, '')), gunzipSync(readFileSync(join(goldenFolder(name), file))))
}

/** Replays the journal in a folder on an empty exchange, without its snapshots. */
export async function resultOfFolder(dir: string): Promise<GoldenResult> {
  const journal = await openFileJournal(dir)
  const parts: Uint8Array[] = []
  for await (const { bytes } of journal.read(1)) parts.push(bytes.slice())
  await journal.close()
  return resultOf(new Uint8Array(Buffer.concat(parts)))
}
