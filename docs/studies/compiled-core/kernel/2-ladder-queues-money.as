// ---- Ladder ----

@inline function recentOf(key: f64): usize {
  // the low bits of an integer of either sign
  return <usize>reinterpret<i64>(key + 6755399441055744.0) & (RECENT - 1)
}

@inline function ladderFind(ladder: usize, key: f64): usize {
  const recent = recentOf(key)
  if (load<f64>(load<usize>(ladder, L_RECENT_KEYS) + (recent << 3)) == key) return load<usize>(load<usize>(ladder, L_RECENT_HANDLES) + (recent << 2))
  return ladderSearch(ladder, key)
}

function ladderSearch(ladder: usize, key: f64): usize {
  const at = chunkFor(ladder, key)
  if (at < 0) return 0
  const chunk = load<usize>(load<usize>(ladder, L_DIR_CHUNKS) + (at << 2))
  const position = lowerBound(chunk, key)
  if (position < load<u32>(chunk) && load<f64>(chunk + (position << 3), CHUNK_KEYS) == key) {
    const handle = load<usize>(chunk + (position << 2), CHUNK_HANDLES)
    remember(ladder, key, handle)
    return handle
  }
  return 0
}

@inline function remember(ladder: usize, key: f64, handle: usize): void {
  const recent = recentOf(key)
  store<f64>(load<usize>(ladder, L_RECENT_KEYS) + (recent << 3), key)
  store<usize>(load<usize>(ladder, L_RECENT_HANDLES) + (recent << 2), handle)
}

/** The last chunk that starts at or below the key, −1 = none at all. First keys stand side by side in the directory. */
function chunkFor(ladder: usize, key: f64): i32 {
  const keys = load<usize>(ladder, L_DIR_KEYS)
  let high = load<i32>(ladder, L_CHUNKS) - 1
  if (high < 0 || load<f64>(keys + (high << 3)) <= key) return high
  let low: i32 = 0
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (load<f64>(keys + (middle << 3)) <= key) low = middle
    else high = middle - 1
  }
  return low
}

/** First position whose key is not below `key`; halving without branches. */
function lowerBound(chunk: usize, key: f64): u32 {
  let length = load<u32>(chunk)
  let base: u32 = 0
  if (length == 0) return 0
  while (length > 1) {
    const half = length >> 1
    base += load<f64>(chunk + ((base + half - 1) << 3), CHUNK_KEYS) < key ? half : 0
    length -= half
  }
  return base + u32(load<f64>(chunk + (base << 3), CHUNK_KEYS) < key)
}

@inline function firstOf(ladder: usize, at: i32): usize {
  if (at >= load<i32>(ladder, L_CHUNKS)) return 0
  return load<usize>(load<usize>(load<usize>(ladder, L_DIR_CHUNKS) + (at << 2)), CHUNK_HANDLES)
}

@inline function lastOf(ladder: usize, at: i32): usize {
  if (at < 0) return 0
  const chunk = load<usize>(load<usize>(ladder, L_DIR_CHUNKS) + (at << 2))
  return load<usize>(chunk + ((load<u32>(chunk) - 1) << 2), CHUNK_HANDLES)
}

function dirInsert(ladder: usize, at: i32, first: f64): usize {
  const keys = load<usize>(ladder, L_DIR_KEYS)
  const chunks = load<usize>(ladder, L_DIR_CHUNKS)
  const count = load<i32>(ladder, L_CHUNKS)
  memory.copy(keys + ((at + 1) << 3), keys + (at << 3), (count - at) << 3)
  memory.copy(chunks + ((at + 1) << 2), chunks + (at << 2), (count - at) << 2)
  const chunk = arena(CHUNK_BYTES)
  store<u32>(chunk, 0)
  store<f64>(keys + (at << 3), first)
  store<usize>(chunks + (at << 2), chunk)
  store<i32>(ladder, count + 1, L_CHUNKS)
  return chunk
}

/** Adds a key that is not there; leaves its neighbours in L_BETTER and L_WORSE. */
export function ladderInsert(ladder: usize, key: f64, handle: usize): void {
  let at = chunkFor(ladder, key)
  let chunk: usize
  if (at < 0) {
    at = 0
    chunk = dirInsert(ladder, 0, key)
  } else {
    chunk = load<usize>(load<usize>(ladder, L_DIR_CHUNKS) + (at << 2))
    if (load<u32>(chunk) == <u32>CHUNK_ENTRIES) {
      const half: u32 = <u32>CHUNK_ENTRIES / 2
      const first = load<f64>(chunk + (half << 3), CHUNK_KEYS)
      const upper = dirInsert(ladder, at + 1, first)
      memory.copy(upper + CHUNK_KEYS, chunk + CHUNK_KEYS + (half << 3), (CHUNK_ENTRIES - half) << 3)
      memory.copy(upper + CHUNK_HANDLES, chunk + CHUNK_HANDLES + (half << 2), (CHUNK_ENTRIES - half) << 2)
      store<u32>(upper, <u32>CHUNK_ENTRIES - half)
      store<u32>(chunk, half)
      if (key > first) {
        chunk = upper
        at += 1
      }
    }
  }
  const position = lowerBound(chunk, key)
  const count = load<u32>(chunk)
  for (let index = count; index > position; index -= 1) {
    store<f64>(chunk + (index << 3), load<f64>(chunk + (index << 3) - 8, CHUNK_KEYS), CHUNK_KEYS)
    store<u32>(chunk + (index << 2), load<u32>(chunk + (index << 2) - 4, CHUNK_HANDLES), CHUNK_HANDLES)
  }
  store<u32>(chunk, count + 1)
  store<f64>(chunk + (position << 3), key, CHUNK_KEYS)
  store<usize>(chunk + (position << 2), handle, CHUNK_HANDLES)
  if (position == 0) store<f64>(load<usize>(ladder, L_DIR_KEYS) + (at << 3), key)
  store<i32>(ladder, load<i32>(ladder, L_COUNT) + 1, L_COUNT)
  remember(ladder, key, handle)
  const better = position < count ? load<usize>(chunk + (position << 2) + 4, CHUNK_HANDLES) : firstOf(ladder, at + 1)
  const worse = position > 0 ? load<usize>(chunk + (position << 2) - 4, CHUNK_HANDLES) : lastOf(ladder, at - 1)
  store<usize>(ladder, better, L_BETTER)
  store<usize>(ladder, worse, L_WORSE)
  if (better == 0) store<usize>(ladder, handle, L_BEST)
}

function ladderRemove(ladder: usize, key: f64): void {
  const recent = recentOf(key)
  if (load<f64>(load<usize>(ladder, L_RECENT_KEYS) + (recent << 3)) == key) store<usize>(load<usize>(ladder, L_RECENT_HANDLES) + (recent << 2), 0)
  const at = chunkFor(ladder, key)
  if (at < 0) return
  const chunk = load<usize>(load<usize>(ladder, L_DIR_CHUNKS) + (at << 2))
  const position = lowerBound(chunk, key)
  const count = load<u32>(chunk)
  if (position >= count || load<f64>(chunk + (position << 3), CHUNK_KEYS) != key) return
  for (let index = position + 1; index < count; index += 1) {
    store<f64>(chunk + (index << 3) - 8, load<f64>(chunk + (index << 3), CHUNK_KEYS), CHUNK_KEYS)
    store<u32>(chunk + (index << 2) - 4, load<u32>(chunk + (index << 2), CHUNK_HANDLES), CHUNK_HANDLES)
  }
  store<u32>(chunk, count - 1)
  store<i32>(ladder, load<i32>(ladder, L_COUNT) - 1, L_COUNT)
  const keys = load<usize>(ladder, L_DIR_KEYS)
  if (count == 1) {
    const chunks = load<usize>(ladder, L_DIR_CHUNKS)
    const many = load<i32>(ladder, L_CHUNKS) - 1
    memory.copy(keys + (at << 3), keys + ((at + 1) << 3), (many - at) << 3)
    memory.copy(chunks + (at << 2), chunks + ((at + 1) << 2), (many - at) << 2)
    store<i32>(ladder, many, L_CHUNKS)
  } else if (position == 0) store<f64>(keys + (at << 3), load<f64>(chunk, CHUNK_KEYS))
  const last = load<i32>(ladder, L_CHUNKS) - 1
  if (at >= last) store<usize>(ladder, lastOf(ladder, last), L_BEST)
}

// ---- Queues ----

@inline function ladderOf(instrument: usize, which: i32): usize {
  return instrument + I_LADDERS + which * L_BYTES
}

/** Ladder key of a price in bids (0) or asks (1). */
@inline function keyOf(which: i32, price: f64): f64 {
  return which == 0 ? price : -price
}

@inline function changeShown(level: usize, delta: f64): void {
  store<f64>(level, load<f64>(level, LEVELS + LEVEL_QUANTITY) + delta, LEVELS + LEVEL_QUANTITY)
  if (load<i32>(level, LEVELS + LEVEL_CHANGED) == 1) return
  store<i32>(level, 1, LEVELS + LEVEL_CHANGED)
  const count = load<u32>(S_CHANGED_N)
  store<usize>(CHANGED + (count << 2), level)
  store<u32>(S_CHANGED_N, count + 1)
}

function newLevel(instrument: usize, instrumentId: i32, which: i32, price: f64): usize {
  const ladder = ladderOf(instrument, which)
  const book = instrumentId * 4 + which
  let level: usize = 0
  let emptied = load<u32>(S_EMPTIED_N)
  for (let index: u32 = 0; index < emptied; index += 1) {
    const candidate = load<usize>(EMPTIED + (index << 2))
    if (load<i32>(candidate, LEVELS + LEVEL_BOOK) != book || load<f64>(candidate, LEVELS + LEVEL_PRICE) != price) continue
    emptied -= 1
    store<usize>(EMPTIED + (index << 2), load<usize>(EMPTIED + (emptied << 2)))
    store<u32>(S_EMPTIED_N, emptied)
    level = candidate
    break
  }
  if (level == 0) {
    level = allocate(LEVELS, S_LEVELS_USED, LEVEL_BYTES)
    store<f64>(level, price, LEVELS + LEVEL_PRICE)
    store<i64>(level, 0, LEVELS + LEVEL_QUANTITY)
    store<i64>(level, 0, LEVELS + LEVEL_HEAD)
    store<i64>(level, <i64>book, LEVELS + LEVEL_BOOK)
  }
  ladderInsert(ladder, keyOf(which, price), level)
  const better = load<usize>(ladder, L_BETTER)
  const worse = load<usize>(ladder, L_WORSE)
  store<usize>(level, better, LEVELS + LEVEL_BETTER)
  store<usize>(level, worse, LEVELS + LEVEL_WORSE)
  if (better != 0) store<usize>(better, level, LEVELS + LEVEL_WORSE)
  if (worse != 0) store<usize>(worse, level, LEVELS + LEVEL_BETTER)
  return level
}

@inline function joinQueue(instrument: usize, instrumentId: i32, which: i32, price: f64, order: usize, shown: f64): void {
  let level = ladderFind(ladderOf(instrument, which), keyOf(which, price))
  if (level == 0) level = newLevel(instrument, instrumentId, which, price)
  const tail = load<usize>(level, LEVELS + LEVEL_TAIL)
  store<usize>(order, level, ORDERS + ORDER_LEVEL)
  // previous, next
  store<u64>(order, <u64>tail, ORDERS + ORDER_PREVIOUS)
  if (tail == 0) store<usize>(level, order, LEVELS + LEVEL_HEAD)
  else store<usize>(tail, order, ORDERS + ORDER_NEXT)
  store<usize>(level, order, LEVELS + LEVEL_TAIL)
  changeShown(level, shown)
}

@inline function leaveQueue(instrument: usize, order: usize, shown: f64): void {
  const level = load<usize>(order, ORDERS + ORDER_LEVEL)
  const previous = load<usize>(order, ORDERS + ORDER_PREVIOUS)
  const next = load<usize>(order, ORDERS + ORDER_NEXT)
  if (previous == 0) store<usize>(level, next, LEVELS + LEVEL_HEAD)
  else store<usize>(previous, next, ORDERS + ORDER_NEXT)
  if (next == 0) store<usize>(level, previous, LEVELS + LEVEL_TAIL)
  else store<usize>(next, previous, ORDERS + ORDER_PREVIOUS)
  store<usize>(order, 0, ORDERS + ORDER_LEVEL)
  changeShown(level, -shown)
  if (previous == 0 && next == 0) closeLevel(instrument, level)
}

function closeLevel(instrument: usize, level: usize): void {
  const which = load<i32>(level, LEVELS + LEVEL_BOOK) & 3
  const better = load<usize>(level, LEVELS + LEVEL_BETTER)
  const worse = load<usize>(level, LEVELS + LEVEL_WORSE)
  if (better != 0) store<usize>(better, worse, LEVELS + LEVEL_WORSE)
  if (worse != 0) store<usize>(worse, better, LEVELS + LEVEL_BETTER)
  ladderRemove(ladderOf(instrument, which), keyOf(which, load<f64>(level, LEVELS + LEVEL_PRICE)))
  const count = load<u32>(S_EMPTIED_N)
  store<usize>(EMPTIED + (count << 2), level)
  store<u32>(S_EMPTIED_N, count + 1)
}

@inline function reportLevels(out: usize): usize {
  const changed = load<u32>(S_CHANGED_N)
  for (let index: u32 = 0; index < changed; index += 1) {
    const level = load<usize>(CHANGED + (index << 2))
    store<i32>(level, 0, LEVELS + LEVEL_CHANGED)
    const book = load<u32>(level, LEVELS + LEVEL_BOOK)
    store<u64>(out, EV_LEVEL_BYTES | (<u64>(<u32>EV_RECORD_LEVEL | ((book & 3) << 8)) << 32))
    store<u64>(out, book >> 2, EV_LEVEL_INSTRUMENT)
    store<f64>(out, load<f64>(level, LEVELS + LEVEL_PRICE), EV_LEVEL_PRICE)
    store<f64>(out, load<f64>(level, LEVELS + LEVEL_QUANTITY), EV_LEVEL_QUANTITY)
    out += EV_LEVEL_BYTES
  }
  store<u32>(S_RECORDS, load<u32>(S_RECORDS) + changed)
  store<u32>(S_CHANGED_N, 0)
  const emptied = load<u32>(S_EMPTIED_N)
  if (emptied != 0) {
    for (let index: u32 = 0; index < emptied; index += 1) release(LEVELS, S_LEVELS_USED, load<usize>(EMPTIED + (index << 2)))
    store<u32>(S_EMPTIED_N, 0)
  }
  return out
}

// ---- Money ----

/** Changes a user's balances and records it. */
@inline function post(out: usize, account: usize, availableDelta: i64, heldDelta: i64, cause: i32, reference: f64): usize {
  const available = load<i64>(account, ACCOUNTS + ACCOUNT_AVAILABLE) + availableDelta
  const held = load<i64>(account, ACCOUNTS + ACCOUNT_HELD) + heldDelta
  if ((available | held) < 0) return cold(COLD_BALANCE, account, out)
  store<i64>(account, available, ACCOUNTS + ACCOUNT_AVAILABLE)
  store<i64>(account, held, ACCOUNTS + ACCOUNT_HELD)
  store<u64>(out, EV_BALANCE_BYTES | (<u64>(<u32>EV_RECORD_BALANCE | (<u32>cause << 8)) << 32))
  // owner and asset
  store<u64>(out, load<u64>(account, ACCOUNTS + ACCOUNT_OWNER), EV_BALANCE_USER)
  store<f64>(out, reference, EV_BALANCE_REFERENCE)
  store<i64>(out, availableDelta, EV_BALANCE_AVAILABLE_DELTA)
  store<i64>(out, heldDelta, EV_BALANCE_HELD_DELTA)
  store<i64>(out, available, EV_BALANCE_AVAILABLE)
  store<i64>(out, held, EV_BALANCE_HELD)
  return out + EV_BALANCE_BYTES
}

function findAccount(owner: i32, user: usize, assetId: i32): usize {
  let account = load<usize>(user, USERS + USER_ACCOUNTS)
  for (let walked = 0; walked < 4; walked += 1) {
    if (account == 0 || load<i32>(account, ACCOUNTS + ACCOUNT_ASSET) == assetId) return account
    account = load<usize>(account, ACCOUNTS + ACCOUNT_NEXT)
  }
  return account == 0 ? 0 : searchAccount(owner, assetId)
}

function searchAccount(owner: i32, assetId: i32): usize {
  const hash = mixPair(owner, assetId)
  const slots = load<usize>(S_ACCOUNT_INDEX_SLOTS)
  const mask = load<u32>(S_ACCOUNT_INDEX_MASK)
  for (let slot: u32 = (<u32>hash << 3) & mask; ; slot = (slot + 8) & mask) {
    const account = load<usize>(slots + slot, 4)
    if (account == 0) return 0
    if (load<i32>(slots + slot) != hash) continue
    if (load<i32>(account, ACCOUNTS + ACCOUNT_OWNER) == owner && load<i32>(account, ACCOUNTS + ACCOUNT_ASSET) == assetId) return account
  }
  return 0
}

function openAccount(owner: i32, user: usize, assetId: i32): usize {
  const known = owner < FIRST_USER ? searchAccount(owner, assetId) : findAccount(owner, user, assetId)
  if (known != 0) return known
  const account = allocate(ACCOUNTS, S_ACCOUNTS_USED, ACCOUNT_BYTES)
  zero(ACCOUNTS + account, ACCOUNT_BYTES)
  store<i32>(account, owner, ACCOUNTS + ACCOUNT_OWNER)
  store<i32>(account, assetId, ACCOUNTS + ACCOUNT_ASSET)
  if (owner < FIRST_USER) {
    indexAdd(S_ACCOUNT_INDEX_SLOTS, mixPair(owner, assetId), account)
    return account
  }
  store<usize>(account, load<usize>(user, USERS + USER_ACCOUNTS), ACCOUNTS + ACCOUNT_NEXT)
  store<usize>(user, account, USERS + USER_ACCOUNTS)
  let deeper = account
  for (let walked = 0; walked < 4 && deeper != 0; walked += 1) deeper = load<usize>(deeper, ACCOUNTS + ACCOUNT_NEXT)
  if (deeper != 0) indexAdd(S_ACCOUNT_INDEX_SLOTS, mixPair(owner, load<i32>(deeper, ACCOUNTS + ACCOUNT_ASSET)), deeper)
  return account
}

