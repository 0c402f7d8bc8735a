/** The cookie by which the server knows the language of the first byte. */
export function rememberLanguage(locale: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing in Safari and Firefox
    document.cookie = `language=${locale}; path=/; max-age=31536000; samesite=lax`
  } catch (error) {
    console.warn('the browser refuses cookies', error)
  }
}
