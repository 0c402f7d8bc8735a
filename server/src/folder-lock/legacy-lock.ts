/**
 * The lock file of builds from before 2026-11-25, which knew a holder by its process number. Such a process may still run while its
 * successor starts, and it knows nothing of claims: as long as it is seen to live, its lock holds.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FILE = 'lock'

export interface LegacyHolder {
  readonly host: string
  readonly pid: number
  readonly since: string
  readonly path: string
  readonly isAlive: boolean
}

/** Fields of /proc/<pid>/stat from the third on; the name in field 2 may hold blanks, so they are counted behind its closing bracket. */
function processFields(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Its state and, field 22, its start: Z and X ended already. */
function isRunning(pid: number, startedAt: string): boolean {
  const fields = processFields(pid)
  return fields[19] === startedAt && !['Z', 'X'].includes(fields[0] ?? '')
}

export function legacyHolder(dir: string, bootId: string): LegacyHolder | undefined {
  const path = resolve(join(dir, FILE))
  try {
    const held = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; startedAt: string; bootId: string; host: string }
    const isAlive = held.bootId === bootId && held.startedAt !== '' && isRunning(held.pid, held.startedAt)
    return { host: held.host, pid: held.pid, since: 'before an update', path, isAlive }
  } catch {
    return undefined
  }
}

export const removeLegacyLock = (dir: string): void => rmSync(join(dir, FILE), { force: true })
