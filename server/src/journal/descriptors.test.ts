/** A process whose descriptors are all taken goes on: what is full is not the disk. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Eats what it finds, again and again, while it appends over the ends of many segments; then reads everything back. */
const SCRIPT = `
  import { closeSync, openSync } from 'node:fs'
  import { openFileJournal } from '${new URL('./file-journal.ts', import.meta.url).href}'
  const dir = process.env.DIR
  const eaten = []
  let isHungry = true
  const eat = () => {
    try {
      while (isHungry) eaten.push(openSync('/dev/null', 'r'))
    } catch {
      // That was the last one.
    }
  }
  const journal = await openFileJournal(dir, { segmentBytes: 65536 })
  // As an exchange has run for a while: the housekeeper is there.
  while (journal.room().bytes < 65536) await new Promise((resolve) => setTimeout(resolve, 10))
  eat()
  // Now and then a connection ends, and its descriptor is there for whoever waits.
  const ends = setInterval(() => {
    const descriptor = eaten.pop()
    if (descriptor !== undefined) closeSync(descriptor)
  }, 100)
  let acknowledged = 0
  for (let seq = 1; seq <= 120; seq += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    eat()
    const record = { firstSeq: seq, lastSeq: seq, epoch: journal.epoch, bytes: new Uint8Array(15000).fill(seq) }
    if ((await journal.append(seq - 1, record)) === 'ok') acknowledged = seq
  }
  isHungry = false
  clearInterval(ends)
  for (const descriptor of eaten) closeSync(descriptor)
  let read = 0
  for await (const { firstSeq, bytes } of journal.read(1)) if (firstSeq === read + 1 && bytes[0] === firstSeq % 256) read += 1
  await journal.close()
  console.log(JSON.stringify({ eaten: eaten.length > 20, acknowledged, read }))
`

it.skipIf(process.platform === 'win32')(
  'REL-001 [part] without a free descriptor the journal goes on over the ends of segments, says so once, and loses nothing',
  () => {
    const dir = mkdtempSync(join(tmpdir(), 'agio-descriptors-'))
    const node = [process.execPath, '--no-warnings', '--input-type=module', '-e', SCRIPT]
    const run = spawnSync('sh', ['-c', 'ulimit -n 160; exec "$0" "$@"', ...node], {
      env: { ...process.env, DIR: dir },
      encoding: 'utf8',
      timeout: 240_000,
    })
    rmSync(dir, { recursive: true, force: true })
    expect(run.stderr).toMatch(/^(descriptors: none is free, going on with those held back: EMFILE[^\n]*\n){1,2}$/)
    // An end by itself: nothing that was stopped keeps the process.
    expect({ status: run.status, ...JSON.parse(run.stdout || '{}') }).toEqual({ status: 0, eaten: true, acknowledged: 120, read: 120 })
  },
)
