/** What a start is told on the command line: only what holds for this one start and must not stay behind in an environment. */
import { parseArgs } from 'node:util'

export interface StartArguments {
  /** Why the operator goes on without entries that the journals lost; undefined when he does not. */
  readonly acceptLoss: string | undefined
}

/** @throws Error naming an argument that is not known */
export function readArguments(args: readonly string[]): StartArguments {
  const { values } = parseArgs({
    args: [...args],
    options: { 'accept-loss': { type: 'boolean' }, why: { type: 'string' } },
    strict: true,
    allowPositionals: false,
  })
  return { acceptLoss: values['accept-loss'] === true ? (values.why ?? 'no reason was given') : undefined }
}
