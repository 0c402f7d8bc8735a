import { Globe } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Icon, InlineIcon } from './icons.tsx'

test('SHELL-034 an icon without a size is 24 by 24 px, one with a size has it, and a wrapper is as large as its text', () => {
  const edges = (html: string) => [/width="([^"]+)"/.exec(html)?.[1], /height="([^"]+)"/.exec(html)?.[1]]
  expect(edges(renderToStaticMarkup(<Icon as={Globe} />))).toEqual(['24', '24'])
  expect(edges(renderToStaticMarkup(<Icon as={Globe} size={16} />))).toEqual(['16', '16'])
  const wrapped = renderToStaticMarkup(
    <InlineIcon>
      <Icon as={Globe} />
    </InlineIcon>,
  )
  expect(wrapped).toMatch(/^<span class="[^"]*\bsize-\[1em\][^"]*\[&amp;&gt;svg\]:size-full/)
})
