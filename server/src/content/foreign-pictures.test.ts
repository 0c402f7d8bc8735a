/** Documents that would make pages load pictures from elsewhere. */
import { expect, it } from 'vitest'
import { runOperatorCommand } from '../operator/run-command.ts'
import { foreignPicture } from './foreign-pictures.ts'

it('SEC-004 [part] finds a picture of another host wherever it stands, and leaves links and our own alone', () => {
  const hosts = ['cdn.example']
  for (const [value, found] of [
    [{ imageUrl: 'https://evil.example/a.png' }, 'https://evil.example/a.png'],
    [{ texts: { en_US: { content: '<p><img alt="x" src="https://evil.example/b"></p>' } } }, 'https://evil.example/b'],
    [{ texts: { en_US: { content: '<IMG SRC=//evil.example/c>' } } }, '//evil.example/c'],
    [[{ children: [{ iconNight: 'https://evil.example/d' }] }], 'https://evil.example/d'],
    [{ logo: { headerLogo: '/own.svg', favicon: 'https://cdn.example.evil/e' } }, 'https://cdn.example.evil/e'],
    [{ imageUrl: 'https://cdn.example/a.png', linkUrl: 'https://evil.example', path: 'https://evil.example' }, undefined],
    [{ imgUrl: '/brand/a.svg', imgUrlNight: null, icon: 'data:image/png;base64,AA==' }, undefined],
    [{ content: '<a href="https://evil.example">src=https://evil.example</a><img src="/a.png">' }, undefined],
  ] as const)
    expect(foreignPicture(value, hosts), JSON.stringify(value)).toBe(found)
})

it('SEC-004 [part] an operator is told when a document is written, and nothing is changed', async () => {
  const tenant = { tenantId: 'agio', config: {} } as never
  const run = (command: string, given: Record<string, string>) =>
    runOperatorCommand([tenant], { tenantId: 'agio', command, given, actor: 'ann', why: 'a test of it' })
  const picture = 'https://evil.example/a.png'
  for (const [command, given] of [
    ['kv set', { key: 'flash_img', value: picture }],
    ['kv set', { key: 'logo', value: JSON.stringify({ headerLogo: picture }) }],
    ['site set', { document: 'social', json: JSON.stringify([{ imgUrl: picture }]) }],
    ['announcement publish', { announcement: JSON.stringify({ imageUrl: picture }) }],
  ] as const)
    expect((await run(command, given)).text).toBe(`${picture} is a picture of another host, which pages do not load (AGIO_PICTURE_HOSTS)`)
})
