import { describe, expect, it } from 'vitest'
import type { DurableBatch } from '../sequencer/exchange.ts'
import { LiveFlow } from './live-flow.ts'

const MEGABYTE = 1024 * 1024

const batch = (firstSeq: number, lastSeq: number, bytes: number): DurableBatch => ({
  firstSeq,
  lastSeq,
  hasDocuments: false,
  events: new Uint8Array(bytes).fill(lastSeq & 0xff),
})

describe('the flow of batches to the projection thread', () => {
  it('puts batches that follow on each other into one parcel', () => {
    const flow = new LiveFlow()
    flow.add(batch(1, 3, 10))
    flow.add(batch(4, 4, 70_000))
    expect(flow.isFull).toBe(true)
    const parcel = flow.takeParcel()
    expect([parcel?.firstSeq, parcel?.lastSeq, parcel?.events.byteLength]).toEqual([1, 4, 70_010])
    expect([parcel?.events[9], parcel?.events[10]]).toEqual([3, 4])
    expect([flow.takeParcel(), flow.takeAnnouncement()]).toEqual([undefined, 0])
  })

  it('a thread that falls behind is told positions only, until it has read nearly all of the journal', () => {
    const flow = new LiveFlow()
    for (let seq = 1; seq <= 32; seq += 1) {
      flow.add(batch(seq, seq, MEGABYTE))
      flow.takeParcel()
    }
    flow.add(batch(33, 5000, 100))
    expect([flow.takeParcel(), flow.takeAnnouncement(), flow.takeAnnouncement()]).toEqual([undefined, 5000, 0])
    // Room alone does not bring live batches back: they would leave a small gap each time.
    flow.moved(16, 16 * MEGABYTE)
    flow.add(batch(5001, 5001, 100))
    expect([flow.takeParcel(), flow.takeAnnouncement()]).toEqual([undefined, 5001])
    flow.moved(2000, 32 * MEGABYTE)
    flow.add(batch(5002, 5002, 100))
    expect(flow.takeParcel()).toBeUndefined()
    flow.moved(4000, 32 * MEGABYTE)
    flow.add(batch(5003, 5003, 100))
    expect([flow.takeParcel()?.firstSeq, flow.takeAnnouncement()]).toEqual([5003, 5002])
  })
})
