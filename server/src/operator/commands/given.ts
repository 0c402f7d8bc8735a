/** What several commands read of what was typed, and show. */
import * as z from 'zod/mini'
import { issuesOf } from '../../core/issues.ts'
import { refuse } from '../operator-command.ts'

/** To the minute, UTC. */
export const shownTime = (at: number): string => (at === 0 ? '-' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`)

/** @throws Refusal for what is no JSON object */
export function objectIn(text: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('what was given is not JSON')
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : refuse('what was given is no JSON object')
}

const faultOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'unrecognized_keys' ? `unknown ${issue.keys.join(', ')}` : `${issue.path.join('.')} ${issue.message}`.trim()

/** Fields over those that stand, as a schema takes them. @throws Refusal saying which do not fit */
export function jsonIn<Schema extends z.ZodMiniType>(
  schema: Schema,
  standing: Readonly<Record<string, unknown>>,
  text: string,
): z.output<Schema> {
  const typed = objectIn(text)
  // What a schema leaves out in silence is a word that somebody mistyped.
  const unknown = schema instanceof z.ZodMiniObject ? Object.keys(typed).filter((name) => !Object.hasOwn(schema.def.shape, name)) : []
  if (unknown.length > 0) refuse(`unknown ${unknown.join(', ')}`)
  const fields = { ...standing, ...typed }
  const found = z.safeParse(schema, fields)
  if (found.success) return found.data
  return refuse(found.error.issues.map(faultOf).join('; ') || issuesOf(found.error, fields).join('; '))
}
