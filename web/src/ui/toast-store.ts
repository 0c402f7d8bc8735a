/** The messages at the top right: 3000 ms each, the clock stops while one is pointed at or focused. */
import { pageTime } from '../data/clock.ts'

export interface Toast {
  readonly kind: 'success' | 'error' | 'info'
  readonly title: string
  readonly detail?: string | undefined
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

export interface ShownToast extends Toast {
  readonly toastId: number
}

export const TOAST_MS = 3000

let shown: readonly ShownToast[] = []
let nextId = 1
const clocks = new Map<number, { timer: ReturnType<typeof setTimeout>; endsAt: number; left: number }>()
const listeners = new Set<() => void>()

function publish(next: readonly ShownToast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a message; returns its id. */
export function toast(message: Toast): number {
  const toastId = nextId
  nextId += 1
  publish([...shown, { ...message, toastId }])
  resumeToast(toastId, TOAST_MS)
  return toastId
}

export function dismissToast(toastId: number): void {
  const clock = clocks.get(toastId)
  if (clock !== undefined) clearTimeout(clock.timer)
  clocks.delete(toastId)
  publish(shown.filter((one) => one.toastId !== toastId))
}

/** Stops the clock of one message where it is. */
export function pauseToast(toastId: number): void {
  const clock = clocks.get(toastId)
  if (clock === undefined) return
  clearTimeout(clock.timer)
  clock.left = Math.max(0, clock.endsAt - pageTime())
}

/** Lets the clock run on with what was left, or with `left` ms. */
export function resumeToast(toastId: number, left = clocks.get(toastId)?.left ?? TOAST_MS): void {
  const before = clocks.get(toastId)
  if (before !== undefined) clearTimeout(before.timer)
  clocks.set(toastId, { timer: setTimeout(() => dismissToast(toastId), left), endsAt: pageTime() + left, left })
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function shownToasts(): readonly ShownToast[] {
  return shown
}
