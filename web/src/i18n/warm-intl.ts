/**
 * A browser's first date format takes it 30 to 100 ms: it reads what it knows of languages, calendars and zones. All threads of a page
 * share what was read, so a worker asks first, beside the start of the page. Without workers the first date of the page pays.
 */
export function warmIntl(): void {
  try {
    const name = `${document.documentElement.lang}-u-ca-gregory-nu-latn`
    const worker = new Worker(new URL('./intl-worker.ts', import.meta.url), { name })
    worker.addEventListener('error', (event) => event.preventDefault())
  } catch {
    // None to be had.
  }
}
