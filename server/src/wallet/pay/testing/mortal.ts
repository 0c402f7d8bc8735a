/** What a process that is killed leaves behind: from its death on nothing that it asks is done, and nothing is answered. For tests only. */

/** `before`: the call never reaches anybody; `after`: it does, and its answer nobody. Commands by their kind: `exchange.signPayment`. */
export interface Death {
  readonly call: string
  readonly when: 'before' | 'after'
}

const never = (): Promise<never> => new Promise(() => undefined)
type Method = (...given: unknown[]) => unknown

export class Mortal {
  readonly died: Promise<void>
  #isDead = false
  #tell: () => void = () => undefined
  readonly #death: Death

  constructor(death: Death) {
    this.#death = death
    this.died = new Promise((resolve) => {
      this.#tell = resolve
    })
  }

  get isDead(): boolean {
    return this.#isDead
  }

  /** The same object as this process has it. */
  of<Part extends object>(name: string, part: Part): Part {
    return new Proxy(part, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        const call = value.bind(target) as Method
        // Who listens hears nothing any more.
        if (key === 'onDurable') return (listener: Method) => call((batch: unknown) => (this.#isDead ? undefined : listener(batch)))
        return (...given: unknown[]) => this.#call(call, nameOf(`${name}.${String(key)}`, given[0]), given)
      },
    })
  }

  #call(call: Method, name: string, given: readonly unknown[]): unknown {
    if (!this.#isDead && name === this.#death.call && this.#death.when === 'before') this.#die()
    if (this.#isDead) return name === 'exchange.now' ? 0 : never()
    const answer = call(...given)
    if (!(answer instanceof Promise)) return answer
    return answer.then((told) => {
      if (name === this.#death.call && !this.#isDead) this.#die()
      return this.#isDead ? never() : told
    })
  }

  #die(): void {
    this.#isDead = true
    this.#tell()
  }
}

function nameOf(call: string, first: unknown): string {
  return call === 'exchange.submit' && typeof first === 'object' && first !== null && 'kind' in first
    ? `exchange.${String(first.kind)}`
    : call
}
