import { describe, expect, it, test } from 'vitest'
import { compare, floorToStep, isOnStep, least, minus, plus, times } from '../amounts.ts'
import { dayInterest, earnedByDay, earnedIn, tiersOf } from './interest.ts'

const five = { annualRate: '0.05', tiers: [] }

describe('the rule of interest', () => {
  test('EARN-009 1,000 at 5 % for 30 days, paid at the end, are exactly 4.10958904', () => {
    expect(earnedIn(five, '1000', 30, false, 8)).toBe('4.10958904')
  })

  test('EARN-010 paid every day, each day is rounded by itself', () => {
    expect(earnedIn(five, '1000', 1, true, 8)).toBe('0.1369863')
    expect(earnedIn(five, '1000', 30, true, 8)).toBe('4.109589')
  })

  test('EARN-014 each part of a principal earns the rate of its bracket', () => {
    const tiers = [
      { upTo: '500', annualRate: '0.1' },
      { upTo: null, annualRate: '0.02' },
    ]
    expect(earnedIn({ annualRate: '0.1', tiers }, '1500', 1, true, 8)).toBe('0.19178082')
    expect(earnedIn({ annualRate: '0.1', tiers }, '500', 1, true, 8)).toBe('0.13698630'.replace(/0$/, ''))
  })

  it('carries what is less than a unit, and loses nothing of it', () => {
    const tiers = tiersOf({ annualRate: '0.05', tiers: [] }, 0)
    const day = dayInterest(1000n, tiers)
    expect(day).toEqual({ interest: 0n, rest: 5_000_000_000n })
    expect(earnedByDay(1000n, tiers, 8, false)).toEqual([0n, 0n, 0n, 0n, 0n, 0n, 0n, 1n])
    expect(earnedByDay(1000n, tiers, 8, true).at(-1)).toBe(0n)
  })
})

describe('amounts as decimal strings', () => {
  it('are summed, compared and cut to steps without floats', () => {
    expect(plus('0.1', '0.2', '9007199254740993')).toBe('9007199254740993.3')
    expect(minus('1', '1.5')).toBe('-0.5')
    expect(times('0.001', 100)).toBe('0.1')
    expect([compare('2', '10'), compare('10', '10.0'), compare('-1', '-2')]).toEqual([-1, 0, 1])
    expect(least('3', '1.5', '2')).toBe('1.5')
    expect([floorToStep('1250', '100', '100'), floorToStep('99', '100', '100'), floorToStep('0.0057', '0.001', '0.001')]).toEqual([
      '1200',
      '0',
      '0.005',
    ])
    expect([isOnStep('300', '100'), isOnStep('350', '100'), isOnStep('0.35', '0')]).toEqual([true, false, true])
  })
})
