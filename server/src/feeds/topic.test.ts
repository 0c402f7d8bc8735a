import { readFrameText } from '@agio/wire/testing/read-frame.ts'
import { expect, it, vi } from 'vitest'
import { frameTexts } from '../testing/frame-texts.ts'
import { Outbox, type Subscriber, Topic, textFrame } from './topic.ts'

const listener = () => {
  const frames: Buffer[] = []
  const subscriber: Subscriber = { deliver: (batch) => frames.push(batch), drain: () => undefined }
  const texts = (): string[] => frameTexts(Buffer.concat(frames))
  return { subscriber, frames, texts }
}

it('frames text of every length as a server does', () => {
  for (const length of [0, 125, 126, 65_535, 65_536]) {
    const sink = listener()
    sink.subscriber.deliver(textFrame('é'.repeat((length / 2) | 0) + 'x'.repeat(length % 2)))
    expect(Buffer.byteLength(sink.texts()[0] ?? '')).toBe(length)
  }
})

it('API-018 frames of one topic leave together as one shared buffer, in order', () => {
  vi.useFakeTimers()
  const outbox = new Outbox(8)
  const topic = new Topic<'depth'>('depth:BTC/USDT', outbox, () => undefined)
  const [one, two] = [listener(), listener()]
  topic.subscribe(one.subscriber)
  topic.subscribe(two.subscriber)
  topic.publishText('first')
  topic.publishText('second')
  expect(one.frames).toHaveLength(0)
  vi.advanceTimersByTime(8)
  expect(one.texts()).toEqual(['first', 'second'])
  expect(one.frames).toHaveLength(1)
  expect(two.frames[0]).toBe(one.frames[0])
  vi.useRealTimers()
})

it('API-019 a newcomer gets the snapshot and nothing that it already holds', () => {
  const outbox = new Outbox(60_000)
  let seq = 0
  const topic = new Topic<'trades'>('trades:BTC/USDT', outbox, () => ({ type: 'snapshot', seq, prevSeq: null, time: 1, data: [] }))
  const [early, late] = [listener(), listener()]
  topic.subscribe(early.subscriber)
  seq = 5
  topic.publish({ type: 'event', seq: 5, prevSeq: 0, time: 1, data: [] })
  topic.subscribe(late.subscriber)
  outbox.flush()
  expect(early.texts().map((text) => readFrameText<{ seq: number }>(text).seq)).toEqual([0, 5])
  expect(late.texts().map((text) => readFrameText<{ seq: number }>(text))).toEqual([
    { ch: 'trades:BTC/USDT', type: 'snapshot', seq: 5, prevSeq: null, time: 1, data: [] },
  ])
  outbox.stop()
})
