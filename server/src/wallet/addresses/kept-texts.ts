/**
 * Texts of addresses on the disk, so that a start need not make them all again. A line is believed when its mark is that of key, number and
 * text together: what is torn, spoilt or of another key is made anew.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PublicAccount } from '@agio/chain/signing-port.ts'
import type { AddressId } from '@agio/engine/ids/id.ts'
import type { Log } from '../../core/log.ts'

const LINE = /^(\d{1,10}) ([0-9a-f]{16}) (\S{1,128})$/
const MARK = 16

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

export class KeptTexts {
  readonly #path: string
  readonly #log: Log
  readonly #names = new WeakMap<PublicAccount, string>()
  #texts: Map<number, readonly [mark: string, text: string]> | undefined

  constructor(path: string, log: Log) {
    this.#path = path
    this.#log = log
  }

  /** @param account that the address would be made of */
  of(account: PublicAccount, addressId: AddressId): string | undefined {
    this.#texts ??= this.#read()
    const [mark, text] = this.#texts.get(addressId) ?? []
    return text !== undefined && mark === this.#mark(account, addressId, text) ? text : undefined
  }

  /** What cannot be written is made again by the next start. */
  add(account: PublicAccount, made: readonly (readonly [AddressId, string])[]): void {
    if (made.length === 0) return
    const lines = made.map(([addressId, text]) => `${addressId} ${this.#mark(account, addressId, text)} ${text}\n`)
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
      // Ends a line that was torn.
      appendFileSync(this.#path, `\n${lines.join('')}`, { mode: 0o600 })
    } catch (error) {
      this.#log.warn('texts of addresses were not kept', { error: String(error) })
    }
  }

  #mark(account: PublicAccount, addressId: AddressId, text: string): string {
    let name = this.#names.get(account)
    if (name === undefined) {
      name = digest(JSON.stringify(account))
      this.#names.set(account, name)
    }
    return digest(`${name} ${addressId} ${text}`).slice(0, MARK)
  }

  #read(): Map<number, readonly [string, string]> {
    let text = ''
    try {
      text = readFileSync(this.#path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#log.warn('texts of addresses cannot be read', { error: String(error) })
    }
    const found = new Map<number, readonly [string, string]>()
    for (const line of text.split('\n')) {
      const [, id, mark, made] = LINE.exec(line) ?? []
      if (id !== undefined && mark !== undefined && made !== undefined) found.set(Number(id), [mark, made])
    }
    return found
  }
}
