import { asAddressId } from '@agio/engine/ids/id.ts'
import { expect, test } from 'vitest'
import { planSweeps } from './sweep-plan.ts'

const balance = (addressId: number, units: bigint, shallow = 0n) => ({ addressId: asAddressId(addressId), units, shallow })
const NONE: ReadonlySet<never> = new Set()

test('addresses with enough are swept, the largest first, so many at once; none of which something is under way', () => {
  const balances = [balance(1, 50n), balance(2, 9n), balance(3, 70n), balance(4, 10n), balance(5, 60n)]
  const plan = planSweeps(balances, new Set([asAddressId(5)]), { from: 10n, most: 2 }, undefined)
  expect(plan.sweeps.map(({ addressId }) => addressId)).toEqual([3, 1])
  expect(plan.topUps).toEqual([])
  expect(planSweeps(balances, NONE, { from: 10n, most: 9 }, undefined).sweeps.map(({ addressId }) => addressId)).toEqual([3, 5, 1, 4])
})

test('an address with a deposit that may still leave the chain is left alone, and so is one with nothing', () => {
  const plan = planSweeps([balance(1, 50n, 1n), balance(2, 0n), balance(3, 50n)], NONE, { from: 0n, most: 9 }, undefined)
  expect(plan.sweeps.map(({ addressId }) => addressId)).toEqual([3])
})

test('of an address that serves many, what is deep enough is moved while more comes', () => {
  const terms = { from: 10n, most: 9, isShared: true }
  expect(planSweeps([balance(1, 50n, 45n), balance(2, 50n, 40n)], NONE, terms, undefined).sweeps.map(({ addressId }) => addressId)).toEqual(
    [2],
  )
})

test('a token is swept from where the fee can be paid; elsewhere exactly what is lacking comes first', () => {
  const gas = { need: 100n, balanceOf: (addressId: number) => ({ 1: 100n, 2: 99n, 3: 0n })[addressId] ?? 0n }
  const plan = planSweeps([balance(1, 50n), balance(2, 40n), balance(3, 30n)], NONE, { from: 1n, most: 9 }, gas)
  expect(plan.sweeps.map(({ addressId }) => addressId)).toEqual([1])
  expect(plan.topUps).toEqual([
    { addressId: 2, units: 1n },
    { addressId: 3, units: 100n },
  ])
})
