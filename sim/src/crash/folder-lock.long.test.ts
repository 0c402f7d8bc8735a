/** Two processes at one journal, in namespaces of their own and under boots of their own: never two that acknowledge. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openFileJournal } from '@agio/server/journal/file-journal.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

const CHILD = fileURLToPath(new URL('./lock-child.ts', import.meta.url))
const NAMESPACES = ['--pid', '--uts', '--mount', '--fork', '--kill-child', '--mount-proc']
const BOOT_ID = '/proc/sys/kernel/random/boot_id'
const canUnshare = process.platform === 'linux' && spawnSync('unshare', [...NAMESPACES, 'true']).status === 0
const EXIT_FENCED = 75
const STOPPED_MS = 15_000
const LATE_MS = 120_000

let dir: string
let running: ChildProcess[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agio-two-'))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running = []
  rmSync(dir, { recursive: true, force: true })
})

interface Life {
  /** Of the node process itself, as this namespace numbers it. */
  pid(): number
  readonly acked: Map<number, number>
  readonly ready: Promise<void>
  readonly ended: Promise<number | null>
  errors(): string
  kill(): void
}

/** Where the process runs: a namespace under a host name, and, if given, under another boot. */
interface Place {
  readonly host?: string
  readonly bootId?: string
}

function live({ host, bootId }: Place = {}): Life {
  const node = [process.execPath, '--no-warnings', CHILD, join(dir, 'journal')]
  const inside = ['set -e', host === undefined ? '' : `hostname ${host}`]
  if (bootId !== undefined) {
    const path = join(dir, `boot-${bootId}`)
    writeFileSync(path, `${bootId}\n`)
    inside.push(`mount --bind ${path} ${BOOT_ID}`)
  }
  const command = ['unshare', ...NAMESPACES, 'sh', '-c', `${inside.filter(Boolean).join('; ')}; exec "$@"`, 'sh', ...node]
  const [file = '', ...args] = host === undefined && bootId === undefined ? node : command
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  const acked = new Map<number, number>()
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => undefined)
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word, seq, epoch] = line.split(' ')
    if (word === 'ready') ready.resolve()
    else acked.set(Number(seq), Number(epoch))
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  void ended.then((code) => ready.reject(new Error(`ended with ${code}: ${errors}`)))
  const pid = (): number => (file === 'unshare' ? childOf(child.pid ?? 0) : (child.pid ?? 0))
  return {
    acked,
    ready: ready.promise,
    ended,
    errors: () => errors,
    pid,
    kill: () => void process.kill(pid(), 'SIGKILL'),
  }
}

const childOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())

async function acks(life: Life, more = 20): Promise<void> {
  const from = life.acked.size
  await expect.poll(() => life.acked.size, { timeout: LATE_MS }).toBeGreaterThan(from + more)
}

/** Everything that anybody was told of is in the journal as it was told. */
async function expectKept(...lives: readonly Life[]): Promise<void> {
  const journal = await openFileJournal(join(dir, 'journal'))
  const kept = new Map<number, number>()
  for await (const { bytes } of journal.read(1)) kept.set(Buffer.from(bytes).readUInt32LE(4), Buffer.from(bytes).readUInt32LE(0))
  await journal.close()
  for (const { acked } of lives)
    for (const [seq, epoch] of acked) if (kept.get(seq) !== epoch) expect.fail(`${seq} of epoch ${epoch} is lost`)
}

test.runIf(canUnshare)(
  'REL-001 [part] two process namespaces of one host name: the second stops and names who works there; after a kill the next goes on at once',
  async () => {
    const first = live({ host: 'twin' })
    await acks(first)
    const second = live({ host: 'twin' })
    expect(await second.ended).toBe(1)
    for (const part of ['is in use since 20', 'at twin', join(dir, 'journal', 'lock-')]) expect(second.errors()).toContain(part)
    await acks(first)
    first.kill()
    await first.ended
    const third = live({ host: 'other-name' })
    await acks(third)
    // Nobody was waited for: the kernel knows that the first is gone.
    expect(third.errors()).not.toContain('watching its beat')
    third.kill()
    await third.ended
    await expectKept(first, third)
  },
  600_000,
)

test.runIf(canUnshare)(
  'REL-001 [part] one that stands still for 15 s keeps the journal before its own machine, and goes on with it',
  async () => {
    const first = live({ host: 'still' })
    await acks(first)
    process.kill(first.pid(), 'SIGSTOP')
    const stoppedAt = performance.now()
    const second = live()
    expect(await second.ended).toBe(1)
    expect(second.errors()).toContain('at still')
    await expect.poll(() => performance.now() - stoppedAt, { timeout: LATE_MS }).toBeGreaterThan(STOPPED_MS)
    process.kill(first.pid(), 'SIGCONT')
    await acks(first)
    first.kill()
    await first.ended
    await expectKept(first)
  },
  600_000,
)

test.runIf(canUnshare)(
  'REL-001 [part] one that stands still for 15 s before a machine of another boot loses the journal, and acknowledges nothing when it wakes',
  async () => {
    const first = live({ host: 'one', bootId: 'boot-of-one' })
    await acks(first)
    const beating = live({ host: 'two', bootId: 'boot-of-two' })
    expect(await beating.ended).toBe(1)
    process.kill(first.pid(), 'SIGSTOP')
    // Another kernel would find the socket's file and nobody behind it.
    rmSync(socketOf(join(dir, 'journal')))
    const stoppedAt = performance.now()
    const second = live({ host: 'two', bootId: 'boot-of-two' })
    await acks(second)
    expect(performance.now() - stoppedAt).toBeGreaterThan(9000)
    expect(second.errors()).toContain('at one; watching its beat for 10 s')
    await expect.poll(() => performance.now() - stoppedAt, { timeout: LATE_MS }).toBeGreaterThan(STOPPED_MS)
    process.kill(first.pid(), 'SIGCONT')
    expect(await first.ended).toBe(EXIT_FENCED)
    expect(first.errors()).toContain('another process took the journal over')
    await acks(second)
    second.kill()
    await second.ended
    await expectKept(first, second)
  },
  600_000,
)

function socketOf(journal: string): string {
  const { token } = JSON.parse(readFileSync(spawnSync('sh', ['-c', `ls ${journal}/lock-0*`], { encoding: 'utf8' }).stdout.trim(), 'utf8'))
  return join(journal, `lock-${token}.sock`)
}

test.skipIf(canUnshare)('two process namespaces at one journal: not tested, unshare is not permitted here', () => undefined)
