import type { Command } from '@agio/engine/command.ts'
import { RELIEF_KINDS } from '@agio/engine/schema/commands.ts'

/** What a login notes, a line each: whoever is out has to come in to cancel. */
const COLLECTIONS: ReadonlySet<string> = new Set(['login', 'device'])

/** Whether a command lowers risk or load, or leads to it: taken when others are refused. */
export const isRelief = (command: Command): boolean =>
  RELIEF_KINDS.has(command.kind) || (command.kind === 'saveDocument' && COLLECTIONS.has(command.collection))
