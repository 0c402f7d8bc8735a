/** Where one address serves all customers of a network, the house opens it once, by itself: a duty of the leader. */
import { asUserId } from '@agio/engine/ids/id.ts'
import type { Log } from '../../core/log.ts'
import type { NetworkBook } from '../network-book.ts'
import type { WalletExchange } from '../parts.ts'
import type { AddressBook } from './address-book.ts'

const HOUSE = asUserId(0)
const RETRY_MS = 2000

export interface SharedAddressesParts {
  readonly exchange: WalletExchange
  readonly book: NetworkBook
  readonly texts: AddressBook
  readonly log: Log
}

/** @returns gives the duty up */
export function openSharedAddresses({ exchange, book, texts, log }: SharedAddressesParts): () => Promise<void> {
  let isLeading = false
  let work: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  const openOne = async (family: number): Promise<void> => {
    if (!isLeading || texts.hasShared(family)) return
    const { reason } = await exchange.submit({ kind: 'assignAddress', userId: HOUSE, family, place: 'addresses', tag: 0, label: 'shared' })
    if (reason !== 'none') throw new Error(`no address for family ${family}: ${reason}`)
  }
  const openAll = (): void => {
    work = work.then(async () => {
      if (!isLeading || !book.isReady) return
      try {
        for (const { family, document } of book.networks()) if (document.tag !== null) await openOne(family)
      } catch (error) {
        log.warn('a shared address waits', { error: String(error) })
        retry = setTimeout(openAll, RETRY_MS).unref()
      }
    })
  }
  const stopListening = book.onChange(openAll)
  const leave = exchange.leadership.join({
    begin() {
      isLeading = true
      openAll()
    },
    end() {
      isLeading = false
      clearTimeout(retry)
      return work
    },
  })
  return async () => {
    stopListening()
    await leave()
  }
}
