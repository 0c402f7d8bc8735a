/** Commands as JSON: those of operators, of identity and of documents. */
import type { Command, JsonValue } from '../command.ts'
import { COMMANDS, type DocumentKind } from '../schema/commands.ts'
import { JsonCodec } from './json-fields.ts'

/** Commands that travel as JSON. */
export type DocumentCommand = Extract<Command, { kind: DocumentKind }>

const codec = new JsonCodec(COMMANDS)

/** A command as JSON; its caller stands beside it, as of every entry. */
export function documentOf(command: DocumentCommand): unknown {
  if (!('caller' in command)) return codec.toJson(command)
  const { caller, ...asked } = command
  return codec.toJson(asked)
}

/** The command of JSON that `documentOf` made. */
export const commandOfDocument = (value: JsonValue): DocumentCommand => codec.fromJson(value) as DocumentCommand
