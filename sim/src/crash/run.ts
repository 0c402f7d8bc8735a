/** `npm run crash -- <rounds> [contracts|http|money|accounts|wallet] [seed]`: the kill rounds with their figures; exit code 1 when anything was lost, doubled or half there. */
import { accountKillRounds } from './account-rounds.ts'
import { httpKillRounds, isFlawless } from './http-rounds.ts'
import { type KillReport, killRounds } from './kill-rounds.ts'
import { seededNumbers } from './memory-disk.ts'
import { isProven, moneyKillRounds } from './money/money-rounds.ts'
import { walletKillRounds } from './wallet/wallet-rounds.ts'

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
  // Rounds in which no roll was cut have not shown what they are for.
  return { report, good: isSound(report) && report.cuts.roll > 0 }
}

const isSound = (report: KillReport): boolean => report.lost + report.doubled + report.differing + report.wrongHashes + report.faults === 0

async function onContracts(): Promise<{ report: object; good: boolean }> {
  const report = await killRounds(count, seededNumbers(seed), tell, 'contracts')
  const { reached, disposal, funding } = report.cuts
  return { report, good: isSound(report) && Math.min(reached, disposal, funding) > 0 }
}

async function overMoney(): Promise<{ report: object; good: boolean }> {
  const report = await moneyKillRounds(count, seededNumbers(seed), tell)
  return { report, good: isProven(report) }
}

async function overAccounts(): Promise<{ report: object; good: boolean }> {
  const report = await accountKillRounds(count, seededNumbers(seed), tell)
  // Kills of which none met an account or a call have proven nothing.
  const hasMet = report.registered > 0 && Object.keys(report.answered).length > 0
  return { report, good: hasMet && report.findings.length + report.wrongHashes === 0 }
}

async function overWallet(): Promise<{ report: object; good: boolean }> {
  const report = await walletKillRounds(count, seededNumbers(seed), tell)
  // Kills after which nothing was paid in or out have proven nothing.
  return { report, good: report.findings.length === 0 && report.completed > 0 && report.deposits > 0 }
}

const named = { contracts: onContracts, http: overHttp, money: overMoney, accounts: overAccounts, wallet: overWallet } as const
const run = Object.entries(named).find(([word]) => words.includes(word))?.[1] ?? onTheCore
const { report, good } = await run()
process.stdout.write(`${JSON.stringify(report)}\n${good ? 'nothing lost, nothing doubled, nothing half there' : 'FAILED'}\n`)
process.exitCode = good ? 0 : 1
