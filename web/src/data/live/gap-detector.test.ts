import { describe, expect, it } from 'vitest'
import { GapDetector } from './gap-detector.ts'

const snapshot = (seq: number) => ({ type: 'snapshot', seq, prevSeq: null }) as const
const delta = (prevSeq: number, seq: number) => ({ type: 'delta', seq, prevSeq }) as const

describe('gap detector', () => {
  it('API-019 [part] applies an unbroken run and names the first hole', () => {
    const detector = new GapDetector()
    expect(detector.judge(delta(1, 2))).toBe('ignore')
    expect(detector.judge(snapshot(10))).toBe('apply')
    expect(detector.judge(delta(10, 12))).toBe('apply')
    expect(detector.judge(delta(10, 12))).toBe('ignore')
    expect(detector.judge(delta(13, 14))).toBe('gap')
    expect(detector.gaps).toBe(1)
  })

  it('API-019 [part] ignores what still arrives of the broken run and starts again at the fresh snapshot', () => {
    const detector = new GapDetector()
    detector.judge(snapshot(1))
    detector.judge(delta(5, 6))
    expect(detector.judge(delta(6, 7))).toBe('ignore')
    expect(detector.judge(snapshot(9))).toBe('apply')
    expect(detector.judge(delta(9, 10))).toBe('apply')
  })

  it('starts an event channel without a snapshot at its first event', () => {
    const event = (seq: number) => ({ type: 'event', seq, prevSeq: seq - 1 }) as const
    expect(new GapDetector().judge(event(4))).toBe('ignore')
    const detector = new GapDetector('event')
    expect([4, 5, 7].map((seq) => detector.judge(event(seq)))).toEqual(['apply', 'apply', 'gap'])
    expect(detector.judge(event(8))).toBe('apply')
  })
})
