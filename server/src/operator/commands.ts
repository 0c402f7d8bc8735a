/** Every operator command, in the order in which help lists them. A new one is a file in commands/ and a line here. */
import { freeze, unfreeze } from './commands/accounts.ts'
import { halt, resume, snapshot } from './commands/markets.ts'
import type { OperatorCommand } from './operator-command.ts'

export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [freeze, unfreeze, halt, resume, snapshot]
