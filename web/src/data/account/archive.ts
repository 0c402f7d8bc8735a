/** Everything that the exchange keeps about the account, as one file. */
import { dataExport } from '@agio/wire/account/personal-data.ts'
import { wireLocale } from '../../i18n/locale.ts'
import { CallError, TransportError } from '../call-error.ts'
import { readStored } from '../storage.ts'

const textIn = (value: unknown, key: string): string => {
  const found: unknown = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined
  return typeof found === 'string' ? found : ''
}

/** A refusal comes as the usual envelope, the archive as its bytes. @throws CallError, TransportError */
export async function loadArchive(): Promise<Blob> {
  const token = readStored('token') ?? ''
  const response = await fetch(dataExport.path, {
    method: dataExport.method,
    headers: { lang: wireLocale(), Authorization: `Bearer ${token}`, 'x-access-token': token, 'content-type': 'application/json' },
    body: '{}',
  }).catch((error: unknown) => {
    throw new TransportError('the network did not answer', { cause: error })
  })
  if (response.headers.get('content-type')?.includes('zip') === true) return response.blob()
  const envelope: unknown = await response.json().catch(() => undefined)
  const data: unknown = typeof envelope === 'object' && envelope !== null && 'data' in envelope ? envelope.data : undefined
  const params: unknown = typeof data === 'object' && data !== null && 'params' in data ? data.params : undefined
  throw new CallError({
    code: textIn(envelope, 'code'),
    message: textIn(envelope, 'message'),
    errorName: textIn(data, 'name'),
    params: typeof params === 'object' && params !== null ? (params as Readonly<Record<string, unknown>>) : {},
    requestId: textIn(data, 'requestId'),
    status: response.status,
  })
}
