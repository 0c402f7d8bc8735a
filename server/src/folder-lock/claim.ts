/**
 * The claims on a folder: `lock-000000012` says who holds it, or held it last. Numbers only rise, and the highest one counts: two that
 * see the same dead holder want the same next number, and only one of them can make that file. So no claim is ever moved or replaced
 * by anybody but its owner.
 */
import { closeSync, fsyncSync, linkSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { errorCode } from '../core/system-error.ts'

export interface Claim {
  /** Names its socket and its beat: `lock-<token>.sock`, `lock-<token>.beat`. */
  readonly token: string
  readonly host: string
  readonly pid: number
  /** ISO 8601. */
  readonly since: string
  readonly bootId: string
  /** There is a socket that answers while its owner lives. */
  readonly hasSocket: boolean
  /** What its owner gave the folder back as; null while it has not. */
  readonly left: HolderBefore | null
}

/**
 * What became of the holder before. `none`: there was none. `released`: it gave the folder back. `ended`: its process is gone for
 * certain. `silent`: it may live somewhere, standing still, and must find nothing that it could still write to.
 */
export type HolderBefore = 'none' | 'released' | 'ended' | 'silent'

/** Numbers of claims end here, in the name as in a writer's epoch. */
const NAME = /^lock-(\d{9})$/

export const claimPath = (dir: string, number: number): string => resolve(join(dir, `lock-${String(number).padStart(9, '0')}`))
export const socketName = (token: string): string => `lock-${token}.sock`
export const beatPath = (dir: string, token: string): string => resolve(join(dir, `lock-${token}.beat`))

export interface NumberedClaim {
  readonly number: number
  /** Undefined when it cannot be read: cut short by a power loss. */
  readonly claim: Claim | undefined
}

function readClaim(path: string): Claim | undefined {
  try {
    const claim = JSON.parse(readFileSync(path, 'utf8')) as Claim
    return typeof claim.token === 'string' && /^\w+$/.test(claim.token) ? claim : undefined
  } catch {
    return undefined
  }
}

/** Every claim in the folder, the one that counts first. */
export function listClaims(dir: string): NumberedClaim[] {
  return readdirSync(dir)
    .flatMap((name) => {
      const match = NAME.exec(name)
      return match === null ? [] : [Number(match[1])]
    })
    .sort((left, right) => right - left)
    .map((number) => ({ number, claim: readClaim(claimPath(dir, number)) }))
}

function writeOnDisk(path: string, claim: Claim): void {
  const descriptor = openSync(path, 'w', 0o600)
  try {
    writeSync(descriptor, JSON.stringify(claim))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const freshPath = (dir: string, { token }: Claim): string => resolve(join(dir, `lock-${token}.new`))

/** Makes the claim with this number, whole or not at all. @returns false when somebody else has the number */
export function makeClaim(dir: string, number: number, claim: Claim): boolean {
  const fresh = freshPath(dir, claim)
  writeOnDisk(fresh, claim)
  try {
    // A hard link is never made over an existing name.
    linkSync(fresh, claimPath(dir, number))
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(fresh, { force: true })
  }
}

/** Says in its owner's own claim that the folder is free. Nothing where the folder is gone. */
export function releaseClaim(dir: string, number: number, claim: Claim, left: HolderBefore): void {
  const fresh = freshPath(dir, claim)
  try {
    // A release that a power cut takes back costs the next start a wait, no more.
    writeFileSync(fresh, JSON.stringify({ ...claim, left }), { mode: 0o600 })
    renameSync(fresh, claimPath(dir, number))
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

/** Removes the claims before a number, and what they name. */
export function sweepClaims(dir: string, before: number): void {
  for (const { number, claim } of listClaims(dir)) {
    if (number >= before) continue
    if (claim !== undefined) removeSigns(dir, claim.token)
    rmSync(claimPath(dir, number), { force: true })
  }
}

/** Removes socket and beat of a claim. */
export function removeSigns(dir: string, token: string): void {
  rmSync(join(dir, socketName(token)), { force: true })
  rmSync(beatPath(dir, token), { force: true })
}
