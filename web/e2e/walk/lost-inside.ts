/** Runs in the page: what a dialog, a panel or a menu shows only in part. */

/** @param over selector of what opens over a page @param width of the screen, px @returns a line for each fault */
export function lostInside([over, width]: readonly [over: string, width: number]): string[] {
  const styleOf = (element: Element): CSSStyleDeclaration => getComputedStyle(element)
  const wordsOf = (element: Element): string => `${element.tagName.toLowerCase()} ${element.textContent?.slice(0, 60)}`
  // One pixel is what is left of words that are spoken alone.
  const isSeen = (element: Element): boolean => element.getBoundingClientRect().width > 1 && styleOf(element).visibility !== 'hidden'
  /** Words on one line, in a box that neither shows nor scrolls to all of them. */
  const isCut = (element: Element): boolean => {
    const { overflowX, whiteSpace } = styleOf(element)
    const hides = overflowX === 'hidden' || overflowX === 'clip'
    return hides && whiteSpace.startsWith('nowrap') && element.scrollWidth > element.clientWidth + 1
  }
  /** Words that reach out of a box around them, over what stands beside it. */
  const spills = (words: Text, surface: Element): boolean => {
    const range = document.createRange()
    range.selectNodeContents(words)
    const { left, right, width: long } = range.getBoundingClientRect()
    for (let box = words.parentElement; box !== null && box !== surface && long > 1; box = box.parentElement) {
      const { display, overflowX, position } = styleOf(box)
      if (overflowX !== 'visible') return false
      const { left: from, right: to, width: wide } = box.getBoundingClientRect()
      if (display !== 'inline' && display !== 'contents' && wide > 1 && (right > to + 1 || left < from - 1)) return true
      if (position === 'absolute' || position === 'fixed') return false
    }
    return false
  }
  /** A list of choices says nothing of words that are longer than its box. */
  const isCutChoice = (element: Element): element is HTMLSelectElement => {
    const pen = document.createElement('canvas').getContext('2d')
    const { font, letterSpacing, opacity, paddingLeft, paddingRight } = styleOf(element)
    if (!(element instanceof HTMLSelectElement) || opacity === '0' || pen === null) return false
    pen.font = font
    pen.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing
    const words = element.selectedOptions[0]?.textContent?.trim() ?? ''
    const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return pen.measureText(words).width > room + 1
  }
  const ofSurface = (surface: Element): string[] => {
    const { left, right } = surface.getBoundingClientRect()
    const inside = [...surface.querySelectorAll('*')].filter(isSeen)
    const faults: string[] = []
    if (left < -1 || right > width + 1) faults.push(`from ${Math.round(left)} to ${Math.round(right)} px: ${wordsOf(surface)}`)
    const over = surface.scrollWidth - surface.clientWidth
    const reaches = (element: Element): boolean => {
      const box = element.getBoundingClientRect()
      return box.right > right + 1 || box.left < left - 1
    }
    if (over > 1) faults.push(`${over} px wider than it is shown: ${inside.filter(reaches).slice(-1).map(wordsOf)}`)
    for (const element of inside) {
      if (isCut(element)) faults.push(`cut: ${wordsOf(element)}`)
      if (isCutChoice(element)) faults.push(`cut: ${element.selectedOptions[0]?.textContent}`)
      for (const node of element.childNodes)
        if (node instanceof Text && spills(node, surface)) faults.push(`beyond its box: ${node.data.slice(0, 60)}`)
    }
    return faults
  }
  return [...new Set([...document.querySelectorAll(over)].filter(isSeen).flatMap(ofSurface))]
}
