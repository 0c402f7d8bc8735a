/** Where the sealing of device reports is registered, so that the client of calls knows nothing of it and its code comes with the first use. */

export interface Sealed {
  readonly data: string
  readonly time: number
  readonly reqNo: string
  readonly uaTime: number
  readonly securityInfo: string
}

/** What the server said about a sealed call that it refused. */
export interface SealHint {
  /** The key is gone: fetch the present one. */
  readonly keyUnknown?: boolean
}

/** Seals the device report for one call, `METHOD /path`. */
export type Sealer = (call: string, hint: SealHint) => Promise<Sealed>
let sealer: Sealer | undefined

/** The application registers the sealer, whose code is loaded only when a call needs it. */
export function registerSealer(seal: Sealer): void {
  sealer = seal
}

export function registeredSealer(): Sealer | undefined {
  return sealer
}

/** What the host of contracts asks of every later call in place of a sealed report. */
export interface ReportDigest {
  readonly uaTime: number
  readonly securityInfo: string
}

let sent: { readonly token: string; readonly digest: ReportDigest } | undefined

/** The server has this session's report. */
export function rememberReport(token: string, { uaTime, securityInfo }: ReportDigest): void {
  sent = { token, digest: { uaTime, securityInfo } }
}

/** Digest of the last report that this page sealed for the session; undefined before the first. */
export function digestOf(token: string): ReportDigest | undefined {
  return sent?.token === token ? sent.digest : undefined
}
