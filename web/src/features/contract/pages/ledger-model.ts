/** Whether the lines of the insurance fund follow from each other: each one's balance is that of the line before it with its change. Pure. */
import { units } from '../../../data/amounts.ts'

interface FundLine {
  readonly balance: string
  readonly change: string
}

export interface LedgerVerdict {
  /** The newest line ends in the balance that the fund has now; undefined on a page that does not begin with the newest. */
  readonly endsInNow: boolean | undefined
  /** Place of the first line that does not follow from the one below it. */
  readonly broken: number | undefined
}

/** @param rows the newest first. @param now what the fund has; undefined where the rows are not the newest */
export function checkLedger(rows: readonly FundLine[], now: string | undefined): LedgerVerdict {
  const broken = rows.findIndex(({ balance, change }, index) => {
    const before = rows[index + 1]
    return before !== undefined && units(before.balance) + units(change) !== units(balance)
  })
  const newest = rows[0]
  return {
    endsInNow: now === undefined || newest === undefined ? undefined : units(newest.balance) === units(now),
    broken: broken === -1 ? undefined : broken,
  }
}
