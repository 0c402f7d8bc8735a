/** What every versioned document of the tenant can do: be looked at, changed, told its history, and go back to any version in one step. */
import type { JsonObject, JsonValue } from '@agio/engine/command.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import { TurnsByKey } from '../core/turns.ts'
import type { DocumentVersion } from '../projections/port.ts'
import { type OperatorCall, refuse, savedDocument } from './operator-command.ts'

type Call = Pick<OperatorCall<Record<never, string>, Record<never, string>>, 'tenant' | 'actor' | 'why'>

export interface Target {
  readonly collection: Collection
  readonly id: string
}

/** The versions of a document as of everything that is durable: an older picture would be continued as if it were the newest. @throws Refusal */
async function versionsOf({ tenant }: Pick<Call, 'tenant'>, { collection, id }: Target): Promise<readonly DocumentVersion[]> {
  const { models, exchange } = tenant
  await models.reached(exchange.durableSeq).catch(() => refuse('history is not complete yet; nothing was done, try again in a moment'))
  return models.documentVersions(collection, id)
}

const changes = new TurnsByKey<string>()

/** One change of a document after another, for those that are made of what stands there. */
export function inTurn<Result>({ tenant }: Pick<Call, 'tenant'>, { collection, id }: Target, work: () => Promise<Result>): Promise<Result> {
  return changes.run(`${tenant.tenantId} ${collection} ${id}`, work)
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The value that stands there now; undefined when there is none. @throws Refusal */
export async function presentValue(call: Pick<Call, 'tenant'>, target: Target): Promise<JsonValue | undefined> {
  return (await versionsOf(call, target)).at(-1)?.document?.value
}

/** Saves a value, or removes it with undefined; open pages have it within a minute. @returns a sentence that names entry and version */
export async function changeValue(call: Call, target: Target, value: JsonValue | undefined, more: JsonObject = {}): Promise<string> {
  const { seq } = await savedDocument(call, target, { ...more, value: value ?? null, removed: value === undefined })
  await call.tenant.content.load()
  // What is durable is done: history that lags only leaves the number of the version out.
  const versions = await versionsOf(call, target).catch(() => [])
  const version = versions.find((each) => each.seq === seq)?.version
  return `${target.id}: done, ${version === undefined ? '' : `version ${version}, `}entry ${seq}`
}

const line = ({ version, savedAt, actor, document }: DocumentVersion): string => {
  const value = document === null || document.removed === true ? '(removed)' : JSON.stringify(document.value ?? null)
  const short = value.length > 100 ? `${value.slice(0, 97)}…` : value
  return `${String(version).padStart(4)}  ${new Date(savedAt).toISOString()}  ${actor}: ${text(document?.why)}\n      ${short}`
}

/** Every version with its moment, who and why, oldest first. @throws Refusal */
export async function historyOf(call: Pick<Call, 'tenant'>, target: Target): Promise<string> {
  const versions = await versionsOf(call, target)
  return versions.length === 0 ? `${target.id}: never saved` : versions.map(line).join('\n')
}

/** Makes an earlier version the newest. @throws Refusal when there is no such version */
export async function rollBack(call: Call, target: Target, version: string): Promise<string> {
  const versions = await versionsOf(call, target)
  const found = versions.find((each) => String(each.version) === version)
  if (found === undefined) refuse(`${target.id}: no version ${version}; there are ${versions.length}`)
  const value = found.document === null || found.document.removed === true ? undefined : found.document.value
  return changeValue(call, target, value, { rolledBackTo: found.version })
}
