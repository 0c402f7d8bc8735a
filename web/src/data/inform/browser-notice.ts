/** Messages that the browser itself shows while the page is open and nobody looks at it. */
import { fieldsOf, textOf, textOrNull } from '../live/read.ts'
import { filled } from './messages.ts'

/** The browser's answer to the request; `unavailable` where it has no notifications. */
export type BrowserConsent = 'granted' | 'denied' | 'unavailable'

/** Asks the person, once: a browser that was told no says so again without asking. Call it from a click. */
export async function askForNotices(): Promise<BrowserConsent> {
  if (typeof Notification === 'undefined') return 'unavailable'
  return (await Notification.requestPermission()) === 'granted' ? 'granted' : 'denied'
}

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fieldsOf(value) ?? {}).map(([name, text]) => [name, textOf(text)]))

/**
 * @param value a message of the socket
 * @param open follows the message's link inside the application
 */
export function showInBrowser(value: unknown, open: (link: string) => void): void {
  const message = fieldsOf(value)
  if (message === undefined || typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  if (document.visibilityState === 'visible' && document.hasFocus()) return
  const params = textsOf(message.params)
  try {
    // One message shows once, however many pages of the exchange are open: they share its tag.
    const notice = new Notification(filled(textOf(message.titleTemplate), params), {
      body: filled(textOf(message.contentTemplate), params),
      tag: textOf(message.id),
      lang: document.documentElement.lang,
      dir: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
    })
    const link = textOrNull(message.link)
    notice.addEventListener('click', () => {
      window.focus()
      if (link !== null) open(link)
      notice.close()
    })
  } catch {
    // Phones show such notices through a service worker only; the message itself stands in the message centre.
  }
}
