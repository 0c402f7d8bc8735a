/** Small files that must be whole or absent, whenever the process or the machine stops. */
import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes created, renamed and removed names of a folder last. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder for syncing; NTFS orders its own metadata.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Undefined for a file that is not there; one that cannot be read must not be taken for that, or it would be written anew. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces a file, for its owner's eyes only: after a crash it holds the old text or all of the new one. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const unfinished = `${path}.new`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
  await syncFolder(dirname(path))
}
