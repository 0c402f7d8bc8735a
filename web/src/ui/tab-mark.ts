/** A mark on the tab of this page, which is seen while another one is in front: a sign before the title, and another icon. */
import { useSyncExternalStore } from 'react'

const SIGN = '\u26a0\ufe0e '
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="#d92d0b"/><path fill="#fff" d="M10.5 5h3l-.5 9h-2zM10.5 16h3v3h-3z"/></svg>',
)}`

let marks = 0
const listeners = new Set<() => void>()

function changed(by: number): void {
  marks += by
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon !== null) {
    icon.dataset.plain ??= icon.getAttribute('href') ?? ''
    icon.href = marks > 0 ? ICON : icon.dataset.plain
  }
  for (const listener of listeners) listener()
}

/** @returns the way to take the mark off again; it stays as long as somebody wants it */
export function markTab(): () => void {
  changed(1)
  return () => changed(-1)
}

/** What stands before the title of the page: a sign, or nothing. */
export const useTitleMark = (): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (marks > 0 ? SIGN : ''),
    () => '',
  )
