/** Words of messages, and of the announcements and help that a new tenant starts with: one flat file a language, read once. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'

const DIR = join(import.meta.dirname, 'texts')

const files: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  readdirSync(DIR).map((file) => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(DIR, file), 'utf8')) as Record<string, string>,
  ]),
)

export const INFORM_LANGUAGES: readonly string[] = [...files.keys()]

/** The text in a language alone. */
export const ownInformText = (language: string, key: string): string | undefined => files.get(language)?.[key]

/** The text in a language, else in English. */
export const informText = (language: string, key: string): string | undefined =>
  ownInformText(language, key) ?? ownInformText(DEFAULT_LANGUAGE, key)
