/** The signer's folder: a seed for each tenant, the policy, the log. Only the signer's own user may read it. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Policy, readPolicy } from './policy.ts'
import { type KdfCost, newWords, openSeed, sealSeed, seedOfWords } from './seed-file.ts'
import { SignedLog } from './signed-log.ts'
import { Signer } from './signer.ts'

const SEED_END = '.seed'
export const POLICY_FILE = 'policy.json'
/** The unlock secret of a demo, made by the start script. Never in production. */
export const UNLOCK_FILE = 'unlock'

const seedPath = (dir: string, tenant: string): string => join(dir, `${tenant}${SEED_END}`)

function syncFolder(dir: string): void {
  const folder = openSync(dir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function writeDurably(dir: string, name: string, text: string): void {
  const path = join(dir, name)
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  syncFolder(dir)
}

/** Of what a policy file says, the part that a command changes. */
interface PolicyText {
  readonly tenants: Record<string, { readonly payAgain?: readonly { readonly withdrawalId: number; readonly why: string }[] }>
}

/** Tenants that have a seed here. */
export function seededTenants(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .filter((name) => name.endsWith(SEED_END))
    .map((name) => name.slice(0, -SEED_END.length))
    .sort()
}

/** How a seed comes into a folder. */
export interface SeedSource {
  readonly tenant: string
  readonly secret: string
  readonly cost: KdfCost
  readonly now: number
}

/**
 * Makes a seed, shows its words once and keeps it when they were confirmed.
 *
 * @param confirm shown the words; gives back what somebody wrote down of them
 * @throws RangeError when these are other words: then nothing was kept
 */
export async function makeSeed(
  dir: string,
  source: SeedSource,
  confirm: (words: readonly string[]) => Promise<readonly string[]> | readonly string[],
): Promise<void> {
  checkFree(dir, source)
  const words = newWords()
  const written = await confirm(words)
  if (written.join(' ') !== words.join(' ')) throw new RangeError('these are other words than were shown: no seed was made')
  keepSeed(dir, source, seedOfWords(words), 'made')
}

/** @throws RangeError for words that belong to no seed, and for a tenant that has a seed already */
export function restoreSeed(dir: string, source: SeedSource, words: readonly string[]): void {
  checkFree(dir, source)
  keepSeed(dir, source, seedOfWords(words), 'restored')
}

function checkFree(dir: string, { tenant, secret }: SeedSource): void {
  if (existsSync(seedPath(dir, tenant))) throw new RangeError(`${tenant} has a seed already; nothing was changed`)
  const [other] = seededTenants(dir)
  // One secret opens all: a second one would be a folder that no start can unlock.
  if (other !== undefined) openSeed(other, readFileSync(seedPath(dir, other), 'utf8'), secret)
}

function keepSeed(dir: string, { tenant, secret, cost, now }: SeedSource, seed: Uint8Array, why: 'made' | 'restored'): void {
  const isNewLog = seededTenants(dir).length === 0
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  // The log first: a seed without one is a log that was cut.
  const log = SignedLog.open(dir, isNewLog, () => undefined)
  log.append({ what: 'seed', tenant, why }, now)
  log.close()
  writeDurably(dir, `${tenant}${SEED_END}`, sealSeed(tenant, seed, secret, cost))
}

/** @throws WrongSecret */
export const openSeeds = (dir: string, secret: string): ReadonlyMap<string, Uint8Array> =>
  new Map(seededTenants(dir).map((tenant) => [tenant, openSeed(tenant, readFileSync(seedPath(dir, tenant), 'utf8'), secret)]))

/** @throws Error naming the file, and what in it is wrong */
export function readPolicyFile(dir: string): Policy {
  const path = join(dir, POLICY_FILE)
  if (!existsSync(path)) throw new Error(`${path} is missing: without a policy nothing is signed`)
  return readPolicy(readFileSync(path, 'utf8'))
}

/** Writes a policy where there is none. */
export function writeFirstPolicy(dir: string, policy: object): void {
  if (!existsSync(join(dir, POLICY_FILE))) writeDurably(dir, POLICY_FILE, `${JSON.stringify(policy, null, 2)}\n`)
}

/** Transactions that were signed for a withdrawal, the oldest first. While no signer runs on the folder. @throws LogCut */
export function signedFor(dir: string, tenant: string, withdrawalId: number): string[] {
  const found: string[] = []
  const log = SignedLog.open(dir, false, (entry) => {
    if (entry.what !== 'signed' || entry.tenant !== tenant) return
    if (entry.withdrawals.some((withdrawal) => withdrawal.withdrawalId === withdrawalId)) found.push(entry.tx)
  })
  log.close()
  return found
}

/**
 * Writes into the policy that a withdrawal was never paid, though something was signed for it: it may be signed once more from the next start on.
 * @param why the policy is another one with it, also when the same withdrawal stood there before. @throws BadShape, RangeError
 */
export function letPayAgain(dir: string, tenant: string, withdrawalId: number, why: string): void {
  if (!readPolicyFile(dir).tenants.has(tenant)) throw new RangeError(`the policy has no tenant ${tenant}`)
  const policy = JSON.parse(readFileSync(join(dir, POLICY_FILE), 'utf8')) as PolicyText
  const own = policy.tenants[tenant] ?? {}
  const others = (own.payAgain ?? []).filter((known) => known.withdrawalId !== withdrawalId)
  policy.tenants[tenant] = { ...own, payAgain: [...others, { withdrawalId, why }] }
  const text = `${JSON.stringify(policy, null, 2)}\n`
  readPolicy(text)
  writeDurably(dir, POLICY_FILE, text)
}

/** Opens a folder for signing. @throws WrongSecret @throws LogCut @throws Error for a folder without seeds or policy */
export function openSigner(dir: string, secret: string, now: () => number): Signer {
  const seeds = openSeeds(dir, secret)
  if (seeds.size === 0) throw new Error(`${dir} has no seed: make one with "npm run signer -- create", or restore one`)
  return new Signer({ seeds, policy: readPolicyFile(dir), dir, now })
}
