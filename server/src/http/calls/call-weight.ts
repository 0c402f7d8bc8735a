/** What a call weighs in the buckets of its address and its user. */

import type { AnyCall } from './route.ts'
import type { CallInput } from './visit.ts'

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({})

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Weight of a request, at least that of one without fields: a body that nobody could read yet, or that is no object, weighs as much.
 * The fields may be anything: they are checked later.
 */
export function weightOf(
  { method, weight = 1 }: Pick<AnyCall, 'method' | 'weight'>,
  { query, body }: Pick<CallInput, 'query' | 'body'>,
): number {
  if (typeof weight === 'number') return weight
  const fields = method === 'GET' ? query : body
  return weight(isFields(fields) ? fields : NOTHING)
}

/** Orders that a request places or changes, for the bucket of orders. */
export const ordersIn = ({ orderBucket }: Pick<AnyCall, 'orderBucket'>, { body }: Pick<CallInput, 'body'>): number =>
  typeof orderBucket === 'function' ? orderBucket(isFields(body) ? body : NOTHING) : 1
