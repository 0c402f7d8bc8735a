import { GREGORIAN_LATIN } from './format.ts'

/**
 * A browser's first date format takes it 30 to 100 ms: it reads what it knows of languages, calendars and zones. All threads of a page
 * share what was read, so a worker asks first, beside the start of the page, in the language that the server chose. Without workers the first
 * date of the page pays.
 */
export function warmIntl(): void {
  try {
    const name = document.documentElement.lang + GREGORIAN_LATIN
    const worker = new Worker(new URL('./intl-worker.ts', import.meta.url), { name })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      worker.terminate()
    })
  } catch {
    // None to be had.
  }
}
