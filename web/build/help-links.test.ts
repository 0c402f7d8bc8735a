/** Ways from pages to the help: each leads to an article that a new exchange has in every language. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '../src')
const TEXTS = join(SOURCES, '../../server/src/content/inform/texts')

/** Articles that are named in the sources, with the files that name them. */
function named(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.tsx') && !file.endsWith('.test.tsx')) {
      const source = readFileSync(join(SOURCES, file), 'utf8')
      for (const [, id = ''] of source.matchAll(/(?:<HelpLink\s[^>]*?article="|helpPath\(')([\w-]+)/g))
        found.set(id, [...(found.get(id) ?? []), file])
    }
  return found
}

test('NOTE-013 [part] the ticket, its dialogs, the funding figure, receipts and withdrawals lead to articles that every language has', () => {
  const links = named()
  const files = [...links.values()].flat()
  for (const place of [
    'leverage-dialog',
    'mode-dialogs',
    'open-account',
    'margin-dialog',
    'contract-bar',
    'funding-panel',
    'contract-rules',
    'receipt-page',
    'withdraw-page',
    'deposit-page',
  ])
    expect(
      files.filter((file) => file.includes(place)),
      place,
    ).not.toEqual([])
  expect([...links.keys()].sort()).toEqual([
    'contract-basics',
    'deleveraging',
    'deposits',
    'funding',
    'liquidation',
    'margin',
    'withdrawals',
  ])
  const languages = readdirSync(TEXTS)
  expect(languages).toHaveLength(12)
  for (const language of languages) {
    const texts = JSON.parse(readFileSync(join(TEXTS, language), 'utf8')) as Record<string, string>
    for (const id of links.keys()) expect(texts[`help.${id}.content`] ?? '', `${language} ${id}`).not.toBe('')
  }
})

test('NOTE-013 [part] what is asked most is there', () => {
  const page = readFileSync(join(SOURCES, 'features/help/help-page.tsx'), 'utf8')
  const often = [...(/const OFTEN = \[([^\]]*)\]/.exec(page)?.[1] ?? '').matchAll(/'([\w-]+)'/g)].map(([, id]) => id)
  const english = JSON.parse(readFileSync(join(TEXTS, 'en_US.json'), 'utf8')) as Record<string, string>
  expect(often.length).toBeGreaterThan(4)
  for (const id of often) expect(english[`help.${id}.content`], id).toBeDefined()
})
