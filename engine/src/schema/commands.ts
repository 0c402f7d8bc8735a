/** Every command, described once. */
import type { Reason } from '../reason.ts'
import type { CommandDescription, CommandOf, DocumentCommandDescription, FixedCommand, Giver, OwnCommand } from './command-field.ts'
import { CHAIN_COMMANDS } from './commands/chain.ts'
import { CONVERT_COMMANDS } from './commands/convert.ts'
import { EARN_COMMANDS } from './commands/earn.ts'
import { HOUSE_COMMANDS } from './commands/house.ts'
import { INDEX_COMMANDS } from './commands/index-price.ts'
import { PEOPLE_COMMANDS } from './commands/people.ts'
import { PERP_COMMANDS } from './commands/perp.ts'
import { TRADING_COMMANDS } from './commands/trading.ts'
import { WALLET_COMMANDS } from './commands/wallet.ts'
import type { Fields } from './field.ts'
import { kindsIn } from './handlers.ts'

export const COMMANDS = {
  ...TRADING_COMMANDS,
  ...WALLET_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...HOUSE_COMMANDS,
  ...INDEX_COMMANDS,
  ...CONVERT_COMMANDS,
  ...EARN_COMMANDS,
  ...CHAIN_COMMANDS,
  ...PERP_COMMANDS,
} as const satisfies Readonly<Record<string, CommandDescription>>

type Commands = typeof COMMANDS
export type CommandKind = keyof Commands
/** By kind. */
export type CommandByKind = { readonly [Kind in CommandKind]: CommandOf<Kind, Commands[Kind]> }

type KindsBy<G extends Giver> = {
  [Kind in CommandKind]: Extract<Commands[Kind]['givenBy'][number], G> extends never ? never : Kind
}[CommandKind]
/** What these givers may send. */
export type CommandGivenBy<G extends Giver> = CommandByKind[KindsBy<G>]

type KindsThat<Asked> = { [Kind in CommandKind]: Commands[Kind] extends Asked ? Kind : never }[CommandKind]
export type DocumentKind = KindsThat<DocumentCommandDescription>
export type FixedKind = KindsThat<FixedCommand>
export type OwnKind = KindsThat<OwnCommand>

type WithCaller =
  | Exclude<OwnKind, KindsThat<{ readonly names: 'nobody' }>>
  | KindsThat<FixedCommand<Fields, 'order'>>
  | KindsThat<{ readonly hasCaller: true }>

/** Commands that an API key can give, with keys and client order ids of its own. */
export const hasCaller = (command: CommandByKind[CommandKind]): command is CommandByKind[WithCaller] => {
  const described: CommandDescription = COMMANDS[command.kind]
  if (described.form === 'own') return described.names !== 'nobody'
  return described.hasCaller === true || (described.form === 'fixed' && described.names === 'order')
}

const BEFORE_ANY_RULE: readonly Reason[] = ['none', 'clientIdConflict', 'userNotFound']

/** Whether a command's description knows of an answer. */
export const mayAnswer = (kind: CommandKind, reason: Reason): boolean => {
  const described: CommandDescription = COMMANDS[kind]
  return BEFORE_ANY_RULE.includes(reason) || described.reasons.includes(reason)
}

export const COMMAND_KINDS: readonly CommandKind[] = kindsIn(COMMANDS)

const kindsWith = (fact: 'isRelief' | 'isTrade' | 'isPlacement' | 'keyNamesOrder'): ReadonlySet<CommandKind> =>
  new Set(COMMAND_KINDS.filter((kind) => (COMMANDS[kind] as CommandDescription)[fact] === true))

/** Kinds that are taken when others are refused. */
export const RELIEF_KINDS = kindsWith('isRelief')
/** Kinds that begin or change a trade. */
export const TRADE_KINDS = kindsWith('isTrade')
/** Kinds that make orders. */
export const PLACEMENT_KINDS = kindsWith('isPlacement')
/** Kinds whose key becomes the client order id of an order. */
export const ORDER_KEY_KINDS = kindsWith('keyNamesOrder')

/** Kinds with commands for two operators. */
export type KindOfTwo = KindsThat<{ readonly takesTwo: unknown }>

/** Whether an operator's command needs a second operator to confirm. */
export const takesTwo = (command: CommandByKind[CommandKind]): boolean => {
  const described: CommandDescription = COMMANDS[command.kind]
  return described.form === 'document' && described.takesTwo?.(command as never) === true
}

export type OrderNamingKind = KindsThat<FixedCommand<Fields, 'order'>>

/** Does a command name an order? */
export const namesOrder = (command: CommandByKind[CommandKind]): command is CommandByKind[OrderNamingKind] => {
  const described: CommandDescription = COMMANDS[command.kind]
  return described.form === 'fixed' && described.names === 'order'
}
