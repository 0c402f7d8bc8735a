/** Reads what an operator typed, and tells what may be typed. */
import { visible } from '@agio/wire/visible-text.ts'
import type { OperatorCommand } from './operator-command.ts'
import { twoPersonsText } from './two-persons.ts'

/** One request as it travels to the running process. */
export interface OperatorRequest {
  readonly tenantId: string
  readonly command: string
  readonly given: Readonly<Record<string, string>>
  readonly actor: string
  /** The account of the machine that the command was given from; '' = not told. */
  readonly account?: string
  readonly why: string
}

/** What was typed is no request; the message says what is wrong with it. */
export class UsageError extends Error {}

const COMMON: Readonly<Record<string, string>> = {
  why: 'the reason, at least 3 letters; it is kept in the journal with your name',
  reason: 'the same as --why',
  tenant: 'whose exchange; default agio',
  actor: 'who you are; default the name of your account on this machine',
}
const WHY_MIN = 3
const WHY_MAX = 200
const ACTOR_MAX = 64
/** Nothing that looks like another name: who confirms must be seen to be somebody else. */
const ACTOR = /^[A-Za-z0-9._@-]+$/
/** In the journal these are the exchange itself and its customers. */
const NOT_OPERATORS: ReadonlySet<string> = new Set(['user', 'system', 'closure'])

/** The command that the first words name; the longer name wins. */
function commandAt(commands: readonly OperatorCommand[], words: readonly string[]): OperatorCommand | undefined {
  const named = (count: number) => commands.find(({ name }) => name === words.slice(0, count).join(' '))
  return named(2) ?? named(1)
}

/** Places and names of a command line apart. `--name value` and `--name=value` are the same. @throws UsageError */
function split(words: readonly string[]): { readonly places: string[]; readonly named: Map<string, string> } {
  const places: string[] = []
  const named = new Map<string, string>()
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (!word.startsWith('--')) {
      places.push(word)
      continue
    }
    const [name = '', joined] = [word.slice(2).split('=', 1)[0], word.includes('=') ? word.slice(word.indexOf('=') + 1) : undefined]
    if (joined === undefined) index += 1
    const value = joined ?? words[index]
    if (value === undefined) throw new UsageError(`--${name} has no value`)
    if (named.has(name)) throw new UsageError(`--${name} stands there twice`)
    named.set(name, value)
  }
  return { places, named }
}

/** What a request is refused for before it runs; undefined when it may run. */
export function faultOf(
  command: OperatorCommand,
  { given, actor, why }: Pick<OperatorRequest, 'given' | 'actor' | 'why'>,
): string | undefined {
  const required = Object.keys(command.arguments)
  const allowed = [...required, ...Object.keys(command.options)]
  const unknown = Object.keys(given).find((name) => !allowed.includes(name))
  if (unknown !== undefined) return `${command.name}: unknown argument ${unknown}`
  const missing = required.find((name) => (given[name] ?? '') === '')
  if (missing !== undefined) return `${command.name}: ${missing} is missing`
  if (!ACTOR.test(actor) || actor.length > ACTOR_MAX) return `actor: 1 to ${ACTOR_MAX} of the letters A-Z a-z 0-9 . _ @ -`
  if (NOT_OPERATORS.has(actor.toLowerCase())) return `actor: ${actor} is no operator`
  if (command.needsReason && (visible(why).length < WHY_MIN || why.length > WHY_MAX))
    return `${command.name}: why is missing: --why "${WHY_MIN} to ${WHY_MAX} letters"`
  return undefined
}

/** @param actor default of `--actor` @throws UsageError */
export function readCommandLine(commands: readonly OperatorCommand[], words: readonly string[], actor: string): OperatorRequest {
  const command = commandAt(commands, words)
  if (command === undefined) throw new UsageError(`no command ${words.slice(0, 2).join(' ')}`)
  const { places, named } = split(words.slice(command.name.split(' ').length))
  const required = Object.keys(command.arguments)
  const extra = places[required.length]
  if (extra !== undefined) throw new UsageError(`${command.name}: unexpected ${extra}`)
  const unknown = [...named.keys()].find((name) => !Object.hasOwn(COMMON, name) && !Object.hasOwn(command.options, name))
  if (unknown !== undefined) throw new UsageError(`${command.name}: unknown option --${unknown}`)
  const given = Object.fromEntries([
    ...places.map((value, index) => [required[index] ?? '', value] as const),
    ...[...named].filter(([name]) => Object.hasOwn(command.options, name)),
  ])
  const request = {
    tenantId: named.get('tenant') ?? 'agio',
    command: command.name,
    given,
    actor: named.get('actor') ?? actor,
    why: named.get('why') ?? named.get('reason') ?? '',
  }
  const fault = faultOf(command, request)
  if (fault !== undefined) throw new UsageError(fault)
  return request
}

function usageOf(command: OperatorCommand): string {
  const places = Object.keys(command.arguments).map((name) => `<${name}>`)
  const options = Object.keys(command.options).map((name) => `[--${name} …]`)
  return [command.name, ...places, ...options, ...(command.needsReason ? ['--why "…"'] : [])].join(' ')
}

function details(command: OperatorCommand): string {
  const lines = [
    ...Object.entries(command.arguments).map(([name, text]) => [`<${name}>`, text] as const),
    ...Object.entries(command.options).map(([name, text]) => [`--${name}`, text] as const),
    ...Object.entries(COMMON)
      .filter(([name]) => (name !== 'why' && name !== 'reason') || command.needsReason)
      .map(([name, text]) => [`--${name}`, text] as const),
  ]
  const two = twoPersonsText(command.name)
  const head = [`operator ${usageOf(command)}`, command.summary, ...(two === undefined ? [] : [two])]
  return [...head, ...lines.map(([name, text]) => `  ${name.padEnd(14)} ${text}`)].join('\n')
}

/** The list of commands, or all about one when its words are given. */
export function helpText(commands: readonly OperatorCommand[], words: readonly string[]): string {
  const command = commandAt(commands, words)
  if (command !== undefined) return details(command)
  const rows = commands.map((each) => [usageOf(each), each.summary] as const)
  return [
    'npm run operator -- <command> … [--tenant agio] [--actor name]',
    ...rows.map(([usage, summary]) => `  ${usage}\n      ${summary}`),
    'A value of the form @path is read from that file. `help <command>` tells all about one command.',
  ].join('\n')
}
