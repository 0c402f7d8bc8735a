/** Fills the template of the web application: language, direction, theme, title, and the public facts of the first paint. */
import { gzipSync } from 'node:zlib'
import type { Bootstrap } from '@agio/wire/content/home-web.ts'
import { escapeHtml } from './html.ts'

export interface HeadFacts {
  readonly bootstrap: Bootstrap
  readonly title: string
  readonly description: string
  /** Where search engines find it; undefined for what they shall not keep. */
  readonly address: string | undefined
  readonly isArticle: boolean
  /** Scripts of the page that run before the entry, without a leading slash. */
  readonly early: readonly string[]
  /** Those that run behind it. */
  readonly late: readonly string[]
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Answers of first calls, the most useful first: what does not fit is left out from the end. */
  readonly first: readonly (readonly [name: string, data: unknown])[]
}

/** Compressed size of the injected facts that must not be passed. */
export const BOOT_BYTES_MAX = 20 * 1024

const COLOUR = /^#[0-9a-fA-F]{6}$/

/** `#RRGGBB`, or JSON text `{"color": "#RRGGBB"}`; anything else is the built-in colour. */
export function themeColour(value: unknown): string {
  if (typeof value !== 'string') return '#FF5F1F'
  if (COLOUR.test(value)) return value
  try {
    const { color } = JSON.parse(value) as { color?: unknown }
    if (typeof color === 'string' && COLOUR.test(color)) return color
  } catch {
    // Not JSON: unusable, as the API says.
  }
  return '#FF5F1F'
}

/** JSON that cannot end a script element or open a comment. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** The first elements of a list of files in a script. */
const scriptList = (files: readonly string[]): string => files.map((file) => `${scriptJson(`/${file}`)},`).join('')

/** The facts as JSON of at most BOOT_BYTES_MAX compressed: first answers give way, texts and configuration stay. */
export function bootJson({ bootstrap, texts, first }: Pick<HeadFacts, 'bootstrap' | 'texts' | 'first'>): string {
  for (let kept = first.length; ; kept -= 1) {
    const json = scriptJson({ ...bootstrap, texts, first: Object.fromEntries(first.slice(0, kept)) })
    if (kept === 0 || gzipSync(json, { level: 6 }).byteLength <= BOOT_BYTES_MAX) return json
  }
}

const direction = ({ languages, lang }: Bootstrap): string => languages.find(({ langEncode }) => langEncode === lang)?.dir ?? 'ltr'

/** Address of the tenant's own icon for the browser's tab; undefined while it has none. */
function faviconOf({ kv }: Bootstrap): string | undefined {
  const logo: unknown = kv.logo
  const icon = typeof logo === 'object' && logo !== null && 'favicon' in logo ? logo.favicon : undefined
  return typeof icon === 'string' && icon !== '' ? icon : undefined
}

export interface DocumentParts {
  readonly boot: string
  readonly picture: string
  readonly style: string
}

/**
 * The document with `__NONCE__` still in place, so that it can be kept for the next visitor. @param parts the facts as `bootJson` made
 * them, the markup of the first screen, the style variables of the tenant's colour
 */
export function fillTemplate(template: string, facts: HeadFacts, parts: DocumentParts): string {
  const { bootstrap, title, description, address, isArticle, early, late } = facts
  const language = bootstrap.lang.replace('_', '-')
  const theme = themeColour(bootstrap.kv.theme)
  const head = [
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<meta name="theme-color" content="${theme}">`,
    address === undefined ? '<meta name="robots" content="noindex">' : `<link rel="canonical" href="${escapeHtml(address)}">`,
    `<meta property="og:type" content="${isArticle ? 'article' : 'website'}">`,
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:description" content="${escapeHtml(description)}">`,
    address === undefined ? '' : `<meta property="og:url" content="${escapeHtml(address)}">`,
    `<meta property="og:site_name" content="${escapeHtml(bootstrap.tenantName)}">`,
  ].join('')
  const replacements: readonly (readonly [string, string])[] = [
    ['<html lang="en-US" dir="ltr">', `<html lang="${language}" dir="${direction(bootstrap)}" style="${escapeHtml(parts.style)}">`],
    ['<title>Agio</title>', `<title>${escapeHtml(title)}</title>`],
    ['<!--agio:head-->', head],
    ['<!--agio:boot-->', `<script nonce="__NONCE__">window.__BOOT__=${parts.boot}</script>`],
    ['<!--agio:page-->', parts.picture],
    ['/*agio:early*/', scriptList(early)],
    ['/*agio:late*/', scriptList(late)],
  ]
  const icon = faviconOf(bootstrap)
  if (icon !== undefined) {
    const own = `<link rel="icon" href="${escapeHtml(icon)}">`
    template = template.replace(/<link rel="icon"[^>]*>/, () => own)
  }
  // A function as replacement: text of the tenant may hold `$&`.
  return replacements.reduce((html, [from, to]) => html.replace(from, () => to), template)
}
