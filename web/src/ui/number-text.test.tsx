import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChangeText, directionOfChange } from './number-text.tsx'
import { TabList } from './tabs.tsx'

const text = (element: React.ReactNode) => renderToStaticMarkup(element).replace(/<[^>]*>/g, '')

test('a change that is not known is told as --, and goes nowhere', () => {
  expect(text(<ChangeText percent={undefined} arrow />)).toBe('--')
  expect(text(<ChangeText percent="0" />)).not.toBe('--')
  expect(directionOfChange(undefined)).toBe('flat')
})

test('a tab counts -- while nobody knows how many there are, and 0 only when there are none', () => {
  const tabs = (count: number | '--' | undefined) => (
    <TabList label="l" tabs={[{ value: 'a', label: 'Open', count }]} value="a" onChange={() => undefined} />
  )
  expect([text(tabs('--')), text(tabs(0)), text(tabs(undefined))]).toEqual(['Open--', 'Open0', 'Open'])
})
