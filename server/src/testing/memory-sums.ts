/** Sums of statement lines in plain arrays. For tests only. */
import type { ReadModels, StatementDay, StatementRow, StatementSum, TakenBack } from '../projections/port.ts'
import { within } from './memory-filters.ts'

const DAY_MS = 86_400_000

const sumOf = (lines: readonly StatementRow[]): bigint => lines.reduce((sum, { amount }) => sum + amount, 0n)
const dayOf = ({ at }: StatementRow): number => Math.floor(at / DAY_MS)

const dayed = (a: StatementDay, b: StatementDay): number => a.day - b.day || a.assetId - b.assetId

export const sumReads = (lines: readonly StatementRow[]): Pick<ReadModels, 'statementSums' | 'statementDays' | 'takenBack'> => ({
  statementSums: async ({ userId, cause, range }) => {
    const found = lines.filter((line) => line.userId === userId && line.cause === cause && within(line.at, range))
    return [...Map.groupBy(found, ({ reference, assetId }) => `${reference}:${assetId}`).values()].flatMap((own): StatementSum[] => {
      const [first] = own
      return first === undefined ? [] : [{ reference: first.reference, assetId: first.assetId, amount: sumOf(own), lines: own.length }]
    })
  },
  statementDays: async ({ userId, account, causes, range }) => {
    const found = lines
      .filter((line) => line.userId === userId && causes.includes(line.cause) && within(line.at, range))
      .filter((line) => (account ?? line.account) === line.account)
    const days = [...Map.groupBy(found, (line) => `${dayOf(line)}:${line.assetId}`).values()].flatMap((own): StatementDay[] => {
      const [first] = own
      return first === undefined ? [] : [{ day: dayOf(first), assetId: first.assetId, amount: sumOf(own) }]
    })
    return days.sort(dayed)
  },
  takenBack: async (userId, range) => {
    const found = lines.filter((line) => line.userId === userId && line.cause === 'earnRedeem' && within(line.at, range))
    const redemptions = [...Map.groupBy(found, ({ reference, assetId, at }) => `${reference}:${assetId}:${at}`).values()]
    const sums = new Map<string, TakenBack>()
    for (const own of redemptions) {
      const [most] = own.toSorted((a, b) => Number(b.amount - a.amount))
      if (most === undefined || sumOf(own) === 0n) continue
      const { assetId, account } = most
      const place = `${dayOf(most)}:${assetId}:${account}`
      sums.set(place, { day: dayOf(most), assetId, account, amount: (sums.get(place)?.amount ?? 0n) + sumOf(own) })
    }
    return [...sums.values()].sort((a, b) => dayed(a, b) || a.account.localeCompare(b.account))
  },
})
