/** API-025: an answer is what the published documents say of its call, and nothing else. For tests only. */
import { isDeepStrictEqual } from 'node:util'
import type { ErrorName } from '@agio/wire/codes.ts'
import * as z from 'zod/mini'
import type { AnyCall } from '../http/calls/route.ts'
import { errorsOf } from '../http/openapi/errors-of.ts'

interface Envelope {
  readonly code?: string
  readonly data?: unknown
}

const patterns = new WeakMap<AnyCall, RegExp>()

function patternOf(call: AnyCall): RegExp {
  const known = patterns.get(call)
  if (known !== undefined) return known
  const pattern = new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`)
  patterns.set(call, pattern)
  return pattern
}

/** @param url with its query @throws Error that names the call whose answer has other fields, or another refusal, than its document says */
export function mustConform(calls: readonly AnyCall[], method: string, url: string, { code, data }: Envelope): void {
  const path = url.split('?', 1)[0] ?? ''
  const call = calls.find((each) => each.method === method && patternOf(each).test(path))
  if (call === undefined || code === undefined) return
  if (code !== '0') {
    const { name } = data as { readonly name: ErrorName }
    // Who asks a host that is nobody's, or with a place that is none, has asked no call.
    if (name !== 'PATH_NOT_FOUND' && !errorsOf(call).includes(name))
      throw new Error(`${method} ${call.path} answers ${name}, which its document does not name`)
    return
  }
  const parsed = z.safeParse(call.response, data)
  if (!parsed.success) throw new Error(`${method} ${call.path} answers outside its document: ${JSON.stringify(parsed.error.issues)}`)
  if (!isDeepStrictEqual(parsed.data, data))
    throw new Error(`${method} ${call.path} answers more than its document says: ${JSON.stringify(data)}`)
}
