/**
 * One process a folder: of a journal, of the embedded database. Whether the holder lives is not guessed from process numbers, which
 * mean nothing in another namespace: a socket answers for it, or its beat goes on. The lock keeps mistakes apart; what fences a journal
 * is the epoch that its writer reads before each acknowledgement, and the number of the lock is that epoch.
 */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { Beat, isBeating, STILL_MS } from './beat.ts'
import { bootId } from './boot-id.ts'
import {
  beatPath,
  type Claim,
  claimPath,
  type HolderBefore,
  listClaims,
  makeClaim,
  releaseClaim,
  removeSigns,
  socketName,
  sweepClaims,
} from './claim.ts'
import { type Door, knock, openDoor } from './door.ts'
import { legacyHolder, removeLegacyLock } from './legacy-lock.ts'

/** Another live process, or another part of this one, works in this folder. */
export class FolderLocked extends Error {
  constructor(dir: string, holder: Pick<Claim, 'host' | 'pid' | 'since'>, path: string) {
    super(`${dir} is in use since ${holder.since} by process ${holder.pid} at ${holder.host}, as ${path} says: stop that process first`)
    this.name = 'FolderLocked'
  }
}

export interface FolderLock {
  /** Rises with every holder of the folder. */
  readonly number: number
  readonly before: HolderBefore
  /** From now on another thread of this process beats. @returns the file of the beat */
  handBeatOver(): string
  /** @throws FolderLocked when somebody took the folder over meanwhile */
  confirm(): void
  /** @param as what the next one finds: who did not get to work leaves the folder as it was found */
  release(as?: HolderBefore): void
}

export interface LockOptions {
  /** The number will be higher than this; default 0. */
  readonly above?: number
  readonly bootId?: string
  readonly stillMs?: number
  readonly say?: (line: string) => void
}

const sayInLog = (line: string): void => void process.stderr.write(`${line}\n`)

/**
 * Takes the folder's lock. Waits for as long as a beat has to be watched, ten seconds at most.
 * @throws FolderLocked when its holder lives
 */
export async function lockFolder(dir: string, options: LockOptions = {}): Promise<FolderLock> {
  const { above = 0, bootId: boot = bootId(), stillMs = STILL_MS, say = sayInLog } = options
  const own = await prepare(dir, boot)
  try {
    for (;;) {
      const seen = listClaims(dir)[0]
      const before = await fateOf(dir, seen, { boot, stillMs, say })
      const number = Math.max(seen?.number ?? 0, above) + 1
      // Who was faster has a claim now, and that one is looked at next.
      if (!makeClaim(dir, number, own.claim)) continue
      sweepClaims(dir, number)
      removeLegacyLock(dir)
      return new HeldLock(dir, number, before, own)
    }
  } catch (error) {
    own.close()
    throw error
  }
}

interface Own {
  readonly claim: Claim
  readonly beat: Beat
  close(): void
}

/** Socket and beat are there before the claim that names them. */
async function prepare(dir: string, boot: string): Promise<Own> {
  const token = randomBytes(6).toString('hex')
  const door: Door | undefined = await openDoor(dir, socketName(token))
  const beat = new Beat(beatPath(dir, token), 'wx')
  const since = new Date().toISOString()
  const claim = { token, host: hostname(), pid: process.pid, since, bootId: boot, hasSocket: door !== undefined, left: null }
  return {
    claim,
    beat,
    close() {
      beat.close()
      door?.close()
      removeSigns(dir, token)
    },
  }
}

interface Watch {
  readonly boot: string
  readonly stillMs: number
  readonly say: (line: string) => void
}

/** @throws FolderLocked when the claim's owner lives */
async function fateOf(dir: string, seen: { number: number; claim: Claim | undefined } | undefined, watch: Watch): Promise<HolderBefore> {
  if (seen === undefined) {
    const legacy = legacyHolder(dir, watch.boot)
    if (legacy?.isAlive === true) throw new FolderLocked(dir, legacy, legacy.path)
    return legacy === undefined ? 'none' : 'ended'
  }
  const { claim, number } = seen
  const path = claimPath(dir, number)
  // Claims are on disk before they have their name: one that cannot be read was no living process's.
  if (claim === undefined) return 'silent'
  if (claim.left !== null) return claim.left
  const answer = claim.hasSocket ? await knock(dir, socketName(claim.token)) : 'unsure'
  if (answer === 'yes') throw new FolderLocked(dir, claim, path)
  if (answer === 'no' && claim.bootId === watch.boot) return 'ended'
  watch.say(
    `lock: ${path} was made at ${claim.since} by process ${claim.pid} at ${claim.host}; watching its beat for ${watch.stillMs / 1000} s`,
  )
  if (await isBeating(beatPath(dir, claim.token), watch.stillMs)) throw new FolderLocked(dir, claim, path)
  watch.say(`lock: ${path} stood still; taking the folder over`)
  return 'silent'
}

class HeldLock implements FolderLock {
  readonly number: number
  readonly before: HolderBefore
  readonly #dir: string
  readonly #own: Own

  constructor(dir: string, number: number, before: HolderBefore, own: Own) {
    this.#dir = dir
    this.number = number
    this.before = before
    this.#own = own
    own.beat.keepStriking()
  }

  handBeatOver(): string {
    this.#own.beat.close()
    return beatPath(this.#dir, this.#own.claim.token)
  }

  confirm(): void {
    const newest = listClaims(this.#dir)[0]
    if (newest === undefined || newest.number === this.number) return
    throw new FolderLocked(this.#dir, newest.claim ?? this.#own.claim, claimPath(this.#dir, newest.number))
  }

  release(as: HolderBefore = 'released'): void {
    releaseClaim(this.#dir, this.number, this.#own.claim, as)
    this.#own.close()
  }
}
