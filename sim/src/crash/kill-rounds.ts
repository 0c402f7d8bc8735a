/**
 * Kills a process at random moments under load, starts it again and compares everything it had acknowledged with what is there:
 * nothing lost, nothing doubled, the same state as a full replay. `npm run crash -- 200` runs it against the child process, with `contracts`
 * in the other of its worlds.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ContractBooks } from './contract-books.ts'
import { Judge } from './judge.ts'
import { type Answer, sameAnswer } from './kill-answer.ts'
import { IN_FLIGHT, type Life } from './kill-life.ts'
import { type Cut, keyOf, type WorldName } from './kill-world.ts'
import type { Random } from './memory-disk.ts'

/** Numbers sent again after each restart: the answered ones of the last moments and everything that was under way. */
const REPEAT = 256
/** A machine with many times its work to do is slow, not wrong. */
const START_MS_MAX = 300_000

/** A life is not over before so many, however slow the machine is. */
const ANSWERS_MIN = 150
/** Batches of slices that a life sees at most which ends in them. */
const BATCHES = 4
/** A life that waits for its end in them ends anyway, cut or not. */
const STRIKE_MS_MAX = 180_000

export interface RoundsReport {
  readonly rounds: number
  readonly acknowledged: number
  /** Commands sent again with their key and answered as before. */
  readonly repeated: number
  readonly entries: number
  readonly lost: number
  readonly doubled: number
  readonly differing: number
  /** Rounds in which the recovered state was not the state of a full replay. */
  readonly wrongHashes: number
}

export interface KillReport extends RoundsReport {
  /** Restarts that found such work between two of its slices. */
  readonly cuts: Readonly<Record<Cut, number>>
  readonly conversions: number
  readonly redemptions: number
  /** Payments of funding. */
  readonly fundings: number
  /** Steps of liquidations, and positions that shared a loss. */
  readonly steps: Readonly<ContractBooks['steps']>
  /** What is wrong with stock, savings, their lines of interest, and contracts. */
  readonly faults: number
}

interface Round {
  cuts: readonly string[]
  recoveredSeq: number
  recoveredHash: string
  repeated: number
}

class Rounds {
  readonly dir = mkdtempSync(join(tmpdir(), 'agio-kill-'))
  readonly acknowledged = new Map<number, Answer & { readonly seq: number }>()
  readonly differing: string[] = []
  readonly #world: WorldName
  #highest = -1
  /** The first number whose key is known for sure: the clock jumped by more than keys last before it. */
  #fresh = 0

  constructor(world: WorldName) {
    this.#world = world
  }

  /** Two of three lives strike, and one of those ends in it, of contracts both; the third makes a snapshot of what was left. */
  #plan(number: number, lifeMs: number): Life {
    const strikes = number % 3 !== 2
    const ends = number % 3 === 1 || (strikes && this.#world === 'contracts')
    return {
      number,
      world: this.#world,
      first: Math.max(this.#fresh, this.#highest - REPEAT),
      sentBefore: this.#highest + IN_FLIGHT,
      snapshots: !strikes,
      strikeAfterMs: strikes ? Math.ceil(lifeMs / 2) : 0,
      batches: ends ? 1 + (number % BATCHES) : 0,
    }
  }

  /** One life of the process: from start to kill. */
  async live(index: number, lifeMs: number): Promise<Round> {
    const script = fileURLToPath(new URL('./kill-child.ts', import.meta.url))
    const life = this.#plan(index, lifeMs)
    const args = ['--no-warnings', script, this.dir, JSON.stringify(life)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const round: Round = { cuts: [], recoveredSeq: -1, recoveredHash: '', repeated: 0 }
    const ready = Promise.withResolvers<void>()
    const busy = Promise.withResolvers<void>()
    let answers = 0
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => {
      if (line === 'ready') ready.resolve()
      else this.#read(line, round)
      answers += 1
      if (answers === ANSWERS_MIN) busy.resolve()
    })
    const ended = new Promise<void>((resolve) => lines.once('close', resolve))
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.once('exit', (code) => ready.reject(new Error(`the process ended by itself with ${code}`)))
    const late = setTimeout(() => ready.reject(new Error('the process was not ready in time')), START_MS_MAX)
    try {
      await ready.promise
      await Promise.race([exited, life.batches > 0 ? pause(STRIKE_MS_MAX) : Promise.all([pause(lifeMs), busy.promise])])
    } finally {
      clearTimeout(late)
      await kill(child)
      await ended
    }
    return round
  }

  #read(line: string, round: Round): void {
    const [word = '', ...rest] = line.split(' ')
    if (word === 'recovered') {
      round.recoveredSeq = Number(rest[0])
      round.recoveredHash = rest[1] ?? ''
      round.cuts = (rest[2] ?? '').split(',').filter((cut) => cut !== '')
    } else if (word === 'jumped') this.#fresh = Number(rest[0])
    else if (word === 'ack' && rest.length === 5) {
      const answer = { seq: Number(rest[1]), reason: rest[2] ?? '', ids: rest[3] ?? '' }
      this.#acknowledge(Number(rest[0]), answer, round)
    }
  }

  #acknowledge(number: number, answer: Answer & { seq: number }, round: Round): void {
    const before = this.acknowledged.get(number)
    if (before === undefined) {
      this.acknowledged.set(number, answer)
      this.#highest = Math.max(this.#highest, number)
      return
    }
    round.repeated += 1
    if (!sameAnswer(before, answer)) this.differing.push(`${number}: ${JSON.stringify(before)}, then ${JSON.stringify(answer)}`)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGKILL')
  return exited
}

function lostOf(acknowledged: readonly (readonly [number, Answer])[], judge: Judge): number {
  return acknowledged.filter(([number, answer]) => judge.effects.get(keyOf(number))?.some((effect) => sameAnswer(effect, answer)) !== true)
    .length
}

/** What the rounds of a world are for: a process that dies while the state is ahead of the disk may have cut nothing. */
const WANTED: Readonly<Record<WorldName, readonly Cut[]>> = { products: ['roll'], contracts: ['reached', 'disposal', 'funding'] }
/** So many times the rounds at most, until each was met. */
const MORE = 4

/** A slow machine does little between two kills: then it takes more rounds until every kind of liquidation came. */
function hasMetAll(world: WorldName, cuts: Readonly<Record<Cut, number>>, judge: Judge): boolean {
  if (WANTED[world].some((cut) => cuts[cut] === 0)) return false
  const { partial, full, adl, shared } = judge.books.contracts.steps
  return world !== 'contracts' || Math.min(partial, full, adl + shared) > 0
}

/** Runs the rounds, and more until all was met that they are for. @param random decides when to kill @param progress called after each round */
export async function killRounds(
  count: number,
  random: Random,
  progress: (round: number) => void = () => {},
  world: WorldName = 'products',
): Promise<KillReport> {
  const rounds = new Rounds(world)
  const judge = new Judge()
  const cuts: Record<Cut, number> = { roll: 0, reached: 0, disposal: 0, funding: 0 }
  let repeated = 0
  let wrongHashes = 0
  let entries = 0
  let last = count
  try {
    for (let index = 0; index <= last; index += 1) {
      // The last life only shows what the last kill left.
      const round = await rounds.live(index, index === last ? 50 : 20 + random() * 410)
      repeated += round.repeated
      for (const cut of round.cuts) cuts[cut as Cut] += 1
      entries = round.recoveredSeq
      if ((await judge.readUpTo(rounds.dir, round.recoveredSeq)) !== round.recoveredHash) wrongHashes += 1
      judge.lookAt(index)
      progress(index)
      if (index === last && last < MORE * count && !hasMetAll(world, cuts, judge)) last += 1
    }
    return reportOf(rounds, judge, { rounds: last, repeated, cuts, wrongHashes, entries })
  } finally {
    rmSync(rounds.dir, { recursive: true, force: true })
  }
}

function reportOf(
  rounds: Rounds,
  judge: Judge,
  counted: Pick<KillReport, 'rounds' | 'repeated' | 'cuts' | 'wrongHashes' | 'entries'>,
): KillReport {
  // Answers of the last life were never put to the test.
  const acknowledged = [...rounds.acknowledged].filter(([, answer]) => answer.seq <= counted.entries)
  for (const line of rounds.differing.slice(0, 5)) process.stderr.write(`differs: ${line}\n`)
  const faults = judge.faults()
  for (const line of faults.slice(0, 5)) process.stderr.write(`money: ${line}\n`)
  const { conversions, redemptions, contracts } = judge.books
  return {
    ...counted,
    acknowledged: acknowledged.length,
    lost: lostOf(acknowledged, judge),
    doubled: judge.doubled(),
    differing: rounds.differing.length,
    conversions,
    redemptions,
    fundings: contracts.fundings,
    steps: contracts.steps,
    faults: faults.length,
  }
}
