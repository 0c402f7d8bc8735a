/** Words of the closed vocabularies and the small integers that entries, rows and events hold instead: see `schema/vocabularies.ts`. */
import { InvariantViolation } from '../assert.ts'

/** The code of a word; a word outside the list gives 255, which every check refuses. */
export function codeOf<Word extends string>(words: readonly Word[], word: Word): number {
  const code = words.indexOf(word)
  return code < 0 ? 255 : code
}

/** The word of a code that the engine wrote itself. Throws InvariantViolation outside the list. */
export function wordOf<Word extends string>(words: readonly Word[], code: number): Word {
  const word = words[code]
  if (word === undefined) throw new InvariantViolation(`code ${code} has no word`)
  return word
}
