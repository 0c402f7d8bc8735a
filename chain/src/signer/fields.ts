/**
 * Readers of what came from outside: each gives the value in the type that it stands for, or throws `BadShape` naming the place. Objects may
 * have no field that is not named, so that nothing is signed over that nobody looked at.
 */
export class BadShape extends Error {
  constructor(at: string, what: string) {
    super(`${at} ${what}`)
    this.name = 'BadShape'
  }
}

export type Reader<Value> = (value: unknown, at: string) => Value
type Shape = Readonly<Record<string, Reader<unknown>>>
type Shaped<Fields extends Shape> = { readonly [Name in keyof Fields]: ReturnType<Fields[Name]> }

const UNITS = /^(0|[1-9]\d{0,77})$/

export const text =
  (most: number, form?: RegExp): Reader<string> =>
  (value, at) => {
    if (typeof value !== 'string' || value.length > most || (form !== undefined && !form.test(value)))
      throw new BadShape(at, 'is no such text')
    return value
  }

export const whole =
  (most = Number.MAX_SAFE_INTEGER): Reader<number> =>
  (value, at) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > most) throw new BadShape(at, 'is no such number')
    return value
  }

/** Decimal text of a whole number that may be large. */
export const units: Reader<bigint> = (value, at) => {
  if (typeof value !== 'string' || !UNITS.test(value)) throw new BadShape(at, 'is no amount')
  return BigInt(value)
}

export const oneOf =
  <const Text extends string>(...texts: readonly Text[]): Reader<Text> =>
  (value, at) => {
    const found = texts.find((each) => each === value)
    if (found === undefined) throw new BadShape(at, `is none of ${texts.join(', ')}`)
    return found
  }

export const nullable =
  <Value>(of: Reader<Value>): Reader<Value | null> =>
  (value, at) =>
    value === null ? null : of(value, at)

export const list =
  <Value>(of: Reader<Value>, most: number): Reader<readonly Value[]> =>
  (value, at) => {
    if (!Array.isArray(value) || value.length > most) throw new BadShape(at, 'is no such list')
    return value.map((each, index) => of(each, `${at}[${index}]`))
  }

function fieldsOf(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BadShape(at, 'is no object')
  return value as Readonly<Record<string, unknown>>
}

export const object =
  <Fields extends Shape>(shape: Fields): Reader<Shaped<Fields>> =>
  (value, at) => {
    const fields = fieldsOf(value, at)
    const unknown = Object.keys(fields).find((name) => !Object.hasOwn(shape, name))
    if (unknown !== undefined) throw new BadShape(`${at}.${unknown}`, 'is unknown')
    const own = (name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)
    return Object.fromEntries(
      Object.entries(shape).flatMap(([name, read]) => {
        const found = read(own(name), `${at}.${name}`)
        return found === undefined ? [] : [[name, found]]
      }),
    ) as Shaped<Fields>
  }

export const optional =
  <Value>(of: Reader<Value>): Reader<Value | undefined> =>
  (value, at) =>
    value === undefined ? undefined : of(value, at)

/** @param most names at most */
export const byName =
  <Value>(of: Reader<Value>, most: number): Reader<ReadonlyMap<string, Value>> =>
  (value, at) => {
    const names = Object.entries(fieldsOf(value, at))
    if (names.length > most) throw new BadShape(at, 'has too many names')
    return new Map(names.map(([name, each]) => [name, of(each, `${at}.${name}`)]))
  }

/** One of several shapes, told apart by the text of one field. */
export const tagged =
  <Kinds extends Readonly<Record<string, Reader<unknown>>>>(field: string, kinds: Kinds): Reader<ReturnType<Kinds[keyof Kinds]>> =>
  (value, at) => {
    const kind = fieldsOf(value, at)[field]
    const read = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (read === undefined) throw new BadShape(`${at}.${field}`, `is none of ${Object.keys(kinds).join(', ')}`)
    return read(value, at) as ReturnType<Kinds[keyof Kinds]>
  }

export const literal =
  <const Value extends string | number>(wanted: Value): Reader<Value> =>
  (value, at) => {
    if (value !== wanted) throw new BadShape(at, `is not ${wanted}`)
    return wanted
  }

/** @throws BadShape */
export function readJson<Value>(source: string, read: Reader<Value>, at: string): Value {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    throw new BadShape(at, 'is no JSON')
  }
  return read(value, at)
}
