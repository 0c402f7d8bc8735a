/** Conditional contract orders: what is asked of their form, and of where their trigger lies. */
import type { Reason } from '@agio/engine/reason.ts'
import type { RefInstrument, World } from '../model.ts'
import { isConditional, isCount, isCountOrNone, isTrailing, type PlaceContract, typeThat, wouldFire } from './checks.ts'
import { triggerPriceOf } from './triggers.ts'

const LIFE_MOST_MS = 30 * 86_400_000
const RATE_ONE = 100_000_000n
const SELF_TRADE_MODES = ['expireTaker', 'expireMaker', 'expireBoth', 'decrement']

/** Types, times in force and numbers. */
export function checkForm(command: PlaceContract, at: number): Reason {
  const { type, timeInForce, selfTrade, price, quantity } = command
  if (type !== 'limit' && type !== 'market') return 'orderTypeUnsupported'
  const allowed = type === 'market' ? ['ioc'] : ['gtc', 'ioc', 'fok', 'postOnly']
  if (!allowed.includes(timeInForce)) return 'timeInForceUnsupported'
  if (!SELF_TRADE_MODES.includes(selfTrade)) return 'selfTradeModeUnsupported'
  if (!isCount(quantity) || (type === 'limit' ? !isCount(price) : price !== 0)) return 'badNumber'
  return checkConditionForm(command, at)
}

function checkConditionForm(command: PlaceContract, at: number): Reason {
  const { triggerPrice, callback, callbackRate, expireAt, type, timeInForce } = command
  if (![triggerPrice, callback, expireAt].every(isCountOrNone) || callbackRate < 0n) return 'badNumber'
  if (!isConditional(command)) {
    if (expireAt !== 0) return 'badExpiry'
    return command.direction === 'auto' ? 'none' : 'badParameter'
  }
  if (timeInForce !== (type === 'limit' ? 'gtc' : 'ioc')) return 'timeInForceUnsupported'
  if (callback !== 0 && callbackRate !== 0n) return 'badNumber'
  if (callbackRate >= RATE_ONE) return 'trailingDeltaRange'
  return expireAt !== 0 && !(expireAt > at && expireAt - at <= LIFE_MOST_MS) ? 'badExpiry' : 'none'
}

/** One that would fire at once is refused; one that trails needs a price to follow. */
export function checkCondition(world: World, instrument: RefInstrument, command: PlaceContract): Reason {
  const now = triggerPriceOf(world, instrument, command.triggerBy)
  if (isTrailing(command)) return now === 0 ? 'badParameter' : 'none'
  const rises = command.direction === 'auto' ? command.triggerPrice > now : command.direction === 'up'
  const type = typeThat(rises, command.side, command.type === 'limit')
  return wouldFire(type, command.side, command.triggerPrice, now) ? 'wouldTriggerImmediately' : 'none'
}
