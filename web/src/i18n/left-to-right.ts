/** Keeps number and unit in their order inside a sentence that runs from right to left. */
export const leftToRight = (text: string): string => (document.documentElement.dir === 'rtl' ? `\u2066${text}\u2069` : text)
