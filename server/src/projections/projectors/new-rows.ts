/** Rows that no table has yet, as the text that `copy` takes: a commit brings thousands of them, and nothing stores them for less. */
import type { CopyIn } from '../store/sql-connection.ts'
import type { Cell } from './row-batch.ts'

/** Besides what ends a cell or a row, NUL, which PostgreSQL text cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the format escapes
const SPECIAL = /[\\\t\n\r\u0000]/g
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\u0000': '\ufffd' }

const NULL = '\\N'

/** A customer's text as a cell. Words of our own need none of this. */
export const escaped = (text: string): string => text.replace(SPECIAL, (character) => ESCAPES[character] ?? '')

export class NewRows {
  readonly #target: string
  #lines: string[] = []

  /** @param columns names in the order of the cells */
  constructor(schema: string, table: string, columns: readonly string[]) {
    this.#target = `"${schema}"."${table}" (${columns.join(', ')})`
  }

  get size(): number {
    return this.#lines.length
  }

  /** One row; cells in column order, texts of customers escaped. */
  add(...cells: Cell[]): void {
    for (let column = 0; column < cells.length; column += 1) if (cells[column] === null) cells[column] = NULL
    // Twice as fast as a loop that puts the text together.
    this.#lines.push(cells.join('\t'))
  }

  /** The rows, and none afterwards; undefined when there are none. */
  take(): CopyIn | undefined {
    if (this.size === 0) return undefined
    const lines = `${this.#lines.join('\n')}\n`
    this.#lines = []
    return { target: this.#target, lines }
  }
}
