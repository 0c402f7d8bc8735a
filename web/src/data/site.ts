/**
 * What the operator may change under an open page: name, switches, languages, configuration. The head brings it; a change arrives while
 * the page is open, and everything that reads it here is drawn again.
 */
import { useSyncExternalStore } from 'react'
import { type Boot, boot } from './boot.ts'

export interface Site
  extends Pick<Boot, 'version' | 'tenantName' | 'languages' | 'switches' | 'appUrl' | 'maintenance' | 'halted' | 'paused' | 'stopped'> {
  /** Usable values by key, transformed; see `configOf`. */
  readonly config: Readonly<Record<string, unknown>>
}

const NONE: Site['config'] = {}
let taken: Site | undefined
let fromHead: { readonly of: Boot; readonly site: Site } | undefined
const listeners = new Set<() => void>()

/** A server draws for many tenants, each with its own head: there nothing is ever taken. */
export function site(): Site {
  if (taken !== undefined) return taken
  const head = boot()
  if (fromHead?.of !== head) {
    const { version, tenantName, languages, switches, appUrl, maintenance, halted, paused, stopped } = head
    fromHead = { of: head, site: { version, tenantName, languages, switches, appUrl, maintenance, halted, paused, stopped, config: NONE } }
  }
  return fromHead.site
}

export function takeSite(next: Site): void {
  taken = next
  for (const listener of listeners) listener()
}

function onSite(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSite(): Site {
  return useSyncExternalStore(onSite, site, site)
}

const doubters = new Set<() => void>()

/** A call was refused because not everything is taken: whoever watches the site may look at once. */
export function doubtSite(): void {
  for (const listener of doubters) listener()
}

/** @returns the way to stop */
export function onSiteDoubted(listener: () => void): () => void {
  doubters.add(listener)
  return () => doubters.delete(listener)
}
