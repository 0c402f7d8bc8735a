/**
 * The one way to call the server. Takes a call of the wire contract, sends it to the host it belongs to with that host's headers, and
 * answers the checked data or throws: CallError for a refusal, TransportError when no usable answer came.
 */
import type { RequestInput, ResponseOf } from '@agio/wire/call.ts'
import { type AnyCall, pathOf, targetOf } from '@agio/wire/call-target.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import { wireLocale } from '../i18n/locale.ts'
import { areBalancesVisible } from './balance-visibility.ts'
import { boot } from './boot.ts'
import { CallError, TransportError } from './call-error.ts'
import { heardServer, pageTime } from './clock.ts'
import { refuseContractToken } from './contract/contract-session.ts'
import { digestOf, registeredSealer, rememberReport, type Sealed, type Sealer, type SealHint } from './sealer.ts'
import { endSession, endsSession } from './session.ts'
import { doubtSite } from './site.ts'
import { readStored } from './storage.ts'

type Fields = Readonly<Record<string, unknown>>

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Sends no token even when one is stored. */
  readonly anonymous?: boolean
  /** A token that is stored no more, sent instead of the stored one; the call is finished even where the page is closed meanwhile. */
  readonly forgotten?: string
  /** The file of an upload: the body is then nothing else. */
  readonly file?: Blob
}

const FUTURES_PREFIX = '/fe-co-api/'
/** Refusals because of something that the site tells everybody of: the page has not heard of it yet. */
const SITE_FAILURES: ReadonlySet<string> = new Set(['MAINTENANCE', 'WITHDRAW_HALTED', 'REGISTER_CLOSED', 'PAIR_HALTED', 'CONTRACT_HALTED'])

/** Sends a call and returns its data, checked against the API's schema. */
export async function send<Spec extends AnyCall>(
  spec: Spec,
  request: RequestInput<Spec>,
  options: CallOptions = {},
): Promise<ResponseOf<Spec>> {
  const fields = (request ?? {}) as Fields
  if (spec.sealed === undefined || spec.sealed === false) return transmit(spec, fields, options)
  const sealer = registeredSealer()
  if (spec.sealed === 'optional') {
    const call = `${spec.method} ${pathOf(spec, fields)}`
    const payload = await sealer?.(call, {}).catch(() => undefined)
    return transmit(spec, { ...fields, ...payload }, options)
  }
  if (sealer === undefined) throw new TransportError('no sealer is registered')
  return spec.sealed === 'digest' ? sendWithDigest(spec, fields, options, sealer) : sendSealed(spec, fields, options, sealer)
}

async function sendSealed<Spec extends AnyCall>(
  spec: Spec,
  fields: Fields,
  options: CallOptions,
  sealer: Sealer,
): Promise<ResponseOf<Spec>> {
  const call = `${spec.method} ${pathOf(spec, fields)}`
  const attempt = async (hint: SealHint): Promise<ResponseOf<Spec>> => {
    const token = readStored('token')
    const payload = await sealer(call, hint)
    try {
      const answer = await transmit(spec, { ...fields, ...payload }, options)
      remember(token, payload)
      return answer
    } catch (error) {
      // Whatever else was wrong with the call, the report was taken.
      if (error instanceof CallError && !error.errorName.startsWith('SECURITY_')) remember(token, payload)
      throw error
    }
  }
  try {
    return await attempt({})
  } catch (error) {
    const hint = hintOf(error)
    if (hint === undefined) throw error
    return attempt(hint)
  }
}

const remember = (token: string | undefined, payload: Sealed): void => {
  if (token !== undefined) rememberReport(token, payload)
}

/** A session's first call of contracts carries its whole report, the later ones its digest; a server that knows another one gets it anew. */
async function sendWithDigest<Spec extends AnyCall>(
  spec: Spec,
  fields: Fields,
  options: CallOptions,
  sealer: Sealer,
): Promise<ResponseOf<Spec>> {
  const token = readStored('token')
  // Nobody is measured without a login: the server will say that there is none.
  if (token === undefined) return transmit(spec, fields, options)
  const digest = digestOf(token)
  if (digest === undefined) return sendSealed(spec, fields, options, sealer)
  try {
    return await transmit(spec, { ...fields, ...digest }, options)
  } catch (error) {
    if (!(error instanceof CallError) || !RESEAL.has(error.errorName)) throw error
    return sendSealed(spec, fields, options, sealer)
  }
}

/** The server has no report of this session, or another one. */
const RESEAL: ReadonlySet<string> = new Set(['SECURITY_PAYLOAD_REQUIRED', 'SECURITY_PAYLOAD_INVALID'])

function hintOf(error: unknown): SealHint | undefined {
  if (!(error instanceof CallError)) return undefined
  if (error.errorName === 'SECURITY_KEY_UNKNOWN') return { keyUnknown: true }
  // The refusal has told the server's time, as every answer does.
  return error.errorName === 'SECURITY_PAYLOAD_STALE' ? {} : undefined
}

function headersFor(path: string, token: string | undefined): Record<string, string> {
  const language = readStored('language') ?? wireLocale()
  if (path.startsWith(FUTURES_PREFIX)) {
    return { 'exchange-client': 'pc', 'exchange-language': language, ...(token === undefined ? {} : { 'exchange-token': token }) }
  }
  return { lang: language, ...(token === undefined ? {} : { Authorization: `Bearer ${token}`, 'x-access-token': token }) }
}

interface Envelope {
  readonly code: string
  readonly message: string
  readonly data: unknown
}

function isEnvelope(value: unknown): value is Envelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'message' in value &&
    'data' in value
  )
}

interface Heard {
  readonly envelope: Envelope
  readonly status: number
  readonly isReplay: boolean
}

async function fetchEnvelope(url: string, init: RequestInit): Promise<Heard> {
  let response: Response
  const sentAt = pageTime()
  try {
    response = await fetch(url, init)
    heardServer(Number(response.headers.get('x-server-time')), sentAt)
  } catch (error) {
    if (init.signal?.aborted !== true) console.warn(`call failed: ${url}`, error)
    throw new TransportError('the network did not answer', { cause: error })
  }
  const parsed: unknown = await response.json().catch(() => undefined)
  if (!isEnvelope(parsed)) {
    console.warn(`call answered something else than the envelope: ${url} (${response.status})`)
    throw new TransportError(`the answer of ${url} cannot be read (HTTP ${response.status})`)
  }
  return { envelope: parsed, status: response.status, isReplay: response.headers.get(HEADERS.replay) !== null }
}

async function transmit<Spec extends AnyCall>(spec: Spec, fields: Fields, options: CallOptions): Promise<ResponseOf<Spec>> {
  const futures = spec.path.startsWith(FUTURES_PREFIX)
  const token = options.anonymous === true ? undefined : (options.forgotten ?? readStored('token'))
  const { url, body: json } = targetOf(spec, fields)
  const body = options.file === undefined ? json : formOf(options.file)
  const isJson = typeof body === 'string'
  const heard = await fetchEnvelope(futures ? boot().futuresBase + url : url, {
    method: spec.method,
    headers: { ...headersFor(spec.path, token), ...(isJson ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.forgotten === undefined ? {} : { keepalive: true }),
  })
  const { envelope } = heard
  if (envelope.code !== '0') {
    if (token !== undefined && endsSession(envelope.code)) {
      if (futures) refuseContractToken(token)
      else endSession(token, envelope.message)
    }
    const failure = failureOf(heard)
    if (SITE_FAILURES.has(failure.errorName)) doubtSite()
    throw failure
  }
  const checked = spec.response.safeParse(envelope.data)
  if (!checked.success) {
    console.warn(`call answered data outside its contract: ${url}`, checked.error.issues)
    throw new TransportError(`the data of ${url} cannot be read`)
  }
  return checked.data as ResponseOf<Spec>
}

/** The browser writes the type with its own boundary. */
function formOf(file: Blob): FormData {
  const form = new FormData()
  form.append('file', file, 'picture')
  return form
}

/** The bytes of a file that only its owner may read, or that a call answers to `fields`. @throws TransportError when there are none */
export async function fetchFile(path: string, fields?: Fields): Promise<Blob> {
  const headers = headersFor(path, readStored('token'))
  const init =
    fields === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(fields) }
  const response = await fetch(path, init).catch(() => undefined)
  if (response?.ok !== true || response.headers.get('content-type')?.startsWith('application/json') === true)
    throw new TransportError(`no file at ${path}`)
  return response.blob()
}

/** Refusals whose sentence says how much there is. */
const TELL_BALANCES: ReadonlySet<string> = new Set(['BALANCE_INSUFFICIENT', 'MARGIN_INSUFFICIENT'])

/** The sentence for a screen on which balances may be hidden. */
const shownMessage = (message: string, errorName: string): string =>
  TELL_BALANCES.has(errorName) && !areBalancesVisible() ? message.replace(/\d[\d.,]*\d|\d/g, '****') : message

function failureOf({ envelope, status, isReplay }: Heard): CallError {
  const detail = typeof envelope.data === 'object' && envelope.data !== null ? (envelope.data as Fields) : {}
  const errorName = typeof detail.name === 'string' ? detail.name : ''
  return new CallError({
    code: envelope.code,
    message: shownMessage(envelope.message, errorName),
    errorName,
    params: typeof detail.params === 'object' && detail.params !== null ? (detail.params as Fields) : {},
    requestId: typeof detail.requestId === 'string' ? detail.requestId : '',
    status,
    isReplay,
  })
}
