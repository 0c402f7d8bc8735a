/** The built-in wordmark: the mark is the letter A, its bar the price of the gap. Always left to right. */

export function Mark({ size = 24, oneColour = false }: { readonly size?: number; readonly oneColour?: boolean }) {
  return (
    <svg viewBox="2 3 20 18" width={(size * 20) / 18} height={size} aria-hidden="true" className="fill-current">
      <path d="M2 21 9.2 3h3.5L5.5 21zM14.3 10.6 16.1 6.2 22 21h-3.5z" />
      <path d="M9.95 14.4h4.1l1.3 3.2H8.65z" className={oneColour ? '' : 'fill-theme'} />
    </svg>
  )
}

/** The whole wordmark; `size` is the size of its letters in px, the mark is as high as a capital. */
export function Wordmark({ size = 23 }: { readonly size?: number }) {
  return (
    <span
      dir="ltr"
      style={{ fontSize: size, gap: size * 0.045 }}
      className="inline-flex items-baseline leading-none font-[640] tracking-[-0.03em] text-fg"
    >
      <Mark size={size * 0.728} />
      gio
    </span>
  )
}
