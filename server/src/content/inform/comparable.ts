/** Letters as searches compare them: one form, no case, no marks of vowels. */
export const comparable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
