/**
 * Draws the first screen of a page with the application's own components, so that a visitor reads it before any script has run. The
 * build brings the drawing; without it a page begins empty, and everything else is the same.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log } from '../../core/log.ts'

export interface FirstPicture {
  /**
   * Markup, empty for a page without a first screen. @param address `search` with its question mark, or empty. @param facts what stands in
   * the head as `__BOOT__`
   */
  draw(address: { readonly pathname: string; readonly search: string }, facts: unknown): string
  /** The style variables that a tenant's colour `#RRGGBB` decides, as the text of a style attribute. */
  themeStyle(colour: string): string
}

const NOTHING: FirstPicture = { draw: () => '', themeStyle: (colour) => `--theme:${colour}` }

/** @param webDir folder of the web build */
export async function loadFirstPicture(webDir: string, log: Log): Promise<FirstPicture> {
  const file = join(webDir, 'prerender', 'prerender.js')
  if (webDir === '' || !existsSync(file)) return NOTHING
  const { open } = (await import(pathToFileURL(file).href)) as { open(): Promise<FirstPicture> }
  const { draw, themeStyle } = await open()
  return {
    themeStyle,
    draw(address, facts) {
      try {
        return draw(address, facts)
      } catch (error) {
        // A page that cannot be drawn here is drawn in the browser.
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
        log.error('first picture', { path: address.pathname, error: text })
        return ''
      }
    },
  }
}
