// ---- Commands ----

const PLACE_PRICE: usize = EN_PLACE_TERMS + EN_TERMS_PRICE
const PLACE_QUANTITY: usize = EN_PLACE_TERMS + EN_TERMS_QUANTITY

/** Places a plain limit order that passes every check. */
function place(start: usize, out: usize, userId: i32, user: usize, key: usize, keyAt: usize, keyLength: u32, seq: f64, at: f64): usize {
  const instrumentId = load<i32>(start, EN_ENTRY_INSTRUMENT)
  if (<u32>(instrumentId - 1) >= load<u32>(S_INSTRUMENTS)) return cold(COLD_PLACE, start, out)
  const instrument = INSTR + (instrumentId - 1) * INSTR_BYTES
  const terms = load<u32>(start, EN_PLACE_TERMS)
  const side = terms & 0xff
  const timeInForce = (terms >>> 16) & 0xff
  const mode: i32 = terms >>> 24
  if (side > 1 || (terms & 0xff00) != 0 || timeInForce > 1 || mode > STP_DECREMENT) return cold(COLD_PLACE, start, out)
  const source = load<u32>(start, EN_PLACE_SOURCE)
  if ((source & 0xffff00) != 0) return cold(COLD_PLACE, start, out)
  if ((load<u32>(user, USERS + USER_STATUS) & 0xff00ff) != 0x010000) return cold(COLD_PLACE, start, out)
  if (load<i32>(instrument, I_STATUS) != TRADING || load<u8>(instrument + side, I_TAKES) == 0) return cold(COLD_PLACE, start, out)
  const price = load<f64>(start, PLACE_PRICE)
  const quantity = load<f64>(start, PLACE_QUANTITY)
  if (!(price >= 1 && price <= load<f64>(instrument, I_PRICE_MOST))) return cold(COLD_PLACE, start, out)
  if (!(quantity >= load<f64>(instrument, I_QUANTITY_LEAST) && quantity <= load<f64>(instrument, I_QUANTITY_MOST))) return cold(COLD_PLACE, start, out)
  if (floor(price) != price || floor(quantity) != quantity) return cold(COLD_PLACE, start, out)
  const value = price * quantity * load<f64>(instrument, I_NOTIONAL_UNIT)
  const lots = quantity * load<f64>(instrument, I_LOT_UNIT)
  if (value >= EXACT || lots >= EXACT) return cold(COLD_PLACE, start, out)
  if (value < load<f64>(instrument, I_VALUE_LEAST) || value > load<f64>(instrument, I_VALUE_MOST)) return cold(COLD_PLACE, start, out)
  const isBuy = side == 0
  if (load<i32>(instrument, I_BAND_RATE) != 0) {
    bandNow(instrument, at)
    if (isBuy ? price > load<f64>(instrument, I_BAND_HIGH) : price < load<f64>(instrument, I_BAND_LOW)) return cold(COLD_PLACE, start, out)
  }
  let desk = findDesk(userId, user, instrumentId)
  const most = load<i32>(instrument, I_OPEN_MAX)
  const isIoc = timeInForce == <u32>IOC
  let account: usize
  if (desk != 0) {
    if (!isIoc && most != 0 && load<i32>(desk, DESKS + DESK_OPEN_COUNT) >= most) return cold(COLD_PLACE, start, out)
    account = load<usize>(desk + (isBuy ? DESK_QUOTE_ACCOUNT : DESK_BASE_ACCOUNT), DESKS)
  } else {
    account = findAccount(userId, user, load<i32>(instrument + (isBuy ? I_QUOTE_ASSET : I_BASE_ASSET)))
    if (account == 0) return cold(COLD_PLACE, start, out)
  }
  const need = int64Of(isBuy ? value : lots)
  if (load<i64>(account, ACCOUNTS + ACCOUNT_AVAILABLE) < need) return cold(COLD_PLACE, start, out)
  const live = load<i32>(S_ORDERS_LIVE) + 8
  if (live > load<i32>(S_ORDERS_MAX) || live > load<i32>(S_EXTRAS_MAX)) return cold(COLD_PLACE, start, out)
  // accepted
  if (desk == 0) desk = openDesk(userId, user, instrument, instrumentId)
  const order = allocate(ORDERS, S_ORDERS_USED, ORDER_BYTES)
  let label: usize = 0
  if (key != 0) {
    label = allocate(LABELS, S_LABELS_USED, LABEL_BYTES)
    store<u64>(label, <u64>keyLength | (<u64>key << 32), LABELS)
    if (keyLength <= 32) copyText(LABELS + LABEL_TEXT + label, keyAt, keyLength)
    else {
      copyText(LABELS + LABEL_TEXT + label, keyAt, 32)
      store<i32>(label, load<i32>(keyAt, 32), LABELS + LABEL_TEXT + 32)
    }
    store<usize>(key, label, K_LABEL)
  }
  const orderId = seq * 8
  const flags: u32 = side | ((((source & 0xff) << 6) | (<u32>mode << 3) | timeInForce) & 0xff) << 8 | (<u32>NEW << 16)
  store<f64>(order, orderId, ORDERS + ORDER_ID)
  store<f64>(order, price, ORDERS + ORDER_PRICE)
  store<f64>(order, quantity, ORDERS + ORDER_REMAINING)
  store<f64>(order, quantity, ORDERS + ORDER_QUANTITY)
  store<i64>(order, need, ORDERS + ORDER_HELD)
  store<i64>(order, 0, ORDERS + ORDER_EXECUTED_QUOTE)
  store<i64>(order, 0, ORDERS + ORDER_FEE)
  store<f64>(order, at, ORDERS + ORDER_CREATED)
  store<f64>(order, at, ORDERS + ORDER_UPDATED)
  store<i64>(order, 0, ORDERS + ORDER_PREVIOUS)
  // level, desk
  store<u64>(order, <u64>desk << 32, ORDERS + ORDER_LEVEL)
  const first = load<usize>(desk, DESKS + DESK_ORDERS)
  // neighbours at the desk
  store<u64>(order, <u64>first << 32, ORDERS + ORDER_DESK_PREVIOUS)
  // flags, extra
  store<u64>(order, <u64>flags, ORDERS + ORDER_KIND)
  store<usize>(order, label, ORDERS + ORDER_LABEL)
  if (first != 0) store<usize>(first, order, ORDERS + ORDER_DESK_PREVIOUS)
  store<usize>(desk, order, DESKS + DESK_ORDERS)
  indexAdd(S_ORDER_INDEX_SLOTS, mixId(orderId), order)
  // the hold
  out = post(out, account, -need, need, CAUSE_HOLD, orderId)
  // the order as placed
  const textBytes = key == 0 ? 0 : (keyLength + 3) & ~3
  const textLength = key == 0 ? 0 : keyLength
  store<u64>(out, <u64>(<u32>EV_ORDER_TEXT + textBytes) | (<u64>(<u32>EV_RECORD_ORDER | (textLength << 16)) << 32))
  store<f64>(out, orderId, EV_ORDER_ROW)
  store<f64>(out, price, EV_ORDER_ROW + 8)
  store<f64>(out, quantity, EV_ORDER_ROW + 16)
  store<f64>(out, quantity, EV_ORDER_ROW + 24)
  store<i64>(out, need, EV_ORDER_ROW + 32)
  store<i64>(out, 0, EV_ORDER_ROW + 40)
  store<i64>(out, 0, EV_ORDER_ROW + 48)
  store<f64>(out, at, EV_ORDER_ROW + 56)
  store<f64>(out, at, EV_ORDER_ROW + 64)
  store<u64>(out, <u64>flags, EV_ORDER_FLAGS)
  writeOwner(out, desk, flags)
  copyText(out + EV_ORDER_TEXT, keyAt, textLength)
  out += EV_ORDER_TEXT + textBytes
  // the market
  const best = load<usize>(instrument + (isBuy ? L_BYTES : 0), I_LADDERS)
  let rests = !isIoc
  if (rests && best != 0) {
    const bestPrice = load<f64>(best, LEVELS + LEVEL_PRICE)
    rests = isBuy ? price < bestPrice : price > bestPrice
  }
  let status: u32 = NEW
  if (rests) rest(instrument, instrumentId, order, desk, price, quantity, isBuy)
  else {
    out = enterMarket(out, instrument, instrumentId, order, price, isBuy, isIoc, mode)
    status = load<u32>(S_STATUS)
  }
  // the answer
  out = writeAnswer(out, orderId, <u32>LIMIT, status, instrumentId, keyAt, textLength)
  store<u32>(S_RECORDS, load<u32>(S_RECORDS) + 3)
  if (key != 0) {
    store<f64>(key, orderId, K_VALUE)
    // one order, the key names it: KEY_RECENT | KEY_NAMES_ORDER
    store<u32>(key, keyLength | (1 << 16) | (10 << 24), K_LENGTH)
    store<u16>(key, <u16>status, K_STATUS)
    store<i32>(key, instrumentId, K_INSTRUMENT)
  }
  return out
}

@inline function writeAnswer(out: usize, orderId: f64, type: u32, status: u32, instrumentId: i32, textAt: usize, length: u32): usize {
  const bytes: u32 = <u32>EV_OUTCOME_ORDER_TEXT + ((length + 3) & ~3)
  store<u64>(out, <u64>bytes | (<u64>(<u32>EV_RECORD_OUTCOME_ORDER | (type << 8) | (status << 16)) << 32))
  store<f64>(out, orderId, EV_OUTCOME_ORDER_ID)
  store<i64>(out, 0, EV_OUTCOME_ORDER_LIST)
  store<i64>(out, 0, EV_OUTCOME_ORDER_REPLACED)
  store<u64>(out, <u64><u32>instrumentId | (<u64>(length << 8) << 32), EV_OUTCOME_ORDER_INSTRUMENT)
  copyText(out + EV_OUTCOME_ORDER_TEXT, textAt, length)
  return out + bytes
}

/** Cancels an order by its id. */
function cancel(start: usize, out: usize, user: usize): usize {
  const userId = load<i32>(user, USERS + USER_ID)
  const orderId = load<f64>(start, EN_CANCEL_ORDER)
  if (!(orderId > 0 && orderId < EXACT)) return cold(COLD_CANCEL, start, out)
  const order = findOrder(orderId)
  if (order == 0) return cold(COLD_CANCEL, start, out)
  const desk = load<usize>(order, ORDERS + ORDER_DESK)
  if (load<i32>(desk, DESKS + DESK_USER_ID) != userId) return cold(COLD_CANCEL, start, out)
  if (load<usize>(order, ORDERS + ORDER_EXTRA) != 0) return cold(COLD_CANCEL, start, out)
  if (load<usize>(order, ORDERS + ORDER_LEVEL) == 0) return cold(COLD_CANCEL, start, out)
  const instrumentId = load<i32>(desk, DESKS + DESK_INSTRUMENT)
  const instrument = INSTR + (instrumentId - 1) * INSTR_BYTES
  const label = load<usize>(order, ORDERS + ORDER_LABEL)
  const length: u32 = label == 0 ? 0 : load<u8>(label, LABELS + LABEL_LENGTH)
  out = writeAnswer(out, orderId, <u32>load<u8>(order, ORDERS + ORDER_KIND) >>> 1, CANCELED, instrumentId, LABELS + LABEL_TEXT + label, length)
  store<u32>(S_RECORDS, load<u32>(S_RECORDS) + 1)
  leaveQueue(instrument, order, load<f64>(order, ORDERS + ORDER_REMAINING))
  return finish(out, order, CANCELED, CLOSE_USER)
}

/** Hashes the key of the entry behind this one and lets the line of its bucket come: a store waits for no line. */
@inline function lookAhead(start: usize): void {
  const next = start + load<u32>(start)
  if (next >= load<usize>(S_ENTRIES_END)) return
  const length: u32 = load<u8>(next, EN_ENTRY_KEY_LENGTH)
  if (length == 0) {
    return
  }
  const user: usize = <usize>(load<i32>(next, EN_ENTRY_USER) - FIRST_USER + 2) * USER_BYTES
  if (user < load<usize>(S_USERS_USED)) {
    const desk = load<usize>(user, USERS + USER_DESKS)
    store<u32>(S_SEEN, load<u32>(load<usize>(desk, DESKS + DESK_QUOTE_ACCOUNT), ACCOUNTS) ^ load<u32>(load<usize>(desk, DESKS + DESK_BASE_ACCOUNT), ACCOUNTS))
  }
  const hash = hashKey(next + load<u16>(next, EN_ENTRY_KEY_AT), length, user)
  store<usize>(S_AHEAD_ENTRY, next)
  store<i32>(S_AHEAD_HASH, hash)
  store<u32>(lineAt(hash), 0, 56)
}

/** Applies the entry at `start`; records go to `out`. Returns where they end. */
export function apply(start: usize, out: usize): usize {
  return applyOne(start, out)
}

@inline function applyOne(start: usize, out: usize): usize {
  const seq = load<f64>(start, EN_ENTRY_SEQ)
  const stamp = load<f64>(start, EN_ENTRY_AT)
  if (!(seq > load<f64>(S_SEQ) && seq < 562949953421312.0)) return cold(COLD_SEQ, start, out)
  store<f64>(S_SEQ, seq)
  let at = load<f64>(S_AT)
  if (stamp > at) {
    at = stamp
    store<f64>(S_AT, at)
  }
  store<usize>(S_ENTRY_START, out)
  store<u64>(out, EV_ENTRY_BYTES | (<u64>EV_RECORD_ENTRY << 32))
  store<f64>(out, seq, EV_ENTRY_SEQ)
  store<f64>(out, at, EV_ENTRY_AT)
  out += EV_ENTRY_BYTES
  const nextDay = load<f64>(S_NEXT_DAY)
  if (at >= load<f64>(S_DEADLINE) || (nextDay != 0 && at >= nextDay)) return cold(COLD_DUE, start, out)
  const kind = load<u8>(start, EN_ENTRY_KIND)
  const userId = load<i32>(start, EN_ENTRY_USER)
  const user: usize = (userId - FIRST_USER + 2) * USER_BYTES
  if (userId < FIRST_USER || user >= load<usize>(S_USERS_USED)) return cold(COLD_USER, start, out)
  const keyLength: u32 = load<u8>(start, EN_ENTRY_KEY_LENGTH)
  const keyOffset: u32 = load<u16>(start, EN_ENTRY_KEY_AT)
  const keyAt: usize = start + keyOffset
  let key: usize = 0
  if (keyLength != 0) {
    if (kind >= EN_KIND_DOCUMENT) return cold(COLD_KIND, start, out)
    const hash = load<usize>(S_AHEAD_ENTRY) == start ? load<i32>(S_AHEAD_HASH) : hashKey(keyAt, keyLength, user)
    const bits = bitsOf(hash)
    if (load<u32>(S_KEYS_LIVE) > load<u32>(S_BUCKET_LINES) * 28) growBuckets()
    const bucket = bucketAt(hash)
    if ((load<i32>(bucket) & bits) == bits && searchKey(bucket, keyAt, keyLength, user, at) != 0) return cold(COLD_REPEATED, start, out)
    key = rememberKey(keyAt, keyLength, user, bucket, bits, hashBody(start, kind, keyOffset), seq, at)
  }
  lookAhead(start)
  if (kind == EN_KIND_PLACE) out = place(start, out, userId, user, key, keyAt, keyLength, seq, at)
  else if (kind == EN_KIND_CANCEL && key == 0) out = cancel(start, out, user)
  else return cold(COLD_KIND, start, out)
  out = reportLevels(out)
  store<u64>(out, EV_OUTCOME_BYTES | (<u64>EV_RECORD_OUTCOME << 32))
  store<f64>(out, seq, EV_OUTCOME_SEQ)
  store<f64>(out, at, EV_OUTCOME_AT)
  store<f64>(out, 0, EV_OUTCOME_VALUE)
  store<u32>(S_RECORDS, load<u32>(S_RECORDS) + 2)
  return out + EV_OUTCOME_BYTES
}

/** Applies the entries from `start` on until `end` or until the records reach `limit`; where it stopped goes to S_NEXT_ENTRY. */
export function applyBatch(start: usize, end: usize, out: usize, limit: usize): usize {
  while (start < end && out < limit) {
    out = applyOne(start, out)
    start += load<u32>(start)
  }
  store<usize>(S_NEXT_ENTRY, start)
  return out
}
