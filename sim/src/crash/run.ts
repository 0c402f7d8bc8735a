/** `npm run crash -- <rounds> [http] [seed]`: the kill rounds with their figures; exit code 1 when anything was lost or doubled. */
import { httpKillRounds, isFlawless } from './http-rounds.ts'
import { killRounds } from './kill-rounds.ts'
import { seededNumbers } from './memory-disk.ts'

const words = process.argv.slice(2)
const numbers = words.map(Number).filter((each) => Number.isInteger(each) && each > 0)
const [count = 20, seed = Date.now() % 1_000_000] = numbers
process.stdout.write(`${count} rounds, seed ${seed}\n`)
const tell = (round: number): void => {
  if (round % 10 === 9) process.stdout.write(`${round + 1} of ${count}\n`)
}

async function overHttp(): Promise<{ report: object; good: boolean }> {
  const report = await httpKillRounds(count, seededNumbers(seed), tell)
  return { report, good: isFlawless(report) }
}

async function onTheCore(): Promise<{ report: object; good: boolean }> {
  const report = await killRounds(count, seededNumbers(seed), tell)
  return { report, good: report.lost + report.doubled + report.differing + report.wrongHashes === 0 }
}

const { report, good } = words.includes('http') ? await overHttp() : await onTheCore()
process.stdout.write(`${JSON.stringify(report)}\n${good ? 'nothing lost, nothing doubled' : 'FAILED'}\n`)
process.exitCode = good ? 0 : 1
