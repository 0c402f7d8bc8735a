/** Networks, and assets on them. */
import { allocateZeroed } from '../memory/tables'
import { Listing, listingsTable, Network, networksTable, none } from '../../generated/rows'
import { LISTING_BYTES, NETWORK_BYTES } from '../constants/layout'
import { LISTINGS, NETWORKS } from '../constants/map'

/** Row of a network; none() if it does not exist. */
export function networkAt(networkId: i32): Network {
  const handle = <u64><u32>networkId * <u64>NETWORK_BYTES
  return networkId > 0 && handle < <u64>networksTable.used ? changetype<Network>(<usize>handle) : none<Network>()
}

/** A new network's row; its position is its id. Room for it is what admission has asked for. */
export function openNetwork(): Network {
  const network = allocateZeroed<Network>(NETWORKS, networksTable, NETWORK_BYTES)
  network.id = <i32>(changetype<usize>(network) / NETWORK_BYTES)
  return network
}

/** Row of a listing; none() if it does not exist. */
export function listingAt(listingId: i32): Listing {
  const handle = <u64><u32>listingId * <u64>LISTING_BYTES
  return listingId > 0 && handle < <u64>listingsTable.used ? changetype<Listing>(<usize>handle) : none<Listing>()
}

/** A new listing's row; its position is its id. Room for it is what admission has asked for. */
export function openListing(): Listing {
  const listing = allocateZeroed<Listing>(LISTINGS, listingsTable, LISTING_BYTES)
  listing.id = <i32>(changetype<usize>(listing) / LISTING_BYTES)
  return listing
}
