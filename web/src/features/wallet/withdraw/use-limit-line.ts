/** The limit in a line, `5K USDT 24h`: shown where the configuration says one, in the words that the engine has for it. */
import { useSite } from '../../../data/site.ts'
import { type LimitTerms, useLimitText } from '../../../data/wallet/limit-text.ts'
import { useWithdrawLimits } from '../../../data/wallet/transactions.ts'

/** The terms that the configuration holds; undefined where it holds none that can be read. */
function termsOf(value: unknown): LimitTerms | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { amountLimit, coin, time } = value as Readonly<Record<string, unknown>>
  const amount = typeof amountLimit === 'number' ? String(amountLimit) : amountLimit
  return typeof amount === 'string' && typeof coin === 'string' && typeof time === 'number'
    ? { amountLimit: amount, coin, time }
    : undefined
}

/** @returns undefined where no limit is to be shown */
export function useLimitLine() {
  const configured = termsOf(useSite().config.out_money)
  const limits = useWithdrawLimits().data
  const write = useLimitText()
  if (configured === undefined || write === undefined || write(configured) === null) return undefined
  const text = write(limits ?? configured)
  return text === null ? undefined : { text, limits }
}
