/** Reads JSON bodies: UTF-8 text, an object, not nested deeper than any call needs. */
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../core/failure.ts'

const DEPTH_MAX = 32
/** Shorter texts cannot nest deep enough to hurt. */
const UNCHECKED_LENGTH = 256

/** Deepest nesting of a JSON text; brackets inside strings do not count. */
export function nestingDepth(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (inString) {
      if (character === 0x5c) index += 1
      else if (character === 0x22) inString = false
    } else if (character === 0x22) inString = true
    else if (character === 0x7b || character === 0x5b) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (character === 0x7d || character === 0x5d) depth -= 1
  }
  return deepest
}

/**
 * An empty body equals `{}`. A key `__proto__` is data like any other here and never reaches an assignment: requests are copied field
 * by field through their schema. @throws Failure BODY_NOT_JSON
 */
export function parseJson(text: string): unknown {
  if (text === '') return {}
  if (text.length > UNCHECKED_LENGTH && nestingDepth(text) > DEPTH_MAX) throw new Failure('BODY_NOT_JSON')
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('BODY_NOT_JSON')
  }
}

/** Members of all objects in a JSON text, each as often as it is written: colons outside strings. */
function membersWritten(text: string): number {
  let members = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (inString) {
      if (character === 0x5c) index += 1
      else if (character === 0x22) inString = false
    } else if (character === 0x22) inString = true
    else if (character === 0x3a) members += 1
  }
  return members
}

function membersRead(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let members = 0
  if (Array.isArray(value)) {
    for (const item of value) members += membersRead(item)
    return members
  }
  const fields = value as Readonly<Record<string, unknown>>
  for (const name in fields) {
    const field = fields[name]
    members += typeof field === 'object' ? 1 + membersRead(field) : 1
  }
  return members
}

/**
 * True when a name is written twice in one object. The parser keeps the last, others keep the first: whoever checked the body on its
 * way here may have read another one. @param value what the text was parsed to
 */
export const hasTwins = (text: string, value: unknown): boolean => membersWritten(text) !== membersRead(value)

export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJson(String(body)))
    } catch (error) {
      done(error as Error)
    }
  })
}
