/** What orders realised so far is counted once, whenever somebody begins to listen. */
import { asOrderId, asUserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { filled } from '../../projections/testing/contract-events.ts'
import { LiveRealised } from './live-realised.ts'

const ANN = asUserId(1)
const ORDER = asOrderId(16)

it('a fill that comes while history is read is counted once, whether or not history shows it already', async () => {
  let position = 5
  let reads = 0
  let release: () => void = () => undefined
  const models = {
    position: () => position,
    reached: () => Promise.resolve(),
    realisedOf: async () => {
      reads += 1
      if (reads === 1) {
        await new Promise<void>((resolve) => {
          release = resolve
        })
        // History moved on meanwhile: what was read may be of either position.
        position = 6
      }
      return new Map([[ORDER, position === 6 ? 30n : 10n]])
    },
  }
  const realised = new LiveRealised(models)
  const fill = (amount: bigint, seq: number): void => {
    const event = filled(seq, { userId: ANN, orderId: ORDER, realised: amount })
    if (event.kind === 'contractFilled') realised.filled(event, seq)
  }
  fill(99n, 4)
  const ready = realised.follow(ANN, [ORDER], 5)
  await Promise.resolve()
  fill(20n, 6)
  fill(-4n, 7)
  release()
  await ready
  expect([realised.of(ANN, ORDER), reads]).toEqual([26n, 2])
  fill(1n, 8)
  expect(realised.of(ANN, ORDER)).toBe(27n)
  realised.leave(ANN)
  expect(realised.of(ANN, ORDER)).toBe(0n)
})

it('who comes while history is away is told so, and may come again', async () => {
  let isAway = true
  const models = {
    position: () => 1,
    reached: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()),
    realisedOf: () => Promise.resolve(new Map([[ORDER, 3n]])),
  }
  const realised = new LiveRealised(models)
  await expect(realised.follow(ANN, [ORDER], 1)).rejects.toThrow('away')
  isAway = false
  await realised.follow(ANN, [ORDER], 1)
  expect(realised.of(ANN, ORDER)).toBe(3n)
})
