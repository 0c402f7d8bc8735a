/** Values that JSON does not know, of commands and events that travel as JSON. */
import type { JsonObject, JsonValue } from '../command.ts'
import type { JsonField, JsonFields } from '../schema/command-field.ts'

type Special = readonly [name: string, field: JsonField]

interface Described {
  readonly form: string
  readonly fields?: Readonly<Record<string, unknown>>
}

/** Makes JSON of commands or events, and them of JSON, by the descriptions of their kinds. */
export class JsonCodec {
  /** By kind, the fields whose values JSON does not know; few kinds have any. */
  readonly #special = new Map<string, readonly Special[]>()

  constructor(kinds: Readonly<Record<string, Described>>) {
    for (const [kind, { form, fields }] of Object.entries(kinds)) {
      if (form !== 'document') continue
      const special = Object.entries(fields as JsonFields).filter(([, field]) => field.toJson !== undefined)
      if (special.length > 0) this.#special.set(kind, special)
    }
  }

  toJson(value: { readonly kind: string }): object {
    return this.#with(value.kind, value, (field, known) => field.toJson?.(known) ?? null)
  }

  /** The value of JSON that `toJson` made. */
  fromJson(plain: JsonValue): object {
    return this.#with(String((plain as JsonObject).kind), plain as JsonObject, (field, known) => field.fromJson?.(known as JsonValue))
  }

  #with(kind: string, from: object, made: (field: JsonField, value: unknown) => unknown): object {
    const special = this.#special.get(kind)
    if (special === undefined) return from
    const known = from as Readonly<Record<string, unknown>>
    const given = special.filter(([name]) => known[name] !== undefined)
    return { ...from, ...Object.fromEntries(given.map(([name, field]) => [name, made(field, known[name])])) }
  }
}
