/** A key by which the server knows a request again, however often it is sent: at most 36 characters of what the API allows. */
export const clientKey = (purpose: 'web' | 'amend'): string => `${purpose}-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

/**
 * Keys of what is sent until it is known to be done: one while the same thing is tried, so that a second press or a lost answer does
 * nothing twice; another one for anything else, and after it was done or surely refused.
 */
export class StickyKey {
  readonly #make: () => string
  #known: { readonly of: string; readonly key: string } | undefined

  constructor(make: () => string = () => clientKey('web')) {
    this.#make = make
  }

  /** @param of what is sent, as a text that is equal for equal things */
  keyOf(of: string): string {
    if (this.#known?.of !== of) this.#known = { of, key: this.#make() }
    return this.#known.key
  }

  /** It was done, or refused so that nothing can have come of it. */
  settled(): void {
    this.#known = undefined
  }
}

/** The same for many things that are tried beside each other: each keeps its key until it is settled itself, whatever else is done meanwhile. */
export class StickyKeys {
  readonly #known = new Map<string, string>()

  /** @param of what is tried, as a text that is equal for equal things */
  keyOf(of: string): string {
    const key = this.#known.get(of) ?? clientKey('web')
    this.#known.set(of, key)
    return key
  }

  /** It was done, or refused so that nothing can have come of it. */
  settled(of: string): void {
    this.#known.delete(of)
  }
}
