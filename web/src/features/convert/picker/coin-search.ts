/** Coins that fit what is typed: those whose symbol begins with it, then names that do, then those that contain it. Pure. */
import { latinText } from '../../../i18n/typed-text.ts'
import type { Coin } from '../use-coins.ts'

const plain = (text: string): string =>
  latinText(text)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')

export function searchCoins(coins: readonly Coin[], query: string): readonly Coin[] {
  const wanted = plain(query)
  if (wanted === '') return coins
  const rank = ({ coin, name }: Coin): number => {
    const [symbol, words] = [plain(coin), plain(name)]
    if (symbol === wanted) return 0
    if (symbol.startsWith(wanted)) return 1
    if (words.startsWith(wanted)) return 2
    return symbol.includes(wanted) || words.includes(wanted) ? 3 : 4
  }
  return coins
    .map((coin) => ({ coin, rank: rank(coin) }))
    .filter((one) => one.rank < 4)
    .sort((one, other) => one.rank - other.rank)
    .map((one) => one.coin)
}
