/** A call that the server answered with a failure, in the words of the envelope. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** Stable name of the error catalogue, `LOGIN_FAILED`; empty when the answer had none. */
  readonly errorName: string
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** HTTP status; most refusals are 200. */
  readonly status: number
  /** The server tells again what an earlier call under the same key was refused with. */
  readonly isReplay: boolean

  constructor(failure: {
    code: string
    message: string
    errorName: string
    params: Readonly<Record<string, unknown>>
    requestId: string
    status: number
    isReplay?: boolean
  }) {
    super(failure.message)
    this.code = failure.code
    this.errorName = failure.errorName
    this.params = failure.params
    this.requestId = failure.requestId
    this.status = failure.status
    this.isReplay = failure.isReplay === true
  }
}

/** No usable answer: the network failed, or what came was not the envelope. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
}
