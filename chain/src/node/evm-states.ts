/**
 * States of a development node in a folder: each in a file of its own that is whole or not there. The newest two are kept, so that one
 * which a node cannot read costs no more than a few blocks.
 */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = /^state-(\d{10})\.json$/
const KEPT = 2

export class EvmStates {
  readonly #folder: string
  #last = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** @returns paths, the newest first */
  async list(): Promise<readonly string[]> {
    await mkdir(this.#folder, { recursive: true })
    const names = (await readdir(this.#folder)).filter((name) => NAME.test(name)).sort()
    this.#last = Number(NAME.exec(names.at(-1) ?? '')?.[1] ?? this.#last)
    return names.reverse().map((name) => join(this.#folder, name))
  }

  /** On the disk when it returns. */
  async add(state: Uint8Array): Promise<void> {
    const half = join(this.#folder, 'state.part')
    const file = await open(half, 'w', 0o600)
    try {
      await file.writeFile(state)
      await file.sync()
    } finally {
      await file.close()
    }
    this.#last += 1
    await rename(half, join(this.#folder, `state-${String(this.#last).padStart(10, '0')}.json`))
    await syncFolder(this.#folder)
    for (const old of (await this.list()).slice(KEPT)) await rm(old, { force: true })
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
