/**
 * How many guesses a password would take, the same in the browser, which says it while somebody types, and in the server, which decides.
 * The estimator itself is brought by the caller: it is large, and each side loads it in its own way.
 */

/** A password that takes fewer guesses is refused. */
export const GUESSES_MIN = 1e9
const GUESSES_STRONG = 1e12

/** An estimate takes longer the longer a password is; what is long and good is known from its beginning. */
const SLICES: readonly number[] = [24, 64]

/** As zxcvbn answers. */
export interface Estimate {
  readonly guesses: number
  readonly sequence: readonly { readonly pattern: string; readonly token: string; readonly dictionaryName?: unknown }[]
}

/** @param names words that whoever guesses tries first, in lower case */
export type Estimator = (password: string, names: string[]) => Estimate

/** What makes a password easy: known: it, or most of it, is on a list of passwords; own: a name of the account or the site. */
export type WeakReason = 'known' | 'own' | 'word' | 'keyboard' | 'repeat' | 'sequence' | 'date' | 'short'

export interface Verdict {
  readonly guesses: number
  readonly isEnough: boolean
  /** Takes so many guesses that nobody tries. */
  readonly isStrong: boolean
  readonly reason: WeakReason
}

const REASONS: Readonly<Record<string, WeakReason>> = {
  spatial: 'keyboard',
  repeat: 'repeat',
  sequence: 'sequence',
  regex: 'date',
  date: 'date',
  wordSequence: 'word',
}

function reasonOf({ sequence }: Estimate): WeakReason {
  const found = sequence.filter(({ pattern }) => pattern === 'dictionary' || pattern in REASONS)
  const longest = found.sort((left, right) => right.token.length - left.token.length)[0]
  if (longest === undefined) return 'short'
  if (longest.pattern !== 'dictionary') return REASONS[longest.pattern] ?? 'short'
  const dictionary = String(longest.dictionaryName)
  if (dictionary.startsWith('userInputs')) return 'own'
  return dictionary.startsWith('passwords') ? 'known' : 'word'
}

/** Names that belong to an account and its site: an address, its parts, and the words of the site's name. */
export function ownNames(account: string, siteName: string): string[] {
  const words = [account, ...account.split(/[@.+_\-\s]+/), siteName, ...siteName.split(/\s+/)]
  return [...new Set(words.map((word) => word.toLowerCase()).filter((word) => word.length >= 3))]
}

export function judgePassword(estimate: Estimator, password: string, names: string[]): Verdict {
  let verdict: Verdict = { guesses: 0, isEnough: false, isStrong: false, reason: 'short' }
  for (const length of SLICES) {
    const found = estimate(password.slice(0, length), names)
    const { guesses } = found
    verdict = { guesses, isEnough: guesses >= GUESSES_MIN, isStrong: guesses >= GUESSES_STRONG, reason: reasonOf(found) }
    if (verdict.isEnough || password.length <= length) break
  }
  return verdict
}
