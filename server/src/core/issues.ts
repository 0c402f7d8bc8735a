/** Which fields of what came in break which rule of its schema. */
import type { Issue } from '@agio/wire/envelope.ts'
import type * as z from 'zod/mini'

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), root)

const RULE_OF_CODE: Readonly<Record<string, Issue['rule']>> = {
  invalid_type: 'type',
  invalid_format: 'format',
  invalid_union: 'type',
  invalid_key: 'format',
  not_multiple_of: 'scale',
}

/** Values of which one was asked for: of a literal or an enumeration, or of a union of nothing else. */
function choicesOf(issue: z.core.$ZodIssue): readonly unknown[] | undefined {
  if (issue.code === 'invalid_value') return issue.values
  if (issue.code !== 'invalid_union') return undefined
  const branches = issue.errors.map(([only, ...more]) => (only === undefined || more.length > 0 ? undefined : choicesOf(only)))
  return branches.length > 0 && branches.every((values) => values !== undefined) ? branches.flat() : undefined
}

function ruleOf(issue: z.core.$ZodIssue, request: unknown): Issue['rule'] {
  const given = valueAt(request, issue.path)
  if (issue.code === 'custom') return (issue.params as { rule?: Issue['rule'] } | undefined)?.rule ?? 'format'
  if (given === undefined || given === null) return 'required'
  if (issue.code === 'too_small') return issue.origin === 'string' || issue.origin === 'array' ? 'length' : 'min'
  if (issue.code === 'too_big') return issue.origin === 'string' || issue.origin === 'array' ? 'length' : 'max'
  const choices = choicesOf(issue)
  // A number where one of some numbers is asked for is the wrong one of them; a text there is no number at all.
  if (choices !== undefined) return choices.some((choice) => typeof choice === typeof given) ? 'enum' : 'type'
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
      const found = { path: path.join('.'), rule: ruleOf(issue, request) }
      // A text may break two patterns of one field.
      if (!issues.some(({ path: other, rule }) => other === found.path && rule === found.rule)) issues.push(found)
    }
    if (issues.length >= ISSUES_MAX) break
  }
  return issues.slice(0, ISSUES_MAX)
}
