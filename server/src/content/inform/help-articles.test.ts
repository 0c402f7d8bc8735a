import { expect, it } from 'vitest'
import { cleanHtml } from './clean-html.ts'
import { INFORM_LANGUAGES, ownInformText } from './inform-texts.ts'
import { seededArticles } from './seed-inform.ts'

/** What a buyer of leverage, or whoever takes coins out, has to be able to read. */
const MONEY = ['contract-basics', 'margin', 'liquidation', 'deleveraging', 'funding', 'withdrawals'] as const
const OTHERS = INFORM_LANGUAGES.filter((language) => language !== 'en_US')

const part = (language: string, id: string, name: string): string => ownInformText(language, `help.${id}.${name}`) ?? ''
const content = (language: string, id: string): string => part(language, id, 'content')
const count = (html: string, tag: string): number => html.split(`<${tag}>`).length - 1
const outline = (html: string): readonly number[] => ['h2', 'p', 'li', 'tr', 'th', 'td', 'ol', 'ul', 'table'].map((tag) => count(html, tag))
const links = (html: string): readonly string[] => [...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to ?? '').sort()
/** Without the signs by which languages part thousands and decimals. */
const figures = (html: string): readonly string[] =>
  [...html.replace(/<[^>]*>/g, ' ').matchAll(/\d+(?:[.,\u00a0]\d+)*/g)].map(([figure]) => figure.replace(/\D/g, '')).sort()

/** Figures of one text that another one lacks; what is a word in one language may be a figure in another. */
function missing(wanted: readonly string[], there: readonly string[]): readonly string[] {
  const left = [...there]
  return wanted.filter((figure) => {
    const at = left.indexOf(figure)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

it('NOTE-013 I18N-006 [part] every article on contracts and withdrawals is there in every language: headings, links and figures of the English one', () => {
  expect(seededArticles()).toEqual(expect.arrayContaining([...MONEY]))
  for (const id of MONEY) {
    const english = content('en_US', id)
    expect(count(english, 'h2'), id).toBeGreaterThanOrEqual(5)
    for (const language of OTHERS) {
      const where = `${id} ${language}`
      for (const name of ['title', 'summary', 'content', 'words']) {
        expect(part(language, id, name).trim(), `${where} ${name}`).not.toBe('')
        expect(part(language, id, name), `${where} ${name}`).not.toBe(part('en_US', id, name))
      }
      expect(outline(content(language, id)), where).toEqual(outline(english))
      expect(links(content(language, id)), where).toEqual(links(english))
      expect(missing(figures(english), figures(content(language, id))), where).toEqual([])
    }
  }
})

it('NOTE-013 [part] no link of an article leads to one that is not there, and publishing leaves each article as it is written', () => {
  const ids = seededArticles()
  for (const language of INFORM_LANGUAGES)
    for (const id of ids) {
      const html = content(language, id)
      expect(cleanHtml(html), `${id} ${language}`).toBe(html)
      for (const to of links(html).filter((link) => link.startsWith('/helpCenter/')))
        expect(ids, `${id} ${language}`).toContain(to.replace(/^.*\//, ''))
    }
})
