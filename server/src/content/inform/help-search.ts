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
/** What stands in a larger part of the articles tells them apart no more. */
const COMMON_PART = 0.5
/** Shorter words are compared whole: "sl" is no part of "slow". */
const SHORT = 3
/** An ending is cut off down to so many letters, and so large a part of the word. */
const STEM_LETTERS = 4
const STEM_PART = 0.6

/** Scripts that part no words, or put small words in front of others without a blank: what is looked for may begin anywhere. */
const ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Scripts without blanks: a run of them is compared by pairs of signs. */
const RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const RUN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
const NO_WORD = /[^\p{L}\p{N}]+/gu
const ARTICLES = /^(?:وال|بال|كال|فال|لل|ال|[ובלמהכש])(?=.{3})/u
/** Letters that are typed for one another. */
const ALIKE: Readonly<Record<string, string>> = { ı: 'i', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك' }

/** One blank between words, one around them. */
const padded = (text: string): string =>
  ` ${comparable(text).replace(NO_WORD, ' ').trim()} `.replace(/[ıةىیک]/g, (letter) => ALIKE[letter] ?? letter)

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
  for (const word of text.replace(RUNS, ' ').split(' ')) if (word.length > 1 || /\p{N}/u.test(word)) terms.add(word)
  return [...terms]
}

function has(part: string, term: string): boolean {
  if (ANYWHERE.test(term)) return part.includes(term)
  return part.includes(term.length <= SHORT ? ` ${term} ` : ` ${term}`)
}

const isIn = ({ title, names, summary, content }: Searchable, term: string): boolean =>
  [title, summary, content, ...names].some((part) => has(part, term))

/** The longest form of a word that an article has: itself, without what is written in front of it, without its ending. */
function formOf(term: string, articles: readonly Searchable[]): string | undefined {
  const isKnown = (form: string): boolean => articles.some((article) => isIn(article, form))
  for (const word of new Set([term, term.replace(ARTICLES, '')])) {
    const least = Math.max(STEM_LETTERS, Math.ceil(word.length * STEM_PART))
    for (let length = word.length; length >= Math.min(least, word.length); length -= 1) {
      const form = word.slice(0, length)
      if (isKnown(form)) return form
    }
  }
  return undefined
}

/** How many of a term stand where, times what the place counts. */
const weightOf = (article: Searchable, term: string): number =>
  (has(article.title, term) ? PLACES.title : 0) +
  (article.names.some((name) => has(name, term)) ? PLACES.names : 0) +
  (has(article.summary, term) ? PLACES.summary : 0) +
  (has(article.content, term) ? PLACES.content : 0)

/**
 * How well each article answers, in their order; 0 = not at all.
 *
 * @param language of the reader
 */
export function scoresOf(articles: readonly Searchable[], sentence: string, language: string): readonly number[] {
  const whole = padded(sentence)
  const text = asked(sentence, language)
  const forms = new Set(termsOf(text).flatMap((term) => formOf(term, articles) ?? []))
  const counted = [...forms].map((form) => ({ form, count: articles.filter((article) => isIn(article, form)).length }))
  const telling = counted.filter(({ count }) => count <= articles.length * COMMON_PART)
  const terms = (telling.length === 0 ? counted : telling).map(({ form, count }) => ({
    form,
    weight: Math.log(1 + articles.length / count),
  }))
  const scores = articles.map((article) => {
    const words = terms.reduce((sum, { form, weight }) => sum + weight * weightOf(article, form), 0)
    const names = article.names.filter((name) => whole.includes(ANYWHERE.test(name) ? name.trim() : name))
    const named = names.reduce((sum, name) => sum + WHOLE_NAME * name.trim().split(' ').length, 0)
    return words + named
  })
  const best = Math.max(0, ...scores)
  return scores.map((score) => (score >= best * LEAST_PART ? score : 0))
}
