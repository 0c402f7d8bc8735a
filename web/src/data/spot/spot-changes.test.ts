import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../query-client.ts'
import { SPOT_QUERIES, spotChanged, spotChanges } from './spot-changes.ts'

/** Longer than any reading waits, also behind one of the test before. */
const LONG_MS = 10_000

/** A list of ten pages whose pages are answered by hand. */
function openList() {
  const waiting: { readonly page: number; answer(): Promise<void> }[] = []
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: [SPOT_QUERIES, 'list'],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      new Promise<number>((resolve) => {
        waiting.push({
          page: pageParam,
          async answer() {
            resolve(pageParam)
            await vi.advanceTimersByTimeAsync(1)
          },
        })
      }),
    getNextPageParam: (last) => (last < 10 ? last + 1 : undefined),
  })
  const stop = observer.subscribe(() => undefined)
  return { waiting, observer, stop, pages: () => observer.getCurrentResult().data?.pages }
}

describe('ORD-006 lists while orders arrive', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    // The page's frame scheduler asks for them; no frame comes here.
    vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined })
    vi.stubGlobal('window', globalThis)
    vi.stubGlobal('requestAnimationFrame', () => 0)
  })
  afterEach(() => {
    queryClient.clear()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  test('one page is read again, once for many changes', async () => {
    const { waiting, stop } = openList()
    await waiting[0]?.answer()
    const before = spotChanges()
    for (let change = 0; change < 50; change += 1) spotChanged()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect(waiting.map(({ page }) => page)).toEqual([1, 1])
    expect(spotChanges()).toBe(before + 50)
    stop()
  })

  test('changes without end are read twice a second', async () => {
    const { waiting, stop } = openList()
    await waiting[0]?.answer()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    const start = performance.now()
    while (performance.now() < start + 2450) {
      spotChanged()
      await vi.advanceTimersByTimeAsync(50)
      await waiting.at(-1)?.answer()
    }
    // At 0.1, 0.6, 1.1, 1.6 and 2.1 s, and what came after that.
    expect(waiting.length).toBe(1 + 5)
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect(waiting.length).toBe(1 + 6)
    stop()
  })

  test('a change does not end the reading of the page that was asked for', async () => {
    const { waiting, observer, stop, pages } = openList()
    await waiting[0]?.answer()
    void observer.fetchNextPage()
    spotChanged()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    await waiting[1]?.answer()
    expect(pages()).toEqual([1, 2])
    stop()
  })

  test('several pages stand still', async () => {
    const { waiting, observer, stop, pages } = openList()
    await waiting[0]?.answer()
    void observer.fetchNextPage()
    await waiting[1]?.answer()
    spotChanged()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect(waiting.length).toBe(2)
    expect(pages()).toEqual([1, 2])
    stop()
  })
})
