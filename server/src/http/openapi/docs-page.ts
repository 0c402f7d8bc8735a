/** The API for programmers: as a document for tools, and as a page to read it by. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { stateOf } from '../calls/request-state.ts'
import { type AnyCall, servedCalls } from '../calls/route.ts'
import type { ServerContext } from '../context.ts'
import { JSON_TYPE } from '../envelope.ts'
import { pageHeaders } from '../guard/security-headers.ts'
import { reach } from '../hosts.ts'
import { escapeHtml, toolPage } from '../pages/html.ts'
import { asyncApiDocument, SOCKET_PLACES } from './async-document.ts'
import { openApiDocument } from './document.ts'
import { entryOf, errorsOf } from './errors-of.ts'
import { FUTURES_CALLS } from './futures-calls.ts'
import { FUTURES_PLACE } from './operation.ts'

const errorTable = (call: AnyCall): string =>
  errorsOf(call)
    .map(entryOf)
    .map(({ name, code, leaves }) => `${name} (${code}${leaves === 'doubt' ? ', leaves doubt' : ''})`)
    .join(', ')

const DOUBT =
  'After an error that leaves doubt, and after a call without an answer, the deed may have happened: the same request with the same key tells, and does nothing twice. Every other error says that the refused call did nothing.'

const SOCKET_ROW =
  '<tr><td><code>GET</code></td><td><code>/ws</code></td><td>visitor</td><td>Opens a WebSocket.<br><small>HTTP 403 for a foreign page, 404 for a foreign host, 429 for too many connections of one address, 503 while the server stops; close code 4003 just above the bound</small></td></tr>'

function docsHtml(calls: readonly AnyCall[]): string {
  const rows = calls.map(
    (call) =>
      `<tr><td><code>${call.method}</code></td><td><code>${escapeHtml(call.path)}</code></td><td>${call.access}${call.sealed === true ? ', sealed' : call.sealed === 'digest' ? ', digest of the sealed report' : ''}${call.apiKey === undefined ? '' : `, API key: ${call.apiKey}`}</td><td>${escapeHtml(call.summary)}<br><small>${escapeHtml(errorTable(call))}</small></td></tr>`,
  )
  return `<p>The document for tools is at <a href="/api/openapi.json"><code>/api/openapi.json</code></a> (OpenAPI 3.1), that of the sockets at <a href="/api/asyncapi.json"><code>/api/asyncapi.json</code></a> (AsyncAPI 3.0).</p>
<p>${DOUBT}</p>
<table><thead><tr><th>Method</th><th>Path</th><th>Who</th><th>What</th></tr></thead><tbody>${[...rows, SOCKET_ROW].join('\n')}</tbody></table>`
}

/** Of both hosts: one contract, one document. */
const allCalls = (app: FastifyInstance): readonly AnyCall[] => [...servedCalls(app), ...FUTURES_CALLS]

export function registerApiDocs(app: FastifyInstance, { version, addresses }: ServerContext): void {
  let text: string | undefined
  app.get('/api/openapi.json', { config: { weight: 10 } }, (request, answer) => {
    const { tenant, way } = stateOf(request)
    text ??= JSON.stringify(openApiDocument(allCalls(app), version))
    const { web, futuresBase } = reach(tenant.config, way, addresses)
    const servers = JSON.stringify([{ url: web }])
    return answer
      .header('content-type', JSON_TYPE)
      .header('cache-control', 'public, max-age=3600')
      .send(`{"servers":${servers},${text.slice(1).replaceAll(FUTURES_PLACE, futuresBase)}`)
  })
  let socketText: string | undefined
  app.get('/api/asyncapi.json', { config: { weight: 10 } }, (request, answer) => {
    const { tenant, way } = stateOf(request)
    socketText ??= JSON.stringify(asyncApiDocument(version))
    const { wsUrl, futuresWsUrl } = reach(tenant.config, way, addresses)
    const [gateway, futures] = [new URL(wsUrl), new URL(futuresWsUrl)]
    return answer
      .header('content-type', JSON_TYPE)
      .header('cache-control', 'public, max-age=3600')
      .send(
        socketText
          .replaceAll(SOCKET_PLACES.gateway, gateway.host)
          .replaceAll(SOCKET_PLACES.futures, futures.host)
          .replaceAll('"protocol":"ws"', `"protocol":"${gateway.protocol.slice(0, -1)}"`),
      )
  })
  app.get('/api/docs', (_request, answer) => {
    const nonce = randomBytes(16).toString('base64url')
    answer.headers(pageHeaders(nonce, null))
    return answer.send(toolPage({ title: 'Agio: calls of the API', body: docsHtml(allCalls(app)), nonce }))
  })
}
