import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AtPlace } from './navigation.tsx'
import { NoAddress, NoData, NotLoggedIn } from './states.tsx'

const draw = (element: React.ReactNode) =>
  renderToStaticMarkup(
    <AtPlace
      location={{ pathname: '/assets/spot', search: '?a=1', hash: '', state: null, key: 'default' }}
      navigator={{ push: () => undefined, replace: () => undefined }}
    >
      {element}
    </AtPlace>,
  )

test('SHELL-045 an empty address book says so and offers to add an address', () => {
  const html = draw(<NoAddress onAdd={() => undefined} />)
  expect(html).toContain('noAddress.title')
  expect(html).toMatch(/<button[^>]*>.*noAddress\.add<\/button>/)
})

test('SHELL-046 visitors are offered log in, with the way back, and register', () => {
  const html = draw(<NotLoggedIn />)
  expect([...html.matchAll(/href="([^"]+)"/g)].map((match) => match[1])).toEqual([
    `/login?returnUrl=${encodeURIComponent('/assets/spot?a=1')}`,
    '/register',
  ])
})

const EIGHT = Array.from({ length: 8 }, (_, bits) => ({ title: (bits & 1) > 0, link: (bits & 2) > 0, action: (bits & 4) > 0 }))

test.each(EIGHT)('SHELL-047 nothing to show, with title $title, link $link, action $action', ({ title, link, action }) => {
  const html = draw(
    <NoData
      {...(title ? { title: 'No orders' } : {})}
      {...(link ? { link: { to: '/marketData', label: 'Markets' } } : {})}
      {...(action ? { action: { label: 'Clear', onPress: () => undefined } } : {})}
    />,
  )
  expect([
    /<h3[^>]*>No orders<\/h3>/.test(html),
    /<a [^>]*>Markets<\/a>/.test(html),
    /<button[^>]*>.*Clear<\/span><\/button>/.test(html),
  ]).toEqual([title, link, action])
})
