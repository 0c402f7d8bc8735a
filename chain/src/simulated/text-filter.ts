import type { AddressFilter } from '../port.ts'

/** Addresses by their text, for chains on which there are thousands of them and not millions. */
export class TextFilter implements AddressFilter {
  readonly #handles = new Map<string, number>()

  get size(): number {
    return this.#handles.size
  }

  add(address: string, handle: number): void {
    this.#handles.set(address, handle)
  }

  has(address: string): boolean {
    return this.#handles.has(address)
  }

  find(address: string): number | null {
    return this.#handles.get(address) ?? null
  }
}
