import { describe, expect, it } from 'vitest'
import { remake, remakeAt, type Told, type Word } from './index-model.ts'

const NOW = 100_000
const word = (price: string, change: Partial<Word> = {}): Word => ({ time: NOW, at: NOW, price, state: 'live', ...change })
const told = (words: readonly (Word | undefined)[], last = '60000', weights: readonly number[] = []): Told => ({
  cap: '0.01',
  freshMs: 30_000,
  index: [{ time: NOW, price: last, live: words.length }],
  sources: words.map((one, index) => ({ source: `s${index}`, weight: weights[index] ?? 1, prices: one === undefined ? [] : [one] })),
  before: [],
})

describe('PERP-026 [part] an index made again from its sources', () => {
  it('of three or more, each price is moved to the median ± the cap, then weighed', () => {
    expect(remake(told([word('60000'), word('60010'), word('70000')])).made).toBe('60206.7')
    expect(remake(told([word('60000'), word('60010'), word('50000')], '1', [1, 2, 1])).made).toBe('59855')
    expect(remake(told([word('60000'), word('60000'), word('60001')])).made).toBe('60000.333333333333')
    expect(remake(told([word('1'), word('2'), word('3'), word('4')])).made).toBe('2.5')
  })

  it('of two, their mean; far apart, the one nearer to the last index', () => {
    expect(remake(told([word('60000'), word('60100')])).made).toBe('60050')
    expect(remake(told([word('60000'), word('70000')], '61000')).made).toBe('60000')
    expect(remake(told([word('60000'), word('70000')], '69000')).made).toBe('70000')
    expect(remake(told([word('60000'), word('70000')], '65000')).made).toBe('65000')
  })

  it('of one, that; of none, nothing: it stands still', () => {
    expect(remake(told([word('60000'), undefined])).made).toBe('60000')
    const silent = remake(told([undefined, word('60000', { state: 'silent' })]))
    expect([silent.made, silent.told, silent.live]).toEqual([undefined, '60000', 0])
  })

  it('what does not count says why: a bid above the ask, silence, age, no weight; what is set by hand is never old', () => {
    const at = NOW - 30_001
    const words = [word('1', { state: 'crossed' }), undefined, word('1', { at }), word('1'), word('9', { at, state: 'pinned' })]
    const { sources, made } = remake(told(words, '9', [1, 1, 1, 0, 1]))
    expect(sources.map(({ out }) => out)).toEqual(['crossed', 'silent', 'stale', 'weightless', undefined])
    expect(made).toBe('9')
    expect(remake(told([word('5', { at: NOW - 30_000 })])).made).toBe('5')
  })

  it('a source that said nothing in this minute counts with its last word from before', () => {
    const { sources, ...rest } = told([word('60000'), undefined])
    const before = [{ ...word('60100', { time: NOW - 20_000, at: NOW - 20_000 }), source: 's1' }]
    expect(remake({ ...rest, sources, before })).toMatchObject({ made: '60050', at: NOW, live: 2 })
  })

  it('TRUST-007 [part] within the minute, of what was told by then', () => {
    const early = word('59000', { time: NOW - 900 })
    const source = { weight: 1, prices: [early, word('60000')] }
    const two: Told = {
      ...told([], '60050'),
      index: [
        { time: NOW - 900, price: '59000', live: 1 },
        { time: NOW, price: '60050', live: 2 },
      ],
      sources: [
        { ...source, source: 's0' },
        { ...source, source: 's1', prices: [word('60100')] },
      ],
    }
    expect(remakeAt(two, NOW - 1, '59000')).toMatchObject({ made: '59000', told: '59000', at: NOW - 900 })
    expect(remakeAt(two, NOW, '60050')).toMatchObject({ made: '60050', told: '60050', at: NOW })
    expect(remakeAt(two, NOW, '60051')).toMatchObject({ made: '60050', told: '60050' })
  })

  it('TRUST-007 [part] between two words of one report, of the first of them', () => {
    const both = told([word('60000'), word('60100')], '60050')
    const between: Told = {
      ...both,
      index: [{ time: NOW, price: '59500', live: 2 }, ...both.index],
      before: [{ ...word('59000', { time: NOW - 900, at: NOW - 900 }), source: 's1' }],
    }
    expect(remakeAt(between, NOW, '59500')).toMatchObject({ made: '59500', told: '59500' })
    expect(remakeAt(between, NOW, '60050')).toMatchObject({ made: '60050', told: '60050' })
    expect(remakeAt(between, NOW, '59501')).toMatchObject({ made: '60050' })
  })
})
