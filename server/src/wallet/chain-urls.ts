/** Where nodes answer, as settings say: `ethereum=http://a http://b;bitcoin=http://c;ethereum/second=http://d`. */
import { type ChainUrls, NO_CHAINS } from './parts.ts'

const NAME = /^[a-z0-9-]{1,32}(\/second)?$/
const URL_FORM = /^https?:\/\/\S+$/

/** URLs by the name of a network, or by that with `/second` behind it. @throws Error saying what is wrong */
export function readChainUrls(list: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const part of list.split(';').map((text) => text.trim())) {
    if (part === '') continue
    const at = part.indexOf('=')
    const [name, urls] = [
      part.slice(0, Math.max(0, at)).trim(),
      part
        .slice(at + 1)
        .split(' ')
        .filter((text) => text !== ''),
    ]
    if (!NAME.test(name)) throw new Error(`${part} names no network`)
    if (found.has(name)) throw new Error(`${name} is named twice`)
    if (urls.length === 0 || urls.some((url) => !URL_FORM.test(url) || !URL.canParse(url))) throw new Error(`${name} has no URL of a node`)
    found.set(name, urls)
  }
  return found
}

/** @param others asked about networks that no setting names: the nodes of the demo */
export function chainUrls(configured: ReadonlyMap<string, readonly string[]>, others: ChainUrls = NO_CHAINS): ChainUrls {
  return {
    of: (blockchain) => configured.get(blockchain) ?? others.of(blockchain),
    secondOf: (blockchain) => configured.get(`${blockchain}/second`) ?? others.secondOf(blockchain),
    onChange: (listener) => others.onChange(listener),
  }
}
