/** Maps with an entry for every command or event: one that nobody thought of is an error of the compiler, not a surprise. */

/** Nothing is done with it here, and why. */
export interface Ignored {
  readonly ignored: string
}

export const ignored = (why: string): Ignored => ({ ignored: why })

export type Handlers<ByKind, Rest extends readonly unknown[] = [], Result = void> = {
  readonly [Kind in keyof ByKind]: ((value: ByKind[Kind], ...rest: Rest) => Result) | Ignored
}

/** What the handler of a value's kind comes to; undefined where it is ignored, or has no place in these handlers. */
export function handle<Rest extends readonly unknown[], Result>(
  handlers: Readonly<Record<string, ((value: never, ...rest: Rest) => Result) | Ignored>>,
  value: { readonly kind: string },
  ...rest: Rest
): Result | undefined {
  const handler = handlers[value.kind]
  return typeof handler === 'function' ? handler(value as never, ...rest) : undefined
}

/** Kinds that are not ignored. */
export function handledKinds<Kind extends string>(handlers: { readonly [K in Kind]: unknown }): ReadonlySet<Kind> {
  return new Set((Object.keys(handlers) as Kind[]).filter((kind) => typeof handlers[kind] === 'function'))
}

/** Kinds of a group of descriptions, in their order. */
export const kindsIn = <Group extends object>(group: Group): readonly (keyof Group & string)[] =>
  Object.keys(group) as (keyof Group & string)[]

/** Kinds of a reader, from a map that lists the readers of every kind. */
export type KindsRead<Readers, Reader> = {
  [Kind in keyof Readers]: Readers[Kind] extends readonly (infer Name)[] ? (Reader extends Name ? Kind : never) : never
}[keyof Readers]

export function kindsRead<Readers extends Readonly<Record<string, readonly string[] | Ignored>>, Reader extends string>(
  readers: Readers,
  reader: Reader,
): readonly KindsRead<Readers, Reader>[] {
  const reads = (kind: keyof Readers): boolean => {
    const names = readers[kind]
    return Array.isArray(names) && names.includes(reader)
  }
  return kindsIn(readers).filter(reads) as unknown as readonly KindsRead<Readers, Reader>[]
}
