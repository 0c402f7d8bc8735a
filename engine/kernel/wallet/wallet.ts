/** What a user has with chains: addresses, deposits, withdrawals. Found by the user's id; who never had anything has no row. */
import { after, hashAt, homeOf, indexAdd, mixPair, rowAt } from '../memory/handle-index'
import { allocateZeroed } from '../memory/tables'
import { Address, addressesTable, none, User, Wallet, walletsIndex, walletsTable } from '../../generated/rows'
import { ADDRESS_BYTES, WALLET_BYTES } from '../constants/layout'
import { ADDRESSES, WALLETS } from '../constants/map'

@inline function hashOf(userId: i32): i32 {
  return mixPair(userId, 0)
}

/** The wallet of a user, none when there is none yet. */
export function findWallet(user: User): Wallet {
  const hash = hashOf(user.id)
  let slot = homeOf(walletsIndex, hash)
  let wallet = rowAt<Wallet>(walletsIndex, slot)
  while (wallet.exists && (hashAt(walletsIndex, slot) != hash || wallet.user != user)) {
    slot = after(walletsIndex, slot)
    wallet = rowAt<Wallet>(walletsIndex, slot)
  }
  return wallet
}

/** The wallet of a user, opened when there is none. Room for it is what admission has asked for. */
export function openWallet(user: User): Wallet {
  const known = findWallet(user)
  if (known.exists) return known
  const wallet = allocateZeroed<Wallet>(WALLETS, walletsTable, WALLET_BYTES)
  wallet.user = user
  hangWallet(wallet)
  return wallet
}

/** Puts a row, whose table was filled from a snapshot or which is new, into the index. */
export function hangWallet(wallet: Wallet): void {
  indexAdd<Wallet>(walletsIndex, hashOf(wallet.user.id), wallet)
}

/** Row of an address; none() if it does not exist. */
export function addressAt(addressId: i32): Address {
  const handle = <u64><u32>addressId * <u64>ADDRESS_BYTES
  return addressId > 0 && handle < <u64>addressesTable.used ? changetype<Address>(<usize>handle) : none<Address>()
}

@inline export function idOfAddress(address: Address): i32 {
  return <i32>(changetype<usize>(address) / ADDRESS_BYTES)
}

/** A new address of a user, none = of the house. Returns its id. Room for rows is what admission has asked for. */
export function openAddress(user: User, family: i32, place: i32, tag: u32): i32 {
  const address = allocateZeroed<Address>(ADDRESSES, addressesTable, ADDRESS_BYTES)
  address.family = family
  address.place = place
  address.tag = tag
  if (user.exists) {
    const wallet = openWallet(user)
    address.wallet = wallet
    address.next = wallet.addresses
    wallet.addresses = address
  } else address.wallet = none<Wallet>()
  return idOfAddress(address)
}

/** Addresses that a user has in a family of networks. */
export function countAddresses(user: User, family: i32): u32 {
  const wallet = findWallet(user)
  let count: u32 = 0
  if (!wallet.exists) return count
  for (let address = wallet.addresses; address.exists; address = address.next) if (address.family == family) count += 1
  return count
}
