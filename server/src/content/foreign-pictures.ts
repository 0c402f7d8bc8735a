/**
 * Pictures that another host would serve: it would see who reads what, and when. Pages load them from the hosts in the settings alone, so
 * a document with another one is refused when it is written, instead of being shown with a hole.
 */
const PICTURE_FIELD = /img|image|icon|logo|picture/i
const PICTURE_TAG = /<img\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>]+)/gi

function hostOf(address: string): string | undefined {
  if (!/^(https?:)?[/\\]{2}/i.test(address)) return undefined
  return URL.canParse(address, 'https://own.invalid') ? new URL(address, 'https://own.invalid').host : address
}

/** @returns the address of the first picture that no host of `hosts` serves, undefined when there is none */
export function foreignPicture(value: unknown, hosts: readonly string[], field = ''): string | undefined {
  if (typeof value === 'string') {
    const tags = [...value.matchAll(PICTURE_TAG)].map(([, source = '']) => source)
    return [...(PICTURE_FIELD.test(field) ? [value] : []), ...tags].find((address) => {
      const host = hostOf(address)
      return host !== undefined && !hosts.includes(host)
    })
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    // What is inside a field of pictures is one, whatever it is called there.
    const found = foreignPicture(part, hosts, PICTURE_FIELD.test(field) ? field : name)
    if (found !== undefined) return found
  }
  return undefined
}
