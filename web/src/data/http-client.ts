/**
 * The one way to call the server. Takes a call of the wire contract, sends it to the host it belongs to with that host's headers, and
 * answers the checked data or throws: CallError for a refusal, TransportError when no usable answer came.
 */
import type { RequestInput, ResponseOf } from '@agio/wire/call.ts'
import { type AnyCall, pathOf, targetOf } from '@agio/wire/call-target.ts'
import { wireLocale } from '../i18n/locale.ts'
import { areBalancesVisible } from './balance-visibility.ts'
import { boot } from './boot.ts'
import { CallError, TransportError } from './call-error.ts'
import { heardServer, pageTime } from './clock.ts'
import { registeredSealer, type SealHint } from './sealer.ts'
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

/** Sends a call and returns its data, checked against the contract. */
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
  const call = `${spec.method} ${pathOf(spec, fields)}`
  try {
    return await transmit(spec, { ...fields, ...(await sealer(call, {})) }, options)
  } catch (error) {
    const hint = hintOf(error)
    if (hint === undefined) throw error
    return transmit(spec, { ...fields, ...(await sealer(call, hint)) }, options)
  }
}

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

async function fetchEnvelope(url: string, init: RequestInit): Promise<{ envelope: Envelope; status: number }> {
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
  return { envelope: parsed, status: response.status }
}

async function transmit<Spec extends AnyCall>(spec: Spec, fields: Fields, options: CallOptions): Promise<ResponseOf<Spec>> {
  const futures = spec.path.startsWith(FUTURES_PREFIX)
  const token = options.anonymous === true ? undefined : (options.forgotten ?? readStored('token'))
  const { url, body: json } = targetOf(spec, fields)
  const body = options.file === undefined ? json : formOf(options.file)
  const isJson = typeof body === 'string'
  const { envelope, status } = await fetchEnvelope(futures ? boot().futuresBase + url : url, {
    method: spec.method,
    headers: { ...headersFor(spec.path, token), ...(isJson ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.forgotten === undefined ? {} : { keepalive: true }),
  })
  if (envelope.code !== '0') {
    if (!futures && token !== undefined && endsSession(envelope.code)) endSession(token, envelope.message)
    const failure = failureOf(envelope, status)
    if (failure.errorName === 'MAINTENANCE') doubtSite()
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

function failureOf(envelope: Envelope, status: number): CallError {
  const detail = typeof envelope.data === 'object' && envelope.data !== null ? (envelope.data as Fields) : {}
  const errorName = typeof detail.name === 'string' ? detail.name : ''
  return new CallError({
    code: envelope.code,
    message: shownMessage(envelope.message, errorName),
    errorName,
    params: typeof detail.params === 'object' && detail.params !== null ? (detail.params as Fields) : {},
    requestId: typeof detail.requestId === 'string' ? detail.requestId : '',
    status,
  })
}
