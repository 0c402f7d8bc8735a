/**
 * What a browser does that translates a page: the texts that stand in it, and those that come, are replaced by others inside elements of
 * its own. What was there before belongs to nobody then.
 */
import type { Page } from 'playwright-core'

/** Runs in the page; a function of its own, for it is sent as text. */
function translate(): void {
  const left = (text: Text): boolean => text.parentElement?.closest('font, script, style, textarea, svg, [translate=no]') !== null
  const wrap = (text: Text): void => {
    if (left(text) || text.data.trim() === '') return
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    inner.textContent = text.data
    text.replaceWith(outer)
  }
  const within = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const all: Text[] = root instanceof Text ? [root] : []
    while (walker.nextNode() !== null) all.push(walker.currentNode as Text)
    for (const text of all) wrap(text)
  }
  const watch = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) within(node)
  })
  within(document.body)
  watch.observe(document.body, { childList: true, subtree: true })
}

/** From now on the page is translated, as it stands and as it changes. @returns the faults that the page has from then on */
export async function translated(page: Page): Promise<string[]> {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
  await page.evaluate(translate)
  return faults
}
