import type { Command } from '@agio/engine/command.ts'
import { RELIEF_KINDS } from '@agio/engine/schema/commands.ts'
import { collectionEntry } from '@agio/engine/schema/documents.ts'

/** Whether a command lowers risk or load, or leads to it: taken when others are refused. What a login notes leads to it: whoever is out has to come in to cancel. */
export const isRelief = (command: Command): boolean =>
  RELIEF_KINDS.has(command.kind) || (command.kind === 'saveDocument' && collectionEntry(command.collection)?.isRelief === true)
