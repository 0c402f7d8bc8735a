import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { takeTexts } from './i18n.ts'
import { Sentence } from './sentence.tsx'

beforeEach(() =>
  takeTexts('en_US', { auth: { 'register.accept': 'I accept the {{document}}, all of it', 'step.as': '{{account}} logs in' } }),
)

test('I18N-006 [part] a link stands where the language puts it, and what it says runs nothing', () => {
  const link = createElement('a', { href: '/x' }, 'user <agreement>')
  expect(renderToStaticMarkup(createElement(Sentence, { text: 'auth:register.accept', places: { document: link } }))).toBe(
    '<span>I accept the <a href="/x">user &lt;agreement&gt;</a>, all of it</span>',
  )
  expect(renderToStaticMarkup(createElement(Sentence, { text: 'auth:step.as', places: { account: '<b>' } }))).toBe(
    '<span>&lt;b&gt; logs in</span>',
  )
})
