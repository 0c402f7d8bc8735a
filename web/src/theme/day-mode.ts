/** Day or night. The stored choice wins; without one the system's preference does, and is followed while it changes. */
import { useSyncExternalStore } from 'react'
import { onStored, readStored, writeStored } from '../data/storage.ts'

export const THEME_EVENT = 'theme-change'

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)')

export function isDay(): boolean {
  return readStored('isDayMode') ?? !systemIsDark().matches
}

function apply(): void {
  const mode = isDay() ? 'day' : 'night'
  if (document.documentElement.dataset.theme === mode) return
  document.documentElement.dataset.theme = mode
  window.dispatchEvent(new CustomEvent(THEME_EVENT, { detail: { mode } }))
}

export function toggleDayMode(): void {
  writeStored('isDayMode', !isDay())
}

/** Follows the stored choice, also of other tabs, and the system. Called once at start. */
export function startDayMode(): void {
  apply()
  onStored('isDayMode', apply)
  systemIsDark().addEventListener('change', apply)
}

/** The choice of this browser, wherever it was made; undefined while the system decides. */
export function useChosenDay(): boolean | undefined {
  return useSyncExternalStore(
    (listener) => onStored('isDayMode', listener),
    () => readStored('isDayMode'),
    () => undefined,
  )
}

export function onThemeChange(listener: () => void): () => void {
  window.addEventListener(THEME_EVENT, listener)
  return () => window.removeEventListener(THEME_EVENT, listener)
}

export function useIsDay(): boolean {
  return useSyncExternalStore(
    onThemeChange,
    () => document.documentElement.dataset.theme !== 'night',
    () => false,
  )
}
