/**
 * Rich text on its way in. Nothing of the input passes through as it is: tags are written anew from a short list with a few checked
 * attributes, everything else becomes text or goes. So the result is harmless whatever the input was, without a parser of all of HTML.
 */

const TAGS: ReadonlySet<string> = new Set(
  'p br hr h2 h3 h4 ul ol li strong b em i u s code pre blockquote a table thead tbody tr th td figure figcaption img dl dt dd'.split(' '),
)
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr', 'img'])
/** Their content is no text. */
const DROPPED = /<(script|style|iframe|object|embed|template|noscript|svg|math|title|textarea|select|xmp|plaintext)\b/gi
const TAG = /^<(\/?)([a-zA-Z][a-zA-Z0-9]{0,15})((?:[^<>"']|"[^"]*"|'[^']*'){0,2000})>/
const ENTITY = /^&(?:[a-zA-Z]{2,8}|#\d{1,6}|#x[0-9a-fA-F]{1,5});/
const DEPTH_MAX = 40

const escapeText = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Keeps entities as they are and makes every other `&` text. */
function plainText(text: string): string {
  let out = ''
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('&', at)
    if (next < 0) return out + escapeText(text.slice(at))
    out += escapeText(text.slice(at, next))
    const entity = ENTITY.exec(text.slice(next, next + 12))
    out += entity?.[0] ?? '&amp;'
    at = next + (entity?.[0].length ?? 1)
  }
  return out
}

/** An address without what browsers drop from it. */
const decoded = (value: string): string =>
  value
    .replace(/&amp;/gi, '&')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what browsers drop from an address
    .replace(/[\u0000-\u0020\u007f-\u009f]/g, '')

/** http, https, mailto, or a path of this origin; anything else is no address. */
function safeAddress(value: string, image: boolean): string | undefined {
  const address = decoded(value)
  // An entity inside could stand for a backslash, or for anything else that changes the meaning of what is checked here.
  if (/&(#|[a-z]{2,8};)/i.test(address)) return undefined
  if (/^\/(?![/\\])/.test(address) || /^https?:\/\/[^\\]+$/i.test(address)) return address
  if (!image && (/^mailto:[^\s<>"']+$/i.test(address) || /^#[\w-]+$/.test(address))) return address
  return undefined
}

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s/])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

const quote = (value: string): string => plainText(value)

/** The opening tag anew; empty when the tag is worth nothing without the attribute that it lacks. */
function opening(tag: string, attributes: string): string {
  if (tag === 'a') {
    const address = safeAddress(attributeOf(attributes, 'href') ?? '', false)
    return address === undefined ? '<a>' : `<a href="${quote(address)}">`
  }
  if (tag === 'img') {
    const address = safeAddress(attributeOf(attributes, 'src') ?? '', true)
    return address === undefined ? '' : `<img src="${quote(address)}" alt="${quote(attributeOf(attributes, 'alt') ?? '')}">`
  }
  if (tag === 'th' || tag === 'td') {
    const span = attributeOf(attributes, 'colspan')
    return span !== undefined && /^[1-9]$/.test(span) ? `<${tag} colspan="${span}">` : `<${tag}>`
  }
  return `<${tag}>`
}

/** Closes what is open down to and with `tag`; a closing tag that closes nothing goes. */
function closing(tag: string, open: string[]): string {
  const at = open.lastIndexOf(tag)
  if (at < 0) return ''
  return open
    .splice(at)
    .reverse()
    .map((name) => `</${name}>`)
    .join('')
}

/** What comes before and after a part whose content is dropped with it. Goes over the text once, however many such parts it has. */
function withoutDropped(html: string): string {
  let out = ''
  let from = 0
  DROPPED.lastIndex = 0
  for (let found = DROPPED.exec(html); found !== null; found = DROPPED.exec(html)) {
    out += html.slice(from, found.index)
    const end = new RegExp(`</${found[1] ?? ''}`, 'gi')
    end.lastIndex = found.index
    const close = end.test(html) ? html.indexOf('>', end.lastIndex) : -1
    if (close < 0) return out
    from = close + 1
    DROPPED.lastIndex = from
  }
  return out + html.slice(from)
}

/** HTML of listed tags only, balanced. Cleaning what is clean changes nothing. */
export function cleanHtml(html: string): string {
  const input = withoutDropped(html.replaceAll('\u0000', '').replace(/<!--[\s\S]*?(-->|$)/g, ''))
  const open: string[] = []
  let out = ''
  for (let at = 0; at < input.length; ) {
    const next = input.indexOf('<', at)
    if (next < 0) {
      out += plainText(input.slice(at))
      break
    }
    out += plainText(input.slice(at, next))
    const found = TAG.exec(input.slice(next, next + 2100))
    if (found === null) {
      out += '&lt;'
      at = next + 1
      continue
    }
    at = next + found[0].length
    const tag = (found[2] ?? '').toLowerCase()
    if (!TAGS.has(tag)) continue
    if (found[1] === '/') out += EMPTY.has(tag) ? '' : closing(tag, open)
    else if (EMPTY.has(tag)) out += opening(tag, found[3] ?? '')
    else if (open.length < DEPTH_MAX) {
      open.push(tag)
      out += opening(tag, found[3] ?? '')
    }
  }
  return (
    out +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  )
}

/** The words of a text without its tags, for searching. */
export const wordsOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/&[#\w]+;/g, ' ')
