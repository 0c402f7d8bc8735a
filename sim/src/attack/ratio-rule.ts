/** No fill brings anybody to liquidation, or nearer to it who is there: told from what an account is before and behind a command. */
import type { Account } from './eyes.ts'

interface Ratio {
  readonly need: bigint
  readonly equity: bigint
}

const SAFE: Ratio = { need: 0n, equity: 1n }

/** Is it at 1 or above? Nothing needed is never. */
const isDue = ({ need, equity }: Ratio): boolean => need > 0n && need >= equity
const shown = ({ need, equity }: Ratio): string => `${need} of ${equity}`

/** From below 1 to it, or higher from there; nothing behind a position is the highest there is. */
function isRisen(from: Ratio, to: Ratio): boolean {
  if (!isDue(from)) return true
  if (to.equity <= 0n) return from.equity > 0n || to.equity < from.equity || to.need > from.need
  return from.equity > 0n && to.need * from.equity > from.need * to.equity
}

function ratiosOf({ crossEquity, crossNeed, legs }: Account): ReadonlyMap<string, Ratio> {
  const ratios = new Map<string, Ratio>([['the crossed positions', { need: crossNeed, equity: crossEquity }]])
  for (const { id, isIsolated, margin, need, profit } of legs)
    if (isIsolated) ratios.set(`position ${id}`, { need, equity: margin + profit })
  return ratios
}

/**
 * What the fills of a command made worse for their owner, at marks that did not move and without funding. `steps` are those of his liquidations
 * that the same command ran: what was due anyway, and what deleveraging moves, is no fill of a customer.
 */
export function riskierByFill(before: Account, after: Account, steps: readonly string[]): string[] {
  const was = ratiosOf(before)
  if (steps.length > 0)
    return steps.includes('adl') || [...was.values()].some(isDue) ? [] : ['is liquidated by the same command at an unchanged mark']
  return [...ratiosOf(after)].flatMap(([what, ratio]) => {
    const earlier = was.get(what) ?? SAFE
    return isDue(ratio) && isRisen(earlier, ratio) ? [`takes ${what} from ${shown(earlier)} to ${shown(ratio)}`] : []
  })
}
