/**
 * The signer's log: a line of JSON for each thing that it did, behind its SHA-256, with the hash of the line before inside. What is signed
 * stands in it, on the disk, before the signature leaves. A second file says how long the log is: a log that is shorter, or whose hashes
 * do not follow one another, was cut or changed, and nothing is signed until a person with the unlock secret says how to go on.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { toText } from './wire.ts'

const LOG = 'signed.log'
const HEAD = 'signed.head'
const HASH_CHARACTERS = 64
const CHUNK = 1 << 20
const CLOSED = -1
export const FIRST_HASH = '0'.repeat(HASH_CHARACTERS)

export interface SignedWithdrawal {
  readonly withdrawalId: number
  /** Receiver, tag, token and amount of the payment in one text. */
  readonly payment: string
}

/** Amount of an asset that counts for its caps, in 10^-36. */
export interface Spent {
  readonly key: string
  readonly to: string
  readonly amount: string
}

/** A transaction that was signed. */
export interface SignedEntry {
  readonly what: 'signed'
  readonly tenant: string
  readonly network: number
  readonly on: string
  readonly kind: 'withdrawals' | 'move' | 'cancel'
  readonly paymentId: number
  readonly withdrawals: readonly SignedWithdrawal[]
  /** What it spends, so that it exists once: a nonce, outputs, or a blockhash. */
  readonly slots: readonly string[]
  /** Amounts of the outputs that it spends, as they were told. */
  readonly coins: Readonly<Record<string, string>>
  /** From when on no block takes it, ms; null: never. */
  readonly endsAt: number | null
  readonly spent: readonly Spent[]
  /** What it may cost, in units of the chain's coin. */
  readonly feeMost: string
  /** Of the unsigned bytes. */
  readonly digest: string
  readonly tx: string
}

export type LogBody =
  | SignedEntry
  /** A seed came into this folder. */
  | { readonly what: 'seed'; readonly tenant: string; readonly why: 'made' | 'restored' }
  | { readonly what: 'started'; readonly policy: string }
  | { readonly what: 'text'; readonly tenant: string; readonly on: string; readonly address: string; readonly digest: string }
  /** A person goes on with a log that was cut: all that the caps allow counts as used for a day. */
  | { readonly what: 'cut'; readonly why: string; readonly known: number; readonly found: number }

export type LogEntry = LogBody & { readonly n: number; readonly at: number; readonly prev: string }

export interface LogHead {
  readonly entries: number
  readonly hash: string
}

/** Nothing is signed on this log. */
export class LogCut extends Error {
  readonly known: number
  readonly found: number

  constructor(text: string, known: number, found: number) {
    super(`${text}. Put the signer's folder back from its newest backup, or go on with "npm run signer -- accept-cut --why …"`)
    this.name = 'LogCut'
    this.known = known
    this.found = found
  }
}

const hashOf = (line: string): string => createHash('sha256').update(line).digest('hex')

interface Scanned {
  readonly head: LogHead
  /** Bytes of whole lines whose hashes follow one another. */
  readonly bytes: number
  /** Something that is no such line stands behind them. */
  readonly hasMore: boolean
  /** And it is more than a line whose end never came. */
  readonly isBroken: boolean
  readonly isDurable: (hash: string) => boolean
}

/** Reads whole lines. @param found called with each entry, where it begins and how long its line is */
function scan(descriptor: number, wanted: LogHead, found: (entry: LogEntry, offset: number) => void): Scanned {
  const chunk = Buffer.alloc(CHUNK)
  let rest: Buffer = Buffer.alloc(0)
  let head: LogHead = { entries: 0, hash: FIRST_HASH }
  let bytes = 0
  let read = 0
  let isBroken = false
  let hashAtWanted = wanted.entries === 0 ? FIRST_HASH : ''
  for (
    let length = readSync(descriptor, chunk, 0, CHUNK, read);
    length > 0 && !isBroken;
    length = readSync(descriptor, chunk, 0, CHUNK, read)
  ) {
    read += length
    rest = Buffer.concat([rest, chunk.subarray(0, length)])
    let start = 0
    for (let end = rest.indexOf(10, start); end !== -1; end = rest.indexOf(10, start)) {
      const entry = entryOf(rest.toString('utf8', start, end), head)
      if (entry === undefined) {
        isBroken = true
        break
      }
      found(entry, bytes)
      head = { entries: entry.n, hash: rest.toString('utf8', start, start + HASH_CHARACTERS) }
      if (head.entries === wanted.entries) hashAtWanted = head.hash
      bytes += end + 1 - start
      start = end + 1
    }
    rest = rest.subarray(start)
  }
  return { head, bytes, hasMore: read > bytes, isBroken, isDurable: (hash) => hash === hashAtWanted }
}

function entryOf(line: string, before: LogHead): LogEntry | undefined {
  const source = line.slice(HASH_CHARACTERS + 1)
  if (hashOf(source) !== line.slice(0, HASH_CHARACTERS)) return undefined
  const entry = JSON.parse(source) as LogEntry
  return entry.n === before.entries + 1 && entry.prev === before.hash ? entry : undefined
}

function readHead(dir: string): LogHead | undefined {
  const path = join(dir, HEAD)
  if (!existsSync(path)) return undefined
  const [entries = '', hash = ''] = readFileSync(path, 'utf8').trim().split(' ')
  return /^\d{1,15}$/.test(entries) && hash.length === HASH_CHARACTERS ? { entries: Number(entries), hash } : undefined
}

export class SignedLog {
  readonly #dir: string
  #descriptor: number
  #head: LogHead
  #bytes: number
  #lastAt: number

  private constructor(dir: string, descriptor: number, head: LogHead, bytes: number, lastAt: number) {
    this.#dir = dir
    this.#descriptor = descriptor
    this.#head = head
    this.#bytes = bytes
    this.#lastAt = lastAt
  }

  /**
   * @param found called with each entry that stands in it, in order
   * @param isNew the folder never had a log; else one that is missing was cut
   * @throws LogCut
   */
  static open(dir: string, isNew: boolean, found: (entry: LogEntry, offset: number) => void): SignedLog {
    return SignedLog.#open(dir, isNew, found, undefined)
  }

  /** Goes on with a log that was cut. @param why stands in it. @throws Error for a log that nobody cut */
  static acceptCut(dir: string, why: string, now: number): void {
    SignedLog.#open(dir, false, () => undefined, { why, now }).close()
  }

  static #open(
    dir: string,
    isNew: boolean,
    found: (entry: LogEntry, offset: number) => void,
    accepted?: { why: string; now: number },
  ): SignedLog {
    const path = join(dir, LOG)
    const wanted = readHead(dir)
    const isThere = existsSync(path)
    const descriptor = openSync(path, isThere ? 'r+' : 'wx+', 0o600)
    try {
      let lastAt = 0
      const scanned = scan(descriptor, wanted ?? { entries: 0, hash: FIRST_HASH }, (entry, offset) => {
        lastAt = Math.max(lastAt, entry.at)
        found(entry, offset)
      })
      const fault = isNew && wanted === undefined ? undefined : faultOf(wanted, isThere, scanned)
      if (fault !== undefined && accepted === undefined) throw new LogCut(fault, wanted?.entries ?? 0, scanned.head.entries)
      if (fault === undefined && accepted !== undefined) throw new Error('this log was not cut: nothing to accept')
      if (accepted !== undefined) copyFileSync(path, `${path}.cut-${accepted.now}`)
      // A line whose end never came was of something that nobody was told.
      if (scanned.hasMore) ftruncateSync(descriptor, scanned.bytes)
      const log = new SignedLog(dir, descriptor, scanned.head, scanned.bytes, lastAt)
      if (accepted !== undefined)
        log.append({ what: 'cut', why: accepted.why, known: wanted?.entries ?? 0, found: scanned.head.entries }, accepted.now)
      else if (wanted?.entries !== scanned.head.entries) log.#writeHead()
      return log
    } catch (error) {
      closeSync(descriptor)
      throw error
    }
  }

  get head(): LogHead {
    return this.#head
  }

  /** Time of the last entry, ms: a clock that was set back goes on from there. */
  get lastAt(): number {
    return this.#lastAt
  }

  /** On the disk when it returns. @returns where it begins. @throws Error when the disk takes it not; then it is not in the log */
  append(body: LogBody, now: number): { readonly entry: LogEntry; readonly offset: number } {
    if (this.#descriptor === CLOSED) throw new Error('this log is closed')
    const at = Math.max(now, this.#lastAt)
    const entry = { n: this.#head.entries + 1, at, prev: this.#head.hash, ...body }
    const source = toText(entry)
    const hash = hashOf(source)
    const line = Buffer.from(`${hash} ${source}\n`)
    const offset = this.#bytes
    try {
      writeAll(this.#descriptor, line, offset)
      fdatasyncSync(this.#descriptor)
    } catch (error) {
      ftruncateSync(this.#descriptor, offset)
      throw error
    }
    this.#head = { entries: entry.n, hash }
    this.#bytes = offset + line.length
    this.#lastAt = at
    this.#writeHead()
    return { entry, offset }
  }

  /** @param offset where it begins, as it was told */
  readAt(offset: number): LogEntry {
    const chunk = Buffer.alloc(CHUNK)
    let line = Buffer.alloc(0)
    for (let end = -1; end === -1; ) {
      const length = readSync(this.#descriptor, chunk, 0, CHUNK, offset + line.length)
      if (length === 0) throw new Error('the log ended while it was read')
      line = Buffer.concat([line, chunk.subarray(0, length)])
      end = line.indexOf(10)
    }
    return JSON.parse(line.toString('utf8', HASH_CHARACTERS + 1, line.indexOf(10))) as LogEntry
  }

  close(): void {
    if (this.#descriptor === CLOSED) return
    closeSync(this.#descriptor)
    // Its number may be another file's from now on.
    this.#descriptor = CLOSED
  }

  #writeHead(): void {
    const path = join(this.#dir, HEAD)
    const fresh = openSync(`${path}.new`, 'w', 0o600)
    try {
      writeSync(fresh, `${this.#head.entries} ${this.#head.hash}\n`)
      fdatasyncSync(fresh)
    } finally {
      closeSync(fresh)
    }
    renameSync(`${path}.new`, path)
    const folder = openSync(this.#dir, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }
}

function faultOf(wanted: LogHead | undefined, isThere: boolean, { head, isBroken, isDurable }: Scanned): string | undefined {
  if (!isThere || wanted === undefined) return 'the log of what was signed is missing, or the file that says how long it is'
  if (head.entries < wanted.entries) return `the log of what was signed has ${head.entries} entries instead of ${wanted.entries}`
  if (!isDurable(wanted.hash)) return 'the log of what was signed is another one than the file says'
  return isBroken ? `the log of what was signed is broken behind entry ${head.entries}` : undefined
}

function writeAll(descriptor: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done, at + done)
}
