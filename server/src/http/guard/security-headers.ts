/** Headers that limit what a page or an answer can be made to do. */
import type { Reach } from '../hosts.ts'

/** Every answer. */
const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

/** Documents and files. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  ...ANSWER_HEADERS,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Answers of the API are data: never a document, never kept by a cache. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...ANSWER_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/**
 * The policy of pages. Scripts and style elements run from this origin or with the nonce of the answer; style attributes are free,
 * because charts and virtual lists place by them.
 * @param connect what sockets and calls may reach besides this origin @param pictureHosts that pictures may come from besides it
 */
export function pagePolicy(nonce: string, connect: Reach | null, pictureHosts: readonly string[]): string {
  const sources = connect === null ? '' : ` ${new URL(connect.wsUrl).origin} ${connect.futuresBase} ${new URL(connect.futuresWsUrl).origin}`
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...pictureHosts.map((host) => `https://${host}`)].join(' '),
    "font-src 'self'",
    `connect-src 'self'${sources}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export const pageHeaders = (
  nonce: string,
  connect: Reach | null,
  pictureHosts: readonly string[] = [],
): Readonly<Record<string, string>> => ({
  ...COMMON_HEADERS,
  'content-security-policy': pagePolicy(nonce, connect, pictureHosts),
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
})
