/** Lists of rows in JSON files. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** @returns the rows, none without the file */
export const readJson = <Row>(file: string): readonly Row[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Row[]) : []

export function writeJson(file: string, rows: readonly unknown[]): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`)
}
