/** Names of the API's types, given where each is declared: the documents made of them tell a type once, by its name. */
import * as z from 'zod/mini'

export const CONTRACT_TYPES = z.registry<{ id: string }>()

/** @param name unique in the API; a schema made from this one (extended, nullable) has no name of its own */
/* @__NO_SIDE_EFFECTS__ */
export function named<Schema extends z.ZodMiniType>(name: string, schema: Schema): Schema {
  CONTRACT_TYPES.add(schema, { id: name })
  return schema
}
