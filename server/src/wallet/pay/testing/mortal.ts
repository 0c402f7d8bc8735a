/** What a process that is killed leaves behind: from its death on nothing that it asked is answered. For tests only. */

/** `before`: the call never reaches anybody; `after`: it does, and its answer nobody. */
export type Death = { readonly call: string; readonly when: 'before' | 'after' }

const never = (): Promise<never> => new Promise(() => undefined)

export class Mortal {
  isDead = false
  readonly #death: Death

  constructor(death: Death) {
    this.#death = death
  }

  /** The same object as this process sees it. @param name of its calls: `signer.sign` */
  of<Part extends object>(name: string, part: Part): Part {
    return new Proxy(part, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        const bound = value.bind(target) as (...given: unknown[]) => unknown
        const call = `${name}.${String(key)}`
        return (...given: unknown[]) => {
          const asked = this.#nameOf(call, given)
          if (this.isDead) return never()
          if (asked === this.#death.call && this.#death.when === 'before') {
            this.isDead = true
            return never()
          }
          const answer = bound(...given)
          if (!(answer instanceof Promise)) return answer
          if (asked === this.#death.call) this.isDead = true
          return answer.then((told) => (this.isDead ? never() : told))
        }
      },
    })
  }

  /** Commands by their kind: `exchange.signPayment`. */
  #nameOf(call: string, [first]: readonly unknown[]): string {
    return call === 'exchange.submit' && typeof first === 'object' && first !== null && 'kind' in first
      ? `exchange.${String(first.kind)}`
      : call
  }
}
