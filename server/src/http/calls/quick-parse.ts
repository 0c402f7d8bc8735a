/**
 * Schemas of the API as plain functions. A request that fits is read here, without the bookkeeping that a schema library needs to
 * explain what does not fit; everything else is left to the schema itself, which stays the only source of rules and of faults.
 */
import type * as z from 'zod/mini'

/** What does not fit, or is not known here to fit. */
export const UNSURE = Symbol('unsure')

type Reader = (value: unknown) => unknown

/** The parts of a schema's definition that are read here; the library documents them for tools like this one. */
interface Definition {
  readonly type: string
  readonly checks?: readonly Check[]
  readonly shape?: Readonly<Record<string, Schema>>
  readonly catchall?: Schema
  readonly innerType?: Schema
  readonly element?: Schema
  readonly options?: readonly Schema[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly format?: string
  readonly coerce?: boolean
  readonly inclusive?: boolean
}
interface Schema {
  readonly _zod: { readonly def: Definition }
}
interface Payload {
  value: unknown
  readonly issues: unknown[]
}
interface Check {
  readonly _zod: {
    readonly def: {
      readonly check?: string
      readonly format?: string
      readonly pattern?: RegExp
      readonly minimum?: number
      readonly maximum?: number
      readonly value?: unknown
      readonly inclusive?: boolean
      readonly tx?: (value: unknown) => unknown
      readonly when?: unknown
    }
    check(payload: Payload): unknown
  }
}

/** Any check, asked as the library asks it. */
function asking(check: Check): Reader {
  return (value) => {
    const payload: Payload = { value, issues: [] }
    const later = check._zod.check(payload)
    return later !== undefined || payload.issues.length > 0 ? UNSURE : payload.value
  }
}

/** The checks that nearly every field has, without a payload for each. */
function checkReader(check: Check): Reader {
  const { check: kind, format, pattern, minimum, maximum, value: bound, inclusive, tx } = check._zod.def
  if (kind === 'overwrite' && tx !== undefined) return tx
  if (kind === 'string_format' && format === 'regex' && pattern !== undefined && !pattern.global && !pattern.sticky)
    return (value) => (pattern.test(value as string) ? value : UNSURE)
  if (kind === 'min_length' && minimum !== undefined) return (value) => ((value as string).length >= minimum ? value : UNSURE)
  if (kind === 'max_length' && maximum !== undefined) return (value) => ((value as string).length <= maximum ? value : UNSURE)
  if (kind === 'number_format' && format === 'safeint') return (value) => (Number.isSafeInteger(value) ? value : UNSURE)
  if (kind === 'greater_than' && typeof bound === 'number' && inclusive === true)
    return (value) => ((value as number) >= bound ? value : UNSURE)
  if (kind === 'less_than' && typeof bound === 'number' && inclusive === true)
    return (value) => ((value as number) <= bound ? value : UNSURE)
  return asking(check)
}

/** What was read, after the schema's own checks. Undefined when one of them runs under conditions of its own. */
function checked(reader: Reader, checks: readonly Check[]): Reader | undefined {
  const lengths = new Set(['min_length', 'max_length'])
  const isConditional = ({ _zod: { def } }: Check): boolean => def.when !== undefined && !lengths.has(def.check ?? '')
  if (checks.some(isConditional)) return undefined
  const readers = checks.map(checkReader)
  if (readers.length === 0) return reader
  return (value) => {
    let result = reader(value)
    for (const check of readers) {
      if (result === UNSURE) return UNSURE
      result = check(result)
    }
    return result
  }
}

interface Field {
  readonly name: string
  readonly read: Reader
  readonly isOptional: boolean
}

function objectReader({ shape = {}, catchall }: Definition): Reader | undefined {
  const isStrict = catchall !== undefined
  if (isStrict && catchall._zod.def.type !== 'never') return undefined
  const fields: Field[] = []
  for (const [name, schema] of Object.entries(shape)) {
    const read = readerOf(schema)
    if (read === undefined || name === '__proto__') return undefined
    fields.push({ name, read, isOptional: schema._zod.def.type === 'optional' })
  }
  const names = new Set(fields.map(({ name }) => name))
  return (value) => {
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return UNSURE
    const given = value as Readonly<Record<string, unknown>>
    if (isStrict) for (const name in given) if (!names.has(name)) return UNSURE
    const result: Record<string, unknown> = {}
    for (const { name, read, isOptional } of fields) {
      const raw = given[name]
      if (raw === undefined) {
        if (!isOptional || name in given) return UNSURE
        continue
      }
      const own = read(raw)
      if (own === UNSURE || own === undefined) return UNSURE
      result[name] = own
    }
    return result
  }
}

function arrayReader({ element }: Definition): Reader | undefined {
  const read = element === undefined ? undefined : readerOf(element)
  if (read === undefined) return undefined
  return (value) => {
    if (!Array.isArray(value)) return UNSURE
    const result: unknown[] = []
    for (const item of value) {
      const own = read(item)
      if (own === UNSURE) return UNSURE
      result.push(own)
    }
    return result
  }
}

function unionReader({ options = [], inclusive }: Definition): Reader | undefined {
  const readers = options.map(readerOf)
  if (inclusive === false || readers.some((read) => read === undefined)) return undefined
  return (value) => {
    for (const read of readers) {
      const own = read?.(value)
      if (own !== UNSURE) return own
    }
    return UNSURE
  }
}

function baseReader(definition: Definition): Reader | undefined {
  const { type, innerType } = definition
  switch (type) {
    case 'string':
      return definition.coerce === true || definition.format !== undefined
        ? undefined
        : (value) => (typeof value === 'string' ? value : UNSURE)
    case 'number':
      if (definition.coerce === true || (definition.format !== undefined && definition.format !== 'safeint')) return undefined
      return definition.format === 'safeint'
        ? (value) => (Number.isSafeInteger(value) ? value : UNSURE)
        : (value) => (Number.isFinite(value) ? value : UNSURE)
    case 'boolean':
      return definition.coerce === true ? undefined : (value) => (typeof value === 'boolean' ? value : UNSURE)
    case 'literal':
    case 'enum': {
      const values = new Set(definition.values ?? Object.values(definition.entries ?? {}))
      return (value) => (values.has(value) ? value : UNSURE)
    }
    case 'optional':
    case 'nullable': {
      const read = innerType === undefined ? undefined : readerOf(innerType)
      if (read === undefined) return undefined
      return type === 'optional' ? read : (value) => (value === null ? null : read(value))
    }
    case 'object':
      return objectReader(definition)
    case 'array':
      return arrayReader(definition)
    case 'union':
      return unionReader(definition)
    default:
      return undefined
  }
}

function readerOf(schema: Schema): Reader | undefined {
  const { def } = schema._zod
  const reader = baseReader(def)
  return reader === undefined ? undefined : checked(reader, def.checks ?? [])
}

/**
 * A function that returns what the schema's own parse would return, or UNSURE: the input does not fit, or is of a form that only the
 * schema can judge. A schema with a part that is not known here is always UNSURE.
 */
export function quickParser(schema: z.ZodMiniType): Reader {
  return readerOf(schema as unknown as Schema) ?? (() => UNSURE)
}
