/**
 * Source of `engine/generated/vocabularies.ts`: of each closed vocabulary its words, their type and their codes, which are also the numbers of
 * the kernel's `constants/code`. Part of `npm run kernel`.
 */
import { VOCABULARIES, type Vocabulary } from '../engine/src/schema/vocabularies.ts'

/** The codes by their names. @throws RangeError for a name that two codes have */
export function codeNumbers(): Readonly<Record<string, number>> {
  const codes: Record<string, number> = {}
  for (const { list, words } of VOCABULARIES)
    for (const [code, name] of Object.values(words).entries()) {
      if (name in codes) throw new RangeError(`${name} of ${list} is the name of another code`)
      codes[name] = code
    }
  return codes
}

function vocabularySource({ about, list, type, words }: Vocabulary): string {
  const names = Object.keys(words).map((word) => `'${word}'`)
  const codes = Object.values(words).map((name, code) => `export const ${name} = ${code}\n`)
  return `
/** ${about} */
export const ${list} = [${names.join(', ')}] as const
export type ${type} = (typeof ${list})[number]
${codes.join('')}`
}

export const vocabulariesSource = (): string => VOCABULARIES.map(vocabularySource).join('')
