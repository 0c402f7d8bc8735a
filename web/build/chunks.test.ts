import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CHUNKS, oneOf } from './chunks.ts'

const root = join(import.meta.dirname, '..', '..').replaceAll('\\', '/')

it('a list of files takes exactly those, and one that names a file which is no more is refused', () => {
  const takes = oneOf(['wire/src/market/market.ts'])
  expect([`${root}/wire/src/market/market.ts`, `${root}/wire/src/market/types.ts`].map(takes)).toEqual([true, false])
  expect(() => oneOf(['wire/src/market/market.ts', 'wire/src/gone.ts'])).toThrow('no file: wire/src/gone.ts')
})

it('what the calls of markets need is in scripts of their own', () => {
  const chunkOf = (file: string) => {
    const found = CHUNKS.filter(({ test }) => typeof test === 'function' && test(`${root}/${file}`))
    return found.map(({ name }) => name)
  }
  expect(chunkOf('web/src/data/market/market-calls.ts')).toEqual(['market-calls'])
  expect(chunkOf('wire/src/spot/spot.ts')).toEqual(['spot-schemas'])
})
