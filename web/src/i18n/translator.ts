/**
 * Texts by locale and namespace, with places (`{{name}}`) and plural forms (`items_one`, `items_other` by the language's own rules). Pure
 * but for its store; knows nothing of loading.
 */
import { intlTag } from './locale.ts'

export type Bundle = Readonly<Record<string, string>>
export type Values = Readonly<Record<string, string | number>>

export class Translator {
  readonly #bundles = new Map<string, Map<string, Record<string, string>>>()
  readonly #rules = new Map<string, Intl.PluralRules>()

  has(tag: string, namespace: string): boolean {
    return this.#bundles.get(tag)?.has(namespace) ?? false
  }

  namespaces(tag: string): readonly string[] {
    return [...(this.#bundles.get(tag)?.keys() ?? [])]
  }

  /** Forgets every text of a locale. */
  clear(tag: string): void {
    this.#bundles.delete(tag)
  }

  /** Adds texts. With `over` they replace present ones, else present ones stay. */
  add(tag: string, namespace: string, texts: Bundle, over: boolean): void {
    const spaces = this.#bundles.get(tag) ?? new Map<string, Record<string, string>>()
    const present = spaces.get(namespace)
    spaces.set(namespace, over ? { ...present, ...texts } : { ...texts, ...present })
    this.#bundles.set(tag, spaces)
  }

  /** The text of `namespace:key`, its places filled. A key without a text answers the key itself, so that it is seen and reported. */
  text(tag: string, key: string, values: Values = {}): string {
    const colon = key.indexOf(':')
    const name = key.slice(colon + 1)
    const bundle = this.#bundles.get(tag)?.get(key.slice(0, colon)) ?? {}
    const text = (typeof values.count === 'number' ? this.#plural(tag, bundle, name, values.count) : undefined) ?? bundle[name]
    if (text === undefined) return name
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, place: string) => String(values[place] ?? ''))
  }

  #plural(tag: string, bundle: Bundle, name: string, count: number): string | undefined {
    const rules = this.#rules.get(tag) ?? new Intl.PluralRules(intlTag(tag))
    this.#rules.set(tag, rules)
    return bundle[`${name}_${rules.select(count)}`] ?? bundle[`${name}_other`]
  }
}
