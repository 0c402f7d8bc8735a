import { expect, it, vi } from 'vitest'
import { Outbox, type Subscriber, Topic, textFrame } from './topic.ts'

const listener = () => {
  const frames: Buffer[] = []
  const subscriber: Subscriber = { deliver: (batch) => frames.push(batch), drain: () => undefined }
  const texts = (): string[] => {
    const all = Buffer.concat(frames)
    const found: string[] = []
    for (let at = 0; at < all.length; ) {
      const short = (all[at + 1] ?? 0) & 127
      const header = short === 127 ? 10 : short === 126 ? 4 : 2
      const length = short === 127 ? Number(all.readBigUInt64BE(at + 2)) : short === 126 ? all.readUInt16BE(at + 2) : short
      found.push(all.toString('utf8', at + header, at + header + length))
      at += header + length
    }
    return found
  }
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
  const topic = new Topic('depth:BTC/USDT', outbox, () => undefined)
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
  const topic = new Topic('trades:BTC/USDT', outbox, () => ({ type: 'snapshot', seq, prevSeq: null, time: 1, data: [] }))
  const [early, late] = [listener(), listener()]
  topic.subscribe(early.subscriber)
  seq = 5
  topic.publish({ type: 'event', seq: 5, prevSeq: 0, time: 1, data: [] })
  topic.subscribe(late.subscriber)
  outbox.flush()
  expect(early.texts().map((text) => JSON.parse(text).seq)).toEqual([0, 5])
  expect(late.texts().map((text) => JSON.parse(text))).toEqual([
    { ch: 'trades:BTC/USDT', type: 'snapshot', seq: 5, prevSeq: null, time: 1, data: [] },
  ])
  outbox.stop()
})
