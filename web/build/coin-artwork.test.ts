import { expect, it } from 'vitest'
import { COINS_IN_ONE, COINS_WITH_ARTWORK } from '../src/ui/coin-artwork.ts'
import { commonDiscs, symbolOf } from './coin-artwork.ts'

it('the common discs are in one picture, each under the name of its coin, and draw nothing by name', () => {
  const all = commonDiscs()
  expect([...all.matchAll(/<symbol id="(\w+)" viewBox="0 0 32 32">/g)].map(([, coin]) => coin)).toEqual(COINS_IN_ONE)
  expect(all.match(/<(use|defs|filter|style)|url\(/)).toBeNull()
  expect(COINS_IN_ONE.filter((coin) => !COINS_WITH_ARTWORK.includes(coin))).toEqual([])
})

it('a shape that is drawn by name is drawn in place, its shadow goes, a filter that whitens leaves white', () => {
  const named =
    '<svg viewBox="0 0 32 32"><defs><filter id="a"><feOffset/></filter><path d="M1 2" id="b"/></defs><use fill="#000" filter="url(#a)" xlink:href="#b"/><use fill="#FFF" xlink:href="#b"/></svg>'
  expect(symbolOf('ADA', named)).toBe('<symbol id="ADA" viewBox="0 0 32 32"><path fill="#FFF" d="M1 2" /></symbol>')
  const whitened = '<svg><g filter="url(#a)"><path d="M1 2" fill="#000"/></g></svg>'
  expect(symbolOf('GRT', whitened)).toBe('<symbol id="GRT" viewBox="0 0 32 32"><g><path d="M1 2" fill="#FFF"/></g></symbol>')
  expect(() => symbolOf('X', '<svg><path fill="url(#g)"/></svg>')).toThrow('by name')
})
