/** The file of soft state: what a restart finds, how large it gets, and what a full disk does to it. */
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppendLog } from './append-log.ts'

interface Line {
  readonly id: string
  readonly count: number
}

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'agio-log-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('a log of soft state', () => {
  it('REL-001 [part] is read again after a restart, without the line that a crash cut', async () => {
    const path = join(dir, 'read', 'log.jsonl')
    const log = new AppendLog<Line>(path)
    expect(await log.read()).toEqual([])
    await log.compact(() => [{ id: 'a', count: 1 }])
    log.append({ id: 'b', count: 2 })
    await log.sync()
    await writeFile(path, '{"id":"c","cou', { flag: 'a' })
    expect(await new AppendLog<Line>(path).read()).toEqual([
      { id: 'a', count: 1 },
      { id: 'b', count: 2 },
    ])
  })

  it('only a file that is not there is empty: one that cannot be read stops the start', async () => {
    const path = join(dir, 'folder.jsonl')
    await mkdir(path)
    await expect(new AppendLog<Line>(path).read()).rejects.toThrow('EISDIR')
    const unopened = join(dir, 'loop.jsonl')
    await symlink(unopened, unopened)
    await expect(new AppendLog<Line>(unopened).read()).rejects.toThrow('ELOOP')
  })

  it('is started again while it runs when most of its lines count no more, and loses none that do', async () => {
    const path = join(dir, 'running.jsonl')
    const live = new Map<string, number>()
    const log = new AppendLog<Line>(path, undefined, { compactBytes: 4096 })
    await log.compact(() => [...live].map(([id, count]) => ({ id, count })))
    let largest = 0
    for (let round = 0; round < 60; round += 1) {
      for (let each = 0; each < 40; each += 1) {
        const id = `key-${each % 7}`
        live.set(id, round * 100 + each)
        log.append({ id, count: round * 100 + each })
      }
      await log.flush()
      largest = Math.max(largest, (await stat(path)).size)
    }
    const found = new Map((await new AppendLog<Line>(path).read()).map(({ id, count }) => [id, count]))
    expect(found).toEqual(live)
    expect(largest).toBeLessThan(8192)
  })

  it('AUTH-021 [part] says when a line did not reach the disk, and writes it as soon as it can', async () => {
    const path = join(dir, 'full', 'log.jsonl')
    const errors: unknown[] = []
    const log = new AppendLog<Line>(path, (error) => errors.push(error))
    await log.compact(() => [])
    await rm(join(dir, 'full'), { recursive: true })
    log.append({ id: 'a', count: 1 })
    await expect(log.sync()).rejects.toThrow('ENOENT')
    expect(errors.length).toBeGreaterThan(0)
    await mkdir(join(dir, 'full'))
    log.append({ id: 'b', count: 2 })
    await log.sync()
    expect(await new AppendLog<Line>(path).read()).toEqual([
      { id: 'a', count: 1 },
      { id: 'b', count: 2 },
    ])
  })

  it('drops at once what must be in it no more, with what was appended meanwhile', async () => {
    const path = join(dir, 'drop.jsonl')
    const live: Line[] = [{ id: 'address 203.0.113.7', count: 1 }]
    const log = new AppendLog<Line>(path)
    await log.compact(() => live)
    log.append({ id: 'address 203.0.113.8', count: 2 })
    live[0] = { id: 'bare', count: 3 }
    const dropped = log.compactNow()
    live.push({ id: 'after', count: 4 })
    log.append({ id: 'after', count: 4 })
    await dropped
    await log.flush()
    const text = await readFile(path, 'utf8')
    expect(text).not.toContain('address')
    expect(text).toContain('bare')
    expect(text).toContain('after')
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('REL-005 [part] damaged lines are told, and the file is set aside before it is started again', async () => {
    const path = join(dir, 'damaged.jsonl')
    const errors: unknown[] = []
    const text = '{"id":"a","count":1}\n{"id":"b","co\0nt":2\n{"id":"c","count":3}\n{"id":"d","cou'
    await writeFile(path, text)
    const log = new AppendLog<Line>(path, (error) => errors.push(error))
    const lines = await log.read()
    expect(lines.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(log.isDamaged).toBe(true)
    expect(String(errors[0])).toContain('1 damaged lines')
    await log.compact(() => lines)
    expect(await readFile(`${path}.damaged`, 'utf8')).toBe(text)
  })

  it('REL-005 [part] what a full disk took half of, and took whole later, is no damage', async () => {
    const path = join(dir, 'half.jsonl')
    await writeFile(path, '{"id":"a","count":1}\n{"id":"b","cou\n{"id":"b","count":2}\n{"id":"c",\n')
    const log = new AppendLog<Line>(path)
    expect((await log.read()).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(log.isDamaged).toBe(false)
  })
})
