/** The API's types as JSON Schema, each told once under its name and pointed to everywhere else. */
import { CONTRACT_TYPES } from '@agio/wire/named.ts'
import * as z from 'zod/mini'

export type Json = Record<string, unknown>
export type Direction = 'input' | 'output'

const PREFIX = '#/components/schemas/'
export const pointer = (name: string): Json => ({ $ref: PREFIX + name })

/** References of the library's own form, led to the components. */
function led(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(led)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string' ? [key, inner.replace('#/$defs/', PREFIX)] : [key, led(inner)],
    ),
  )
}

/** An answer may gain fields: whoever reads it ignores what it does not know. Only what is strict in itself says otherwise. */
const open: NonNullable<z.core.ToJSONSchemaParams['override']> = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod
  if (def.type === 'object' && !('catchall' in def && def.catchall !== undefined)) delete jsonSchema.additionalProperties
}

export class Components {
  readonly #schemas = new Map<string, Json>()

  constructor() {
    for (const name of CONTRACT_TYPES._idmap.keys()) this.#keep(name)
  }

  /** Inside an object, so that a named schema becomes a pointer like any other. */
  of(schema: z.ZodMiniType, io: Direction): Json {
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ value: schema }), {
      io,
      metadata: CONTRACT_TYPES,
      unrepresentable: 'any',
      override: open,
    }) as unknown as { properties: { value: Json }; $defs?: Record<string, Json> }
    for (const [name, definition] of Object.entries($defs)) this.#add(name, led(definition) as Json)
    return led(properties.value) as Json
  }

  /** All of them, by name. */
  get all(): Json {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  /** A type that no call uses (of a socket, or inside a sealed report) is told as it is sent. */
  #keep(name: string): void {
    const schema = CONTRACT_TYPES._idmap.get(name)
    if (schema !== undefined) this.of(schema as z.ZodMiniType, 'input')
  }

  /** @throws Error when a type differs between what is sent and what is answered: then it is two types, with two names */
  #add(name: string, definition: Json): void {
    const known = this.#schemas.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) throw new Error(`two types are called ${name}`)
    this.#schemas.set(name, definition)
  }
}
