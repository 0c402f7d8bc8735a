/** Keeps the tests in which each rule applies, and records each test file once. */
import { isDear, testsAround } from './choose-tests.ts'
import type { Rule } from './find-rules.ts'
import { readJson, writeJson } from './json-file.ts'
import type { PrivateCopy } from './private-copy.ts'
import { type Applied, recordApplied } from './record-applied.ts'

interface Row {
  /** Test file, or '' for threads and processes of any test. */
  readonly file: string
  readonly applied: readonly Pick<Applied, 'rule' | 'test'>[]
}

export class Recording {
  readonly #path: string
  readonly #rows: Map<string, Row>

  /** @param path of the kept rows */
  constructor(path: string) {
    this.#path = path
    this.#rows = new Map(readJson<Row>(path).map((row) => [row.file, row]))
  }

  /** Forgets test files whose paths hold a word. */
  forget(words: readonly string[]): void {
    for (const file of [...this.#rows.keys()]) if (words.some((word) => file.includes(word))) this.#rows.delete(file)
  }

  /** Test files around the rules that are not recorded yet. */
  lacking(rules: readonly Rule[], importedBy: ReadonlyMap<string, readonly string[]>): readonly string[] {
    const around = new Set(rules.flatMap(({ file }) => testsAround(file, importedBy)))
    return [...around].filter((file) => !isDear(file) && !this.#rows.has(file)).sort()
  }

  /** Runs the test files in the copy, all rules watched, and keeps each part at once. */
  async add(copy: PrivateCopy, rules: readonly Rule[], files: readonly string[], tell: (done: number) => void): Promise<void> {
    let done = 0
    await recordApplied(copy, rules, files, (part, applied) => {
      for (const file of part) this.#rows.set(file, { file, applied: without(applied, file) })
      const unseen = [...(this.#rows.get('')?.applied ?? []), ...without(applied, '')]
      this.#rows.set('', { file: '', applied: [...new Map(unseen.map((each) => [each.rule, each])).values()] })
      writeJson(this.#path, [...this.#rows.values()])
      done += part.length
      tell(done)
    })
  }

  /** All tests in which rules apply. */
  all(): readonly Applied[] {
    return [...this.#rows.values()].flatMap(({ file, applied }) => applied.map((each) => ({ file, ...each })))
  }
}

const without = (applied: readonly Applied[], wanted: string): Row['applied'] =>
  applied.filter(({ file }) => file === wanted).map(({ rule, test }) => ({ rule, test }))
