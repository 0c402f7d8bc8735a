import { expect, it, vi } from 'vitest'
import { PositionTimeout, ProjectionPosition } from './projection-position.ts'

it('tells the percentage of a rebuild until it has caught up with the start', () => {
  const position = new ProjectionPosition(20_000, true, () => undefined)
  expect(position.rebuilding()).toBe(0)
  position.opened(0, 20_000)
  position.moved(5000)
  expect(position.rebuilding()).toBe(25)
  position.moved(19_999)
  expect(position.rebuilding()).toBe(99)
  position.moved(20_000)
  expect(position.rebuilding()).toBe(null)
})

it('does not call a short way back a rebuild', () => {
  const position = new ProjectionPosition(20_000, false, () => undefined)
  expect(position.rebuilding()).toBe(null)
  position.opened(19_000, 20_000)
  expect(position.rebuilding()).toBe(null)
  position.opened(1000, 20_000)
  expect(position.rebuilding()).toBe(5)
})

it('wakes who waits for a sequence and hurries the projectors for them', async () => {
  const hurry = vi.fn()
  const position = new ProjectionPosition(0, false, hurry)
  position.opened(3, 3)
  await position.reached(3)
  expect(hurry).not.toHaveBeenCalled()
  const waiting = position.reached(5)
  expect(hurry).toHaveBeenCalledOnce()
  position.moved(5)
  await waiting
  await expect(position.reached(6, 5)).rejects.toBeInstanceOf(PositionTimeout)
})
