// ---- Desks ----

@inline function findDesk(userId: i32, user: usize, instrumentId: i32): usize {
  let desk = load<usize>(user, USERS + USER_DESKS)
  for (let walked = 0; walked < 4; walked += 1) {
    if (desk == 0 || load<i32>(desk, DESKS + DESK_INSTRUMENT) == instrumentId) return desk
    desk = load<usize>(desk, DESKS + DESK_NEXT)
  }
  return desk == 0 ? 0 : searchDesk(userId, instrumentId)
}

function searchDesk(userId: i32, instrumentId: i32): usize {
  const hash = mixPair(userId, ~instrumentId)
  const slots = load<usize>(S_DESK_INDEX_SLOTS)
  const mask = load<u32>(S_DESK_INDEX_MASK)
  for (let slot: u32 = (<u32>hash << 3) & mask; ; slot = (slot + 8) & mask) {
    const desk = load<usize>(slots + slot, 4)
    if (desk == 0) return 0
    if (load<i32>(slots + slot) != hash) continue
    if (load<i32>(desk, DESKS + DESK_USER_ID) == userId && load<i32>(desk, DESKS + DESK_INSTRUMENT) == instrumentId) return desk
  }
  return 0
}

function openDesk(userId: i32, user: usize, instrument: usize, instrumentId: i32): usize {
  const base = openAccount(userId, user, load<i32>(instrument, I_BASE_ASSET))
  const quote = openAccount(userId, user, load<i32>(instrument, I_QUOTE_ASSET))
  const desk = allocate(DESKS, S_DESKS_USED, DESK_BYTES)
  zero(DESKS + desk, DESK_BYTES)
  store<usize>(desk, user, DESKS + DESK_USER)
  store<i32>(desk, userId, DESKS + DESK_USER_ID)
  store<i32>(desk, instrumentId, DESKS + DESK_INSTRUMENT)
  store<usize>(desk, base, DESKS + DESK_BASE_ACCOUNT)
  store<usize>(desk, quote, DESKS + DESK_QUOTE_ACCOUNT)
  store<usize>(desk, load<usize>(user, USERS + USER_DESKS), DESKS + DESK_NEXT)
  store<usize>(user, desk, USERS + USER_DESKS)
  let deeper = desk
  for (let walked = 0; walked < 4 && deeper != 0; walked += 1) deeper = load<usize>(deeper, DESKS + DESK_NEXT)
  if (deeper != 0) indexAdd(S_DESK_INDEX_SLOTS, mixPair(userId, ~load<i32>(deeper, DESKS + DESK_INSTRUMENT)), deeper)
  return desk
}

// ---- Reference price, band ----

@inline function ringAt(instrument: usize, openTime: i64): usize {
  return instrument + W_RING + <usize>((openTime / BUCKET_MS) % 31) * 24
}

@inline function windowAdd(instrument: usize, price: f64, at: f64): void {
  const newest = load<f64>(instrument, W_NEWEST)
  if (at >= newest + 10000 || newest < 0) windowOpen(instrument, at)
  const bucket = load<usize>(instrument, W_NEWEST_OFFSET)
  const ticks = int64Of(price)
  store<i64>(bucket, load<i64>(bucket, 8) + 1, 8)
  store<i64>(bucket, load<i64>(bucket, 16) + ticks, 16)
  store<i64>(instrument, load<i64>(instrument, W_TOTAL_COUNT) + 1, W_TOTAL_COUNT)
  store<i64>(instrument, load<i64>(instrument, W_TOTAL_SUM) + ticks, W_TOTAL_SUM)
  store<f64>(instrument, -1, W_CACHED_AT)
}

function windowOpen(instrument: usize, at: f64): void {
  const openTime = i64(at) - (i64(at) % BUCKET_MS)
  windowDrop(instrument, <f64>openTime)
  const bucket = ringAt(instrument, openTime)
  store<f64>(bucket, <f64>openTime)
  store<i64>(bucket, 0, 8)
  store<i64>(bucket, 0, 16)
  store<f64>(instrument, <f64>openTime, W_NEWEST)
  store<usize>(instrument, bucket, W_NEWEST_OFFSET)
  if (load<f64>(instrument, W_OLDEST) < 0) store<f64>(instrument, <f64>openTime, W_OLDEST)
}

@inline function windowDrop(instrument: usize, now: f64): void {
  const oldest = load<f64>(instrument, W_OLDEST)
  if (oldest >= 0 && oldest <= now - 310000) windowDropSome(instrument, now - 310000)
}

function windowDropSome(instrument: usize, first: f64): void {
  let oldest = load<f64>(instrument, W_OLDEST)
  while (oldest >= 0 && oldest <= first) {
    const bucket = ringAt(instrument, i64(oldest))
    store<i64>(instrument, load<i64>(instrument, W_TOTAL_COUNT) - load<i64>(bucket, 8), W_TOTAL_COUNT)
    store<i64>(instrument, load<i64>(instrument, W_TOTAL_SUM) - load<i64>(bucket, 16), W_TOTAL_SUM)
    oldest = nextOpenTime(instrument, oldest)
  }
  store<f64>(instrument, oldest, W_OLDEST)
}

function nextOpenTime(instrument: usize, openTime: f64): f64 {
  const newest = load<f64>(instrument, W_NEWEST)
  for (let next = openTime + 10000; next <= newest; next += 10000) {
    if (load<f64>(ringAt(instrument, i64(next))) == next) return next
    if (next > openTime + 310000) return newest
  }
  return -1
}

@inline function windowMean(instrument: usize, now: f64): f64 {
  if (load<f64>(instrument, W_CACHED_AT) == now) return load<f64>(instrument, W_CACHED_MEAN)
  return windowMeanNow(instrument, now)
}

function windowMeanNow(instrument: usize, now: f64): f64 {
  windowDrop(instrument, now)
  store<f64>(instrument, now, W_CACHED_AT)
  const oldest = load<f64>(instrument, W_OLDEST)
  const count = load<i64>(instrument, W_TOTAL_COUNT)
  const sum = load<i64>(instrument, W_TOTAL_SUM)
  let mean: f64 = 0
  if (count != 0) mean = oldest >= 0 && now - 300000 <= oldest ? <f64>(sum / count) : windowCompute(instrument, now)
  store<f64>(instrument, mean, W_CACHED_MEAN)
  return mean
}

function windowCompute(instrument: usize, now: f64): f64 {
  const oldest = i64(load<f64>(instrument, W_OLDEST))
  const bucket = ringAt(instrument, oldest)
  const expired = i64(now) - BUCKETS * BUCKET_MS - oldest
  const straddles = expired > 0
  const kept = straddles ? BUCKET_MS - expired : BUCKET_MS
  const oldCount = straddles ? load<i64>(bucket, 8) : 0
  const oldSum = straddles ? load<i64>(bucket, 16) : 0
  const fullCount = load<i64>(instrument, W_TOTAL_COUNT) - oldCount
  const fullSum = load<i64>(instrument, W_TOTAL_SUM) - oldSum
  const divisor = BUCKET_MS * fullCount + kept * oldCount
  const fullQuotient = fullSum / divisor
  const oldQuotient = oldSum / divisor
  const rest = BUCKET_MS * (fullSum - fullQuotient * divisor) + kept * (oldSum - oldQuotient * divisor)
  return <f64>(BUCKET_MS * fullQuotient + kept * oldQuotient + rest / divisor)
}

@inline function referencePrice(instrument: usize, now: f64): f64 {
  const mean = windowMean(instrument, now)
  if (mean != 0) return mean
  const last = load<f64>(instrument, I_LAST_PRICE)
  return last != 0 ? last : load<f64>(instrument, I_REFERENCE_PRICE)
}

/** Brings I_BAND_HIGH and I_BAND_LOW up to date. */
@inline function bandNow(instrument: usize, now: f64): void {
  const rate = <f64>load<i32>(instrument, I_BAND_RATE)
  const reference = rate == 0 ? 0 : referencePrice(instrument, now)
  if (load<f64>(instrument, I_BAND_REFERENCE) == reference && load<f64>(instrument, I_BAND_KNOWN_RATE) == rate) return
  store<f64>(instrument, reference, I_BAND_REFERENCE)
  store<f64>(instrument, rate, I_BAND_KNOWN_RATE)
  if (reference == 0) {
    store<f64>(instrument, Infinity, I_BAND_HIGH)
    store<f64>(instrument, 0, I_BAND_LOW)
    return
  }
  const share = min(rate, 100000000.0)
  const width = reference * share <= 9007199254740991.0 ? <f64>(i64(reference * share) / RATE_ONE) : wideShare(reference, share)
  store<f64>(instrument, rate > 100000000.0 ? Infinity : reference + width, I_BAND_HIGH)
  store<f64>(instrument, reference - width, I_BAND_LOW)
}

function wideShare(reference: f64, rate: f64): f64 {
  const amount = i64(reference)
  const whole = amount / RATE_ONE
  return <f64>(whole * i64(rate) + ((amount - whole * RATE_ONE) * i64(rate)) / RATE_ONE)
}

// ---- Orders ----

/** Where the event of an order names its owner. */
@inline function writeOwner(out: usize, desk: usize, flags: i32): void {
  const instrumentId = load<u32>(desk, DESKS + DESK_INSTRUMENT)
  const instrument = INSTR + (instrumentId - 1) * INSTR_BYTES
  const base = load<u32>(instrument, I_BASE_ASSET)
  const quote = load<u32>(instrument, I_QUOTE_ASSET)
  store<u64>(out, <u64>load<u32>(desk, DESKS + DESK_USER_ID) | (<u64>instrumentId << 32), EV_ORDER_USER)
  store<u64>(out, <u64>base | (<u64>quote << 32), EV_ORDER_BASE_ASSET)
  store<u32>(out, (flags & 1) == 0 && load<u32>(instrument, I_FEE_IN_QUOTE) == 0 ? base : quote, EV_ORDER_FEE_ASSET)
}

/** Records an order's change or end. */
function writeOrder(out: usize, order: usize, change: i32, closeReason: i32): usize {
  const extra = load<usize>(order, ORDERS + ORDER_EXTRA)
  const label = load<usize>(order, ORDERS + ORDER_LABEL)
  const length: u32 = label == 0 ? 0 : load<u8>(label, LABELS + LABEL_LENGTH)
  const bytes: u32 = <u32>EV_ORDER_TEXT + ((length + 3) & ~3) + (extra == 0 ? 0 : <u32>EXTRA_BYTES)
  const kind: u32 = <u32>EV_RECORD_ORDER | (<u32>change << 8) | (length << 16) | (extra == 0 ? 0 : 1 << 24)
  store<u64>(out, <u64>bytes | (<u64>kind << 32))
  store<i64>(out, load<i64>(order, ORDERS), EV_ORDER_ROW)
  store<i64>(out, load<i64>(order, ORDERS + 8), EV_ORDER_ROW + 8)
  store<i64>(out, load<i64>(order, ORDERS + 16), EV_ORDER_ROW + 16)
  store<i64>(out, load<i64>(order, ORDERS + 24), EV_ORDER_ROW + 24)
  store<i64>(out, load<i64>(order, ORDERS + 32), EV_ORDER_ROW + 32)
  store<i64>(out, load<i64>(order, ORDERS + 40), EV_ORDER_ROW + 40)
  store<i64>(out, load<i64>(order, ORDERS + 48), EV_ORDER_ROW + 48)
  store<i64>(out, load<i64>(order, ORDERS + 56), EV_ORDER_ROW + 56)
  store<i64>(out, load<i64>(order, ORDERS + 64), EV_ORDER_ROW + 64)
  const flags = load<u32>(order, ORDERS + ORDER_KIND)
  store<u64>(out, <u64>flags | (<u64>closeReason << 32), EV_ORDER_FLAGS)
  writeOwner(out, load<usize>(order, ORDERS + ORDER_DESK), flags)
  copyText(out + EV_ORDER_TEXT, LABELS + LABEL_TEXT + label, length)
  if (extra != 0) for (let offset: usize = 0; offset < EXTRA_BYTES; offset += 8) store<i64>(out + bytes - EXTRA_BYTES + offset, load<i64>(extra + offset, EXTRAS))
  store<u32>(S_RECORDS, load<u32>(S_RECORDS) + 1)
  return out + bytes
}

@inline function findOrder(orderId: f64): usize {
  const hash = mixId(orderId)
  const slots = load<usize>(S_ORDER_INDEX_SLOTS)
  const mask = load<u32>(S_ORDER_INDEX_MASK)
  for (let slot: u32 = (<u32>hash << 3) & mask; ; slot = (slot + 8) & mask) {
    const order = load<usize>(slots + slot, 4)
    if (order == 0) return 0
    if (load<i32>(slots + slot) == hash && load<f64>(order, ORDERS + ORDER_ID) == orderId) return order
  }
  return 0
}

/** Ends an order that waits nowhere any more: frees its hold, records the end and forgets the row. */
function finish(out: usize, order: usize, status: i32, closeReason: i32): usize {
  const held = load<i64>(order, ORDERS + ORDER_HELD)
  const desk = load<usize>(order, ORDERS + ORDER_DESK)
  const orderId = load<f64>(order, ORDERS + ORDER_ID)
  if (held != 0) {
    const isBuy = (load<u32>(order, ORDERS + ORDER_KIND) & 1) == 0
    store<i64>(order, 0, ORDERS + ORDER_HELD)
    out = post(out, load<usize>(desk + (isBuy ? DESK_QUOTE_ACCOUNT : DESK_BASE_ACCOUNT), DESKS), held, -held, CAUSE_RELEASE, orderId)
    store<u32>(S_RECORDS, load<u32>(S_RECORDS) + 1)
  }
  // whole words: a load waits long for a byte that was stored into it just before
  const flags = load<u32>(order, ORDERS + ORDER_KIND)
  store<u32>(order, (flags & 0xff00ffff) | (<u32>status << 16), ORDERS + ORDER_KIND)
  store<f64>(order, load<f64>(S_AT), ORDERS + ORDER_UPDATED)
  out = writeOrder(out, order, 2, closeReason)
  const extra = load<usize>(order, ORDERS + ORDER_EXTRA)
  if (extra != 0) {
    if (load<f64>(extra, EXTRAS + EXTRA_EXPIRE_AT) != 0) cold(COLD_EXTRA, order, out)
    release(EXTRAS, S_EXTRAS_USED, extra)
  }
  const bits = flags >>> 24
  if ((bits & 8) != 0) store<i32>(desk, load<i32>(desk, DESKS + DESK_OPEN_COUNT) - 1, DESKS + DESK_OPEN_COUNT)
  if ((bits & 48) != 0) cold(COLD_EXTRA, order, out)
  const previous = load<usize>(order, ORDERS + ORDER_DESK_PREVIOUS)
  const next = load<usize>(order, ORDERS + ORDER_DESK_NEXT)
  if (previous == 0) store<usize>(desk, next, DESKS + DESK_ORDERS)
  else store<usize>(previous, next, ORDERS + ORDER_DESK_NEXT)
  if (next != 0) store<usize>(next, previous, ORDERS + ORDER_DESK_PREVIOUS)
  indexRemove(S_ORDER_INDEX_SLOTS, mixId(orderId), order)
  const label = load<usize>(order, ORDERS + ORDER_LABEL)
  if (label != 0) {
    store<u32>(label, 0, LABELS + LABEL_KEY)
    release(LABELS, S_LABELS_USED, label)
  }
  const id = int64Of(orderId)
  const slot = CLOSED + ((<usize>(id & 3) * CLOSED_SEQUENCES + (<usize>(id >> 3) & (CLOSED_SEQUENCES - 1))) << 3)
  const owner = load<i32>(desk, DESKS + DESK_USER_ID) - FIRST_USER
  store<u64>(slot, <u64><u32>((id >> 18) + 1) | (<u64><u32>((owner << 4) | status) << 32))
  store<i64>(order, 0, ORDERS + ORDER_ID)
  release(ORDERS, S_ORDERS_USED, order)
  return out
}

