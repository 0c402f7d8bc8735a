/** What history keeps of where coins came to: the engine forgets deposits that are deep. */
import type { AddressId, ListingId } from '@agio/engine/ids/id.ts'

/** Coins of a listing came to an address at least once, whatever became of the deposit. */
export interface Receipt {
  readonly listingId: ListingId
  readonly addressId: AddressId
}

/** Read at a start, as of the position that history has reached. */
export interface ReceiptHistory {
  /** Each pair once. */
  receipts(): Promise<readonly Receipt[]>
}
