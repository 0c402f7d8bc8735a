/** The little HTML that the server writes itself: pages for developers. */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

export interface ToolPage {
  readonly title: string
  /** HTML. */
  readonly body: string
  readonly nonce: string
  readonly refreshSeconds?: number
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding-inline:1rem}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin-block:0 .25rem}article{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:8px;padding:1rem;margin-block:1rem}
.facts{opacity:.75;font-size:.875rem;margin:0}.code{font:700 1.5rem ui-monospace,monospace;letter-spacing:.2em;margin-block:.5rem 0}
table{border-collapse:collapse;inline-size:100%}td,th{text-align:start;vertical-align:top;padding:.25rem .75rem .25rem 0;font-size:.875rem}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}`

export function toolPage({ title, body, nonce, refreshSeconds }: ToolPage): string {
  const refresh = refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">`
  return `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${refresh}
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>
${body}</main></body></html>`
}
