/** What went wrong for whoever asked: a name of the API's catalogue and the facts that come with it. Any room throws it; `http` alone makes an answer of it. */
import type { ErrorName } from '@agio/wire/codes.ts'
import type { Issue } from '@agio/wire/envelope.ts'

export type FailureParams = Readonly<Record<string, unknown>>

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly errorName: ErrorName
  readonly params: FailureParams
  /** What the first request of a key was answered, again. */
  readonly isReplay: boolean

  constructor(errorName: ErrorName, params: FailureParams = {}, isReplay = false) {
    super(errorName)
    this.errorName = errorName
    this.params = params
    this.isReplay = isReplay
  }

  /** The same, marked as given again if it is. Its figures are current ones: of the first refusal only the name is remembered. */
  asReplay(isReplay: boolean): Failure {
    return isReplay ? new Failure(this.errorName, this.params, true) : this
  }
}

/** One field of what was asked breaks a rule. */
export const invalid = (path: string, rule: Issue['rule']): Failure => new Failure('VALIDATION_FAILED', { issues: [{ path, rule }] })
