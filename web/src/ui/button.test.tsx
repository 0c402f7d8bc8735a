import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

const draw = (element: React.ReactNode) => /<button[^>]*>/.exec(renderToStaticMarkup(element))?.[0] ?? ''

test('A11Y-008 [part] a button is told as locked where it is sending, has a reason, or its caller says so, and at no other time', () => {
  expect(draw(<Button>a</Button>)).not.toContain('aria-disabled="')
  expect(draw(<Button lockedBecause={undefined}>a</Button>)).not.toContain('aria-disabled="')
  for (const button of [
    <Button key="caller" aria-disabled>
      a
    </Button>,
    <Button key="both" aria-disabled sending={false} lockedBecause={undefined}>
      a
    </Button>,
    <Button key="sending" sending>
      a
    </Button>,
    <Button key="reason" lockedBecause="No balance">
      a
    </Button>,
  ])
    expect(draw(button)).toContain('aria-disabled="true"')
})
