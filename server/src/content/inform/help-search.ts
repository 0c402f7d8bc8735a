/**
 * Finds help articles by what a reader writes: a word, a sentence, or the name that a thing has elsewhere. Words that say little in a language
 * are left out, an ending that no article has is cut off, and a word counts for more the fewer articles have it.
 */
import { comparable } from './comparable.ts'
import { ownInformText } from './inform-texts.ts'

/** What of an article is searched, in the form that searches compare. */
export interface Searchable {
  readonly title: string
  /** Names that its subject has elsewhere. */
  readonly names: readonly string[]
  readonly summary: string
  readonly content: string
}

const PLACES = { title: 4, names: 4, summary: 2, content: 1 } as const
/** A name of the subject that stands whole in what was written. */
const WHOLE_NAME = 3
/** Articles whose score is a smaller part of the best one's are no answers. */
const LEAST_PART = 0.4
/** Shorter words are compared whole: "sl" is no part of "slow". */
const SHORT = 3
/** An ending is cut off down to so many letters, and so large a part of the word. */
const STEM_LETTERS = 4
const STEM_PART = 0.6

/** No more letters of a sentence, and of a word, are looked at: what is written takes no longer for being odd. */
const SENTENCE_MOST = 240
const WORD_MOST = 32

/** Scripts that part no words, or put small words in front of others without a blank: what is looked for may begin anywhere. */
const ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Scripts without blanks: a run of them is compared by pairs of signs. */
const RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const RUN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
const HANGUL = /^\p{Script=Hangul}/u
const NO_WORD = /[^\p{L}\p{N}]+/gu
const ARTICLES = /^(?:وال|بال|كال|فال|لل|ال|[ובלמהכש])(?=.{3})/u
/** Letters that are typed for one another. */
const ALIKE: Readonly<Record<string, string>> = { ı: 'i', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك' }

/** One blank between words, one around them; what is written inside a word parts none. */
const padded = (text: string): string => {
  const words = comparable(text)
    .replace(/['’‘׳״]/g, '')
    .replace(NO_WORD, ' ')
  return ` ${words.trim()} `.replace(/[ıةىیک]/g, (letter) => ALIKE[letter] ?? letter)
}

/** @param names parted by commas; those of several languages */
export const searchable = (title: string, names: readonly string[], summary: string, content: string): Searchable => ({
  title: padded(title),
  names: names
    .flatMap((list) => list.split(/[,،、，]/))
    .map(padded)
    .filter((name) => name.trim() !== ''),
  summary: padded(summary),
  content: padded(content),
})

/** What a reader wrote, without the words of his language that say little. */
function asked(sentence: string, language: string): string {
  const skipped = padded(ownInformText(language, 'search.skip') ?? '')
    .trim()
    .split(' ')
  let text = padded(sentence)
  for (const word of skipped) if (RUN.test(word)) text = text.replaceAll(word, ' ')
  const little = new Set(skipped)
  const words = text.split(' ').filter((word) => word !== '' && !little.has(word))
  return words.length === 0 ? padded(sentence) : ` ${words.join(' ')} `
}

/** The parts that are looked for: words, and of a run of signs its pairs. */
function termsOf(text: string): readonly string[] {
  const terms = new Set<string>()
  for (const [run] of text.matchAll(RUNS)) {
    const signs = [...run]
    if (signs.length === 1) terms.add(run)
    for (let at = 0; at + 1 < signs.length; at += 1) terms.add(`${signs[at]}${signs[at + 1]}`)
  }
  for (const word of text.replace(RUNS, ' ').split(' ')) if (word.length > 1 || /\p{N}/u.test(word)) terms.add(word.slice(0, WORD_MOST))
  return [...terms]
}

function has(part: string, term: string): boolean {
  if (ANYWHERE.test(term)) return part.includes(term)
  return part.includes(term.length <= SHORT ? ` ${term} ` : ` ${term}`)
}

/** A word as an article may have it, and how much of it that is. */
interface Form {
  readonly text: string
  readonly share: number
}

/** A word as it is spelt, and without what is written in front of it: each with fewer and fewer of its ending. Syllables stay whole. */
function spellingsOf(term: string): readonly (readonly Form[])[] {
  const whole = [...term.normalize('NFC')].length
  return [...new Set([term, term.replace(ARTICLES, '')])].map((word) => {
    const letters = [...word.normalize('NFC')]
    const [fewest, part] = HANGUL.test(word) ? [2, 0.5] : [STEM_LETTERS, STEM_PART]
    const least = Math.min(letters.length, Math.max(fewest, Math.ceil(letters.length * part)))
    return Array.from({ length: letters.length - least + 1 }, (_, cut) => ({
      text: letters
        .slice(0, letters.length - cut)
        .join('')
        .normalize('NFKD'),
      share: (letters.length - cut) / whole,
    }))
  })
}

/** How much of a word stands in some places of an article: of its longest form that is there. What lacks the shortest lacks all. */
function shareIn(places: readonly string[], forms: readonly Form[]): number {
  const isIn = ({ text }: Form): boolean => places.some((place) => has(place, text))
  const shortest = forms.at(-1)
  return shortest === undefined || !isIn(shortest) ? 0 : (forms.find(isIn)?.share ?? 0)
}

/** Where a word stands in an article, times what the place counts. */
function weightOf(article: Searchable, spellings: readonly (readonly Form[])[]): number {
  const best = (places: readonly string[]): number => Math.max(...spellings.map((forms) => shareIn(places, forms))) ** 2
  return (
    PLACES.title * best([article.title]) +
    PLACES.names * best(article.names) +
    PLACES.summary * best([article.summary]) +
    PLACES.content * best([article.content])
  )
}

/**
 * How well each article answers, in their order; 0 = not at all.
 *
 * @param language of the reader
 */
export function scoresOf(articles: readonly Searchable[], sentence: string, language: string): readonly number[] {
  const whole = padded(sentence).slice(0, SENTENCE_MOST)
  const text = asked(whole, language)
  const terms = termsOf(text).flatMap((term) => {
    const spellings = spellingsOf(term)
    const weights = articles.map((article) => weightOf(article, spellings))
    const count = weights.filter((weight) => weight > 0).length
    return count === 0 ? [] : [{ weights, rarity: Math.log(1 + articles.length / count) }]
  })
  const scores = articles.map((article, at) => {
    const words = terms.reduce((sum, { weights, rarity }) => sum + rarity * (weights[at] ?? 0), 0)
    const names = article.names.filter((name) => whole.includes(ANYWHERE.test(name) ? name.trim() : name))
    const named = names.reduce((sum, name) => sum + WHOLE_NAME * name.trim().split(' ').length, 0)
    return words + named
  })
  const best = Math.max(0, ...scores)
  return scores.map((score) => (score >= best * LEAST_PART ? score : 0))
}
