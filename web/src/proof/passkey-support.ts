/** Whether this browser can hold passkeys; apart from what makes them, which is loaded when pressed. */

/** False where the browser has no passkeys, or the page was not loaded over a secure address. */
export function passkeysSupported(): boolean {
  return window.isSecureContext && typeof window.PublicKeyCredential === 'function'
}

/** True when the person closed the browser's own window, which is no failure. */
export function wasCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
