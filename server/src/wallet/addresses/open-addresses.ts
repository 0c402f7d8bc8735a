/** Joins public keys, texts and customers' addresses. */
import type { WalletParts } from '../parts.ts'
import { AddressBook } from './address-book.ts'
import { AddressDesk } from './customer-addresses.ts'
import { PublicKeys } from './public-keys.ts'
import { openSharedAddresses } from './shared-addresses.ts'

export interface OpenedAddresses {
  readonly texts: AddressBook
  readonly desk: AddressDesk
  stop(): Promise<void>
}

export function openAddresses(parts: WalletParts): OpenedAddresses {
  const keys = new PublicKeys(parts)
  const texts = new AddressBook({ ...parts, keys })
  const desk = new AddressDesk({ ...parts, texts, keys })
  const leaveShared = openSharedAddresses({ ...parts, texts })
  return {
    texts,
    desk,
    async stop() {
      await Promise.all([leaveShared(), keys.stop(), texts.stop()])
    },
  }
}
