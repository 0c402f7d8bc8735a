/** Amounts as nodes write them: BTC as a JSON number. The text of the number is read, so that no float is calculated with. */
import { ChainFault } from '../port.ts'

const DECIMALS = 8
const NUMBER = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/**
 * Satoshi. JSON gives a double; up to 90 million BTC two amounts never share one, and the shortest text of a double is the amount again.
 * @throws ChainFault for anything that is no amount in whole satoshi
 */
export function satoshiOf(value: unknown): bigint {
  const found = typeof value === 'number' ? NUMBER.exec(String(value)) : null
  if (found === null) throw new ChainFault('nonsense', `a node gave ${String(value).slice(0, 40)} as an amount`)
  const [, whole = '', part = '', exponent = '0'] = found
  const digits = `${whole}${part}`
  const shift = DECIMALS + Number(exponent) - part.length
  if (shift >= 0 && shift <= DECIMALS) return BigInt(digits) * 10n ** BigInt(shift)
  throw new ChainFault('nonsense', `a node gave ${value} as an amount, which is not in whole satoshi`)
}
