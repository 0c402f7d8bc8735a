/**
 * What is made once for each language and then kept: a formatter of the platform takes 100 to 300 µs to make and a few to use, and whoever
 * floods the server with requests is refused with numbers and times in words.
 * @param make from the language's tag; only languages that have texts may be asked for, since nothing is forgotten
 */
export function byLanguage<Made>(make: (tag: string) => Made): (tag: string) => Made {
  const made = new Map<string, Made>()
  return (tag) => {
    const known = made.get(tag) ?? make(tag)
    made.set(tag, known)
    return known
  }
}
