/** What a start is told on the command line: only what holds for this one start and must not stay behind in an environment. */
import { parseArgs } from 'node:util'

export interface StartArguments {
  /** The tenant whose journal lost entries without which the operator goes on, and why; undefined when he does not. */
  readonly acceptLoss: { readonly tenantId: string; readonly why: string } | undefined
}

/** @throws Error naming an argument that is not known */
export function readArguments(args: readonly string[]): StartArguments {
  const { values } = parseArgs({
    args: [...args],
    options: { 'accept-loss': { type: 'string' }, why: { type: 'string' } },
    strict: true,
    allowPositionals: false,
  })
  const { 'accept-loss': tenantId, why = 'no reason was given' } = values
  return { acceptLoss: tenantId === undefined ? undefined : { tenantId, why } }
}
