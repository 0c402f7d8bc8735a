/** The name of an address. Pure. */

const LONGEST = 32

/** @returns what is wrong with a name, blanks around it left out; undefined for a good one */
export function labelFault(text: string): 'missing' | 'long' | undefined {
  const length = [...text.trim()].length
  if (length === 0) return 'missing'
  return length > LONGEST ? 'long' : undefined
}
