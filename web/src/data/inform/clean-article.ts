/** What may stand in an announcement or article. The server cleaned it already; the page does not take its word for it. */
import DOMPurify from 'dompurify'

const TAGS =
  'p br hr h2 h3 h4 ul ol li strong b em i u s code pre blockquote a table thead tbody tr th td figure figcaption img dl dt dd'.split(' ')
const ATTRIBUTES = ['href', 'src', 'alt', 'colspan']

const purifier = DOMPurify(window)

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A' && /^https?:/i.test(node.getAttribute('href') ?? '')) {
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
})

export const cleanArticle = (html: string): string =>
  purifier.sanitize(html, { ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ATTRIBUTES, ALLOW_DATA_ATTR: false })
