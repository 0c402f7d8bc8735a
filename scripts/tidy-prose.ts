/**
 * Plain English in comments and documents. Pronouns and pro-forms send a reader back to look for the noun: this check measures their share in
 * sentences of eight words and more. A file that one commit adds, or to which one commit adds more than 20 lines, has a mean share of at
 * most 0.10, and at most 2 % of its sentences have a share of 0.30 and more. Files of before are left alone until somebody rewrites them.
 */
import { execFileSync } from 'node:child_process'

const PRO_FORMS = new Set(
  'it its that what which whose whom who whoever whatever one ones those them they this there then of so other others else'.split(' '),
)
const WORDS_LEAST = 8
const MEAN_MOST = 0.1
const HARD = 0.3
const HARD_MOST = 0.02
const LINES_TOUCHED = 20
/** Below that a mean says nothing. */
const SENTENCES_LEAST = 3
/** The commit that brings this file is the first that is not measured. */
const SELF = 'scripts/tidy-prose.ts'

/** Texts of the comments of a source file, with marks of the comment taken away. */
function commentsOf(source: string): string[] {
  const blocks = source.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?<![:'"`\w])\/\/([^\n]*(?:\n\s*\/\/[^\n]*)*)/g)
  return [...blocks].map(([, block, lines]) => (block ?? lines ?? '').replace(/^\s*(\*|\/\/)\s?/gm, ' ').replace(/@\w+/g, '. '))
}

/** Prose of a document, without code, tables and targets of links. */
const proseOf = (document: string): string =>
  document
    .replace(/```[\s\S]*?```/g, '')
    .replace(/^\|.*$/gm, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** Shares of pro-forms of the sentences that are long enough. */
function sharesOf(text: string): number[] {
  const sentences = text.replace(/\s+/g, ' ').split(/(?<=[.;:!?])\s/)
  const words = sentences.map((sentence) => sentence.toLowerCase().match(/[a-z’']+/g) ?? [])
  return words.filter(({ length }) => length >= WORDS_LEAST).map((all) => all.filter((word) => PRO_FORMS.has(word)).length / all.length)
}

/** What is hard to read about a file; undefined for a file that is plain enough. @param file decides between code and document */
export function proseFault(file: string, content: string): string | undefined {
  const shares = (file.endsWith('.md') ? [proseOf(content)] : commentsOf(content)).flatMap(sharesOf)
  if (shares.length < SENTENCES_LEAST) return undefined
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  const hard = shares.filter((share) => share >= HARD).length / shares.length
  if (mean <= MEAN_MOST && hard <= HARD_MOST) return undefined
  return `prose has a share of pronouns of ${mean.toFixed(3)} (at most ${MEAN_MOST}), ${(hard * 100).toFixed(1)} % of sentences at ${HARD} and more (at most 2 %): name the thing`
}

/** Files of a `git … --numstat -z` to which more than `LINES_TOUCHED` lines were added. A move counts by what changed in the file. */
function touchedIn(numstat: string): string[] {
  const parts = numstat.split('\0')
  return parts.flatMap((part, at) => {
    const [, added = '0', path = ''] = /^\s*(\d+|-)\t(?:\d+|-)\t(.*)$/s.exec(part) ?? []
    // Behind the figures of a move stand the old and the new path.
    return Number(added) > LINES_TOUCHED ? [path || (parts[at + 2] ?? '')] : []
  })
}

const isMeasured = (file: string): boolean =>
  /\.(ts|tsx|mjs|md)$/.test(file) && !/(^|\/)(generated|locales|texts|site-texts)\/|\.test\.tsx?$|\/e2e\//.test(file)

/** Files that commits since the rule, and the work that is not committed yet, have touched; none where there is no history. */
function touchedFiles(root: string): Set<string> {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'] })
  const [head] = git('rev-list', '--max-count=1', '--all').trim()
  if (head === undefined) return new Set()
  const [since] = git('log', '--diff-filter=A', '--format=%H', '--', SELF).trim().split('\n')
  if (since === undefined || since === '') return new Set()
  const commits = git('log', '--no-merges', '--format=', '--numstat', '-M', '-z', `${since}..HEAD`)
  return new Set([...touchedIn(commits), ...touchedIn(git('diff', 'HEAD', '--numstat', '-M', '-z'))])
}

export function checkProse(
  root: string,
  files: readonly string[],
  text: (file: string) => string,
  fault: (place: string, what: string) => void,
): void {
  const touched = touchedFiles(root)
  for (const file of files.filter((name) => isMeasured(name) && touched.has(name))) {
    const what = proseFault(file, text(file))
    if (what !== undefined) fault(file, what)
  }
}
