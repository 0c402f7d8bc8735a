/** What may stand in a configured footer. */
import DOMPurify from 'dompurify'

const TAGS = (
  'div span p br hr section article aside header footer nav main ul ol li dl dt dd table thead tbody tfoot tr th td caption ' +
  'h1 h2 h3 h4 h5 h6 a b strong i em u s small sub sup blockquote pre code abbr time img picture source video audio figure figcaption'
).split(' ')
const ATTRIBUTES =
  'style class href target id name src srcset alt title width height rel controls poster loading colspan rowspan scope data-id data-type data-name data-lang'.split(
    ' ',
  )
const STYLES: ReadonlySet<string> = new Set(
  (
    'color background-color text-align text-decoration font-size font-weight font-style line-height letter-spacing display gap flex flex-direction flex-wrap ' +
    'align-items justify-content grid-template-columns margin margin-top margin-bottom margin-inline margin-block padding padding-top padding-bottom padding-inline ' +
    'padding-block width max-width height max-height border border-radius opacity list-style'
  ).split(' '),
)
/** In front of each id, so that configured ids can never name a part of the application. */
const ID_PREFIX = 'tenant-'

/** Style text with only harmless properties, and none whose value loads or moves anything. */
export function cleanStyle(style: string): string {
  return style
    .split(';')
    .map((rule) => rule.split(':'))
    .filter(
      ([property, ...value]) => STYLES.has((property ?? '').trim().toLowerCase()) && !/url\(|expression|[\\<>@]/i.test(value.join(':')),
    )
    .map(([property, ...value]) => `${(property ?? '').trim()}:${value.join(':').trim()}`)
    .join(';')
}

const purifier = DOMPurify(window)

purifier.addHook('afterSanitizeAttributes', (node) => {
  const style = node.getAttribute('style')
  if (style !== null) node.setAttribute('style', cleanStyle(style))
  for (const name of ['id', 'name']) {
    const value = node.getAttribute(name)
    if (value !== null && !value.startsWith(ID_PREFIX)) node.setAttribute(name, ID_PREFIX + value)
  }
  if (node.tagName === 'A' && /^https?:/i.test(node.getAttribute('href') ?? '')) {
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
})

export function cleanFooter(html: string): string {
  return purifier.sanitize(html, { ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ATTRIBUTES, ALLOW_DATA_ATTR: false, SANITIZE_DOM: false })
}
