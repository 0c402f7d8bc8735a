/** Which fields of what came in break which rule of its schema. */
import type { Issue } from '@agio/wire/envelope.ts'
import type * as z from 'zod/mini'

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), root)

const RULE_OF_CODE: Readonly<Record<string, Issue['rule']>> = {
  invalid_type: 'type',
  invalid_format: 'format',
  invalid_value: 'enum',
  invalid_union: 'type',
  invalid_key: 'format',
  not_multiple_of: 'scale',
}

function ruleOf(issue: z.core.$ZodIssue, request: unknown): Issue['rule'] {
  const given = valueAt(request, issue.path)
  if (issue.code === 'custom') return (issue.params as { rule?: Issue['rule'] } | undefined)?.rule ?? 'format'
  if (given === undefined || given === null) return 'required'
  if (issue.code === 'too_small') return issue.origin === 'string' || issue.origin === 'array' ? 'length' : 'min'
  if (issue.code === 'too_big') return issue.origin === 'string' || issue.origin === 'array' ? 'length' : 'max'
  if (issue.code === 'invalid_value' && typeof given === 'object') return 'type'
  return RULE_OF_CODE[issue.code] ?? 'format'
}

/** At most this many issues are named; a body with more is not a typing mistake. */
const ISSUES_MAX = 20

/** Which fields of a request break which rule. */
export function issuesOf(error: z.core.$ZodError, request: unknown): Issue[] {
  const issues: Issue[] = []
  for (const issue of error.issues) {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) issues.push({ path: [...path, key.slice(0, 64)].join('.'), rule: 'exclusive' })
    } else {
      issues.push({ path: path.join('.'), rule: ruleOf(issue, request) })
    }
    if (issues.length >= ISSUES_MAX) break
  }
  return issues.slice(0, ISSUES_MAX)
}
