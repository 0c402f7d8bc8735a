/** Calls inside transactions as `trace_block` tells them: which of them stand, also where somebody paid for very many. */
import { expect, it } from 'vitest'
import { KeyFilter } from '../watch/filter.ts'
import { flatCandidates } from './candidates.ts'
import { evmKeyForm } from './key-form.ts'

const TX = `0x${'1'.repeat(64)}`
const TO = `0x${'ab'.repeat(20)}`
const FROM = `0x${'cd'.repeat(20)}`

const addresses = new KeyFilter(evmKeyForm)
addresses.add(TO, 7)
const wishes = { addresses, tokens: new Set<string>(), own: new Set<string>() }

const call = (traceAddress: readonly number[], error?: string) => ({
  type: 'call',
  transactionHash: TX,
  traceAddress,
  action: { callType: 'call', from: FROM, to: TO, value: '0x1' },
  ...(error !== undefined && { error }),
})
const places = (traces: readonly unknown[]) => flatCandidates(traces, [{ hash: TX }], wishes).map(({ position }) => position)

it('WAL-014 [part] what is below a call that failed was undone with it, and nothing else, in whatever order they are told', () => {
  const traces = [
    call([]),
    call([0]),
    call([0, 1]),
    call([0, 1, 0]),
    call([1], 'Reverted'),
    call([1, 0]),
    call([1, 0, 3]),
    call([10]),
    call([2, 0], 'Out of gas'),
    call([2, 1]),
  ]
  const standing = ['c0', 'c0.1', 'c0.1.0', 'c10', 'c2.1']
  expect(places(traces)).toEqual(standing)
  expect(places(traces.toReversed()).sort()).toEqual([...standing].sort())
  expect(places([call([], 'Reverted'), call([0]), call([0, 0])])).toEqual([])
})

/** A path, and what `map` makes of it counts whatever is read of it. */
function countedPath(path: readonly number[], read: () => void): readonly number[] {
  function Counted(length: number): readonly number[] {
    return new Proxy(new Array<number>(length), {
      get(made, key, receiver) {
        read()
        return Reflect.get(made, key, receiver)
      },
    })
  }
  return Object.assign([...path], { constructor: { [Symbol.species]: Counted } })
}

it('reads a block in which thousands of calls failed as one in which none did: each place some times, not beside each other', () => {
  const count = 2000
  let reads = 0
  const many = Array.from({ length: count }, (_, index) =>
    call(
      countedPath([index], () => (reads += 1)),
      index % 2 === 0 ? 'Reverted' : undefined,
    ),
  )
  expect(places([call([]), ...many])).toHaveLength(count / 2)
  expect(reads).toBeGreaterThan(count)
  // With all that failed it would be a million.
  expect(reads).toBeLessThan(30 * count)
})
