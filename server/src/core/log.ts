/** One line an entry. Fields never hold tokens, passwords, codes or personal data. */
export interface Log {
  info(text: string, fields?: Readonly<Record<string, unknown>>): void
  warn(text: string, fields?: Readonly<Record<string, unknown>>): void
  error(text: string, fields?: Readonly<Record<string, unknown>>): void
}
