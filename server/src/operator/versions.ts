/** What every versioned document of the tenant can do: be looked at, changed, told its history, and go back to any version in one step. */
import type { JsonObject, JsonValue } from '@agio/engine/command.ts'
import type { DocumentVersion } from '../projections/port.ts'
import { type OperatorCall, refuse, savedDocument } from './operator-command.ts'

type Call = Pick<OperatorCall<Record<never, string>, Record<never, string>>, 'tenant' | 'actor' | 'why'>

export interface Target {
  readonly collection: string
  readonly id: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The value that stands there now; undefined when there is none. */
export async function presentValue({ tenant }: Pick<Call, 'tenant'>, { collection, id }: Target): Promise<JsonValue | undefined> {
  const newest = (await tenant.models.documentVersions(collection, id)).at(-1)
  return newest?.document?.value
}

/** Saves a value, or removes it with undefined; open pages have it within a minute. @returns a sentence that names entry and version */
export async function changeValue(call: Call, target: Target, value: JsonValue | undefined, more: JsonObject = {}): Promise<string> {
  const { seq } = await savedDocument(call, target, { ...more, value: value ?? null, removed: value === undefined })
  await call.tenant.content.load()
  const versions = await call.tenant.models.documentVersions(target.collection, target.id)
  return `${target.id}: done, version ${versions.length}, entry ${seq}`
}

const line = ({ version, savedAt, actor, document }: DocumentVersion): string => {
  const value = document === null || document.removed === true ? '(removed)' : JSON.stringify(document.value ?? null)
  const short = value.length > 100 ? `${value.slice(0, 97)}…` : value
  return `${String(version).padStart(4)}  ${new Date(savedAt).toISOString()}  ${actor}: ${text(document?.why)}\n      ${short}`
}

/** Every version with its moment, who and why, oldest first. */
export async function historyOf({ tenant }: Pick<Call, 'tenant'>, { collection, id }: Target): Promise<string> {
  const versions = await tenant.models.documentVersions(collection, id)
  return versions.length === 0 ? `${id}: never saved` : versions.map(line).join('\n')
}

/** Makes an earlier version the newest. @throws Refusal when there is no such version */
export async function rollBack(call: Call, target: Target, version: string): Promise<string> {
  const versions = await call.tenant.models.documentVersions(target.collection, target.id)
  const found = versions.find((each) => String(each.version) === version)
  if (found === undefined) refuse(`${target.id}: no version ${version}; there are ${versions.length}`)
  const value = found.document === null || found.document.removed === true ? undefined : found.document.value
  return changeValue(call, target, value, { rolledBackTo: found.version })
}
