// ---- Matching ----

/** The value of a fill counts to a user's volume of today. */
@inline function addVolume(user: usize, notional: i64): void {
  let volume = load<usize>(user, USERS + USER_VOLUME)
  if (volume == 0) volume = newVolume(user)
  store<i64>(volume, load<i64>(volume, VOLUMES + VOLUME_TODAY) + notional, VOLUMES + VOLUME_TODAY)
}

function newVolume(user: usize): usize {
  const volume = allocate(VOLUMES, S_VOLUMES_USED, VOLUME_BYTES)
  zero(VOLUMES + volume, VOLUME_BYTES)
  store<usize>(user, volume, USERS + USER_VOLUME)
  store<usize>(volume, user, VOLUMES + VOLUME_USER)
  if (load<f64>(S_NEXT_DAY) == 0) {
    const at = i64(load<f64>(S_AT))
    store<f64>(S_NEXT_DAY, <f64>(at - (at % DAY_MS) + DAY_MS))
  }
  return volume
}

function houseOf(instrument: usize, isBase: bool): usize {
  const at = instrument + (isBase ? I_BASE_FEE_ACCOUNT : I_QUOTE_FEE_ACCOUNT)
  const account = openAccount(INCOME_FEE, 0, load<i32>(instrument + (isBase ? I_BASE_ASSET : I_QUOTE_ASSET)))
  store<usize>(at, account)
  return account
}

/** Moves the money of one side and notes its fee in the trade's record at `trade`. */
@inline function move(
  out: usize, instrument: usize, order: usize, desk: usize, user: usize, isMaker: usize, isBuy: bool,
  notional: i64, amount: i64, tradeId: f64, trade: usize,
): usize {
  const base = load<usize>(desk, DESKS + DESK_BASE_ACCOUNT)
  const quote = load<usize>(desk, DESKS + DESK_QUOTE_ACCOUNT)
  const paid = isBuy ? notional : amount
  const gained = isBuy ? amount : notional
  const paying = isBuy ? quote : base
  const gaining = isBuy ? base : quote
  let held = load<i64>(order, ORDERS + ORDER_HELD) - paid
  const level = load<i32>(user, USERS + USER_LEVEL)
  const levels = load<i32>(S_FEE_LEVELS)
  let rate = load<i64>(instrument + (isBuy ? 0 : 16) + isMaker * 8, I_RATES)
  if (level >= 0 && levels != 0) rate = load<i64>(FEE_RATES + <usize>(level < levels ? level : levels - 1) * 16 + isMaker * 8)
  const fee = feeOf(gained, rate)
  out = post(out, paying, 0, -paid, CAUSE_TRADE, tradeId)
  out = post(out, gaining, gained, 0, CAUSE_TRADE, tradeId)
  let records: u32 = 2
  if (fee != 0) {
    let house = load<usize>(instrument + (isBuy ? I_BASE_FEE_ACCOUNT : I_QUOTE_FEE_ACCOUNT))
    if (house == 0) house = houseOf(instrument, isBuy)
    out = post(out, gaining, -fee, 0, CAUSE_FEE, tradeId)
    store<i64>(house, load<i64>(house, ACCOUNTS + ACCOUNT_AVAILABLE) + fee, ACCOUNTS + ACCOUNT_AVAILABLE)
    store<i64>(order, load<i64>(order, ORDERS + ORDER_FEE) + fee, ORDERS + ORDER_FEE)
    if (load<i32>(user, USERS + USER_INVITER) != 0) out = cold(COLD_COMMISSION, user, out)
    records = 3
  }
  store<i64>(trade + isMaker * (EV_TRADE_MAKER_FEE - EV_TRADE_TAKER_FEE), fee, EV_TRADE_TAKER_FEE)
  store<i32>(trade + isMaker * (EV_TRADE_MAKER_FEE_ASSET - EV_TRADE_TAKER_FEE_ASSET), load<i32>(instrument + (isBuy ? I_BASE_ASSET : I_QUOTE_ASSET)), EV_TRADE_TAKER_FEE_ASSET)
  if (isBuy) {
    // what a better price leaves over is freed
    const need = notionalOf(load<f64>(order, ORDERS + ORDER_PRICE), load<f64>(order, ORDERS + ORDER_REMAINING), load<i64>(instrument, I_UNIT_NOTIONAL))
    const excess = held - need
    if (excess > 0) {
      held -= excess
      out = post(out, quote, excess, -excess, CAUSE_RELEASE, load<f64>(order, ORDERS + ORDER_ID))
      records += 1
    }
  }
  store<i64>(order, held, ORDERS + ORDER_HELD)
  if (load<i32>(instrument, I_COUNTS_VOLUME) != 0) addVolume(user, notional)
  store<u32>(S_RECORDS, load<u32>(S_RECORDS) + records)
  return out
}

@inline function advance(order: usize, quantity: f64, notional: i64, at: f64): f64 {
  const remaining = load<f64>(order, ORDERS + ORDER_REMAINING) - quantity
  store<f64>(order, remaining, ORDERS + ORDER_REMAINING)
  store<i64>(order, load<i64>(order, ORDERS + ORDER_EXECUTED_QUOTE) + notional, ORDERS + ORDER_EXECUTED_QUOTE)
  store<u32>(order, (load<u32>(order, ORDERS + ORDER_KIND) & 0xff00ffff) | (<u32>PARTIALLY_FILLED << 16), ORDERS + ORDER_KIND)
  store<f64>(order, at, ORDERS + ORDER_UPDATED)
  return remaining
}

/** One fill: settles it and lets the maker advance. */
function fill(out: usize, instrument: usize, instrumentId: i32, maker: usize, taker: usize, level: usize, price: f64, quantity: f64, isBuy: bool): usize {
  const at = load<f64>(S_AT)
  const tradeId = load<f64>(S_TRADES) + 1
  store<f64>(S_TRADES, tradeId)
  const notional = notionalOf(price, quantity, load<i64>(instrument, I_UNIT_NOTIONAL))
  const amount = int64Of(quantity) * load<i64>(instrument, I_UNIT_LOT)
  const makerDesk = load<usize>(maker, ORDERS + ORDER_DESK)
  const takerDesk = load<usize>(taker, ORDERS + ORDER_DESK)
  const makerUser = load<usize>(makerDesk, DESKS + DESK_USER)
  const takerUser = load<usize>(takerDesk, DESKS + DESK_USER)
  const makerRest = advance(maker, quantity, notional, at)
  advance(taker, quantity, notional, at)
  const trade = out
  store<u64>(out, EV_TRADE_BYTES | (<u64>(<u32>EV_RECORD_TRADE | (isBuy ? 0 : 1 << 8)) << 32))
  store<u64>(out, <u64><u32>instrumentId | (<u64>load<u32>(makerUser, USERS + USER_ID) << 32), EV_TRADE_INSTRUMENT)
  store<u32>(out, load<u32>(takerUser, USERS + USER_ID), EV_TRADE_TAKER_USER)
  store<f64>(out, tradeId, EV_TRADE_ID)
  store<f64>(out, price, EV_TRADE_PRICE)
  store<f64>(out, quantity, EV_TRADE_QUANTITY)
  store<i64>(out, notional, EV_TRADE_NOTIONAL)
  store<f64>(out, load<f64>(maker, ORDERS + ORDER_ID), EV_TRADE_MAKER_ORDER)
  store<f64>(out, load<f64>(taker, ORDERS + ORDER_ID), EV_TRADE_TAKER_ORDER)
  out += EV_TRADE_BYTES
  if (load<i32>(S_FEE_ASSET) != 0 || load<i32>(instrument, I_FEE_IN_QUOTE) != 0) return cold(COLD_FEE_ASSET, taker, out)
  // the buyer first
  const buyer = isBuy ? taker : maker
  const seller = isBuy ? maker : taker
  const buyerDesk = isBuy ? takerDesk : makerDesk
  const sellerDesk = isBuy ? makerDesk : takerDesk
  const buyerUser = isBuy ? takerUser : makerUser
  const sellerUser = isBuy ? makerUser : takerUser
  const makerBuys: usize = isBuy ? 0 : 1
  out = move(out, instrument, buyer, buyerDesk, buyerUser, makerBuys, true, notional, amount, tradeId, trade)
  out = move(out, instrument, seller, sellerDesk, sellerUser, 1 - makerBuys, false, notional, amount, tradeId, trade)
  store<u32>(S_RECORDS, load<u32>(S_RECORDS) + 1)
  store<f64>(instrument, price, I_LAST_PRICE)
  windowAdd(instrument, price, at)
  if ((load<usize>(instrument, I_LADDERS + 2 * L_BYTES) | load<usize>(instrument, I_LADDERS + 3 * L_BYTES) | load<usize>(instrument, I_TRAILING_HEAD)) != 0)
    out = cold(COLD_TRIGGERS, instrument, out)
  if (makerRest != 0) {
    out = writeOrder(out, maker, 1, CLOSE_NONE)
    changeShown(level, -quantity)
    return out
  }
  leaveQueue(instrument, maker, quantity)
  return finish(out, maker, FILLED, CLOSE_FILLED)
}

const DONE: i32 = 0
const NO_CROSS: i32 = 1
const OUT_OF_BAND: i32 = 2
const PREVENTED: i32 = 4

/** The taker phase of a limit order and what becomes of it; its status goes to S_STATUS. */
function enterMarket(out: usize, instrument: usize, instrumentId: i32, taker: usize, price: f64, isBuy: bool, isIoc: bool, mode: i32): usize {
  const at = load<f64>(S_AT)
  const move = load<f64>(instrument, I_BREAKER_MOVE)
  const tradesBefore = load<f64>(S_TRADES)
  if (move != 0) {
    store<f64>(instrument, referencePrice(instrument, at), I_BREAKER_REFERENCE)
    store<f64>(instrument, tradesBefore, I_BREAKER_TRADES)
  }
  const ladder = ladderOf(instrument, isBuy ? 1 : 0)
  const desk = load<usize>(taker, ORDERS + ORDER_DESK)
  let edge: f64 = isBuy ? Infinity : 0
  if (load<i32>(instrument, I_BAND_RATE) != 0) {
    bandNow(instrument, at)
    edge = isBuy ? load<f64>(instrument, I_BAND_HIGH) : load<f64>(instrument, I_BAND_LOW)
  }
  let ending = NO_CROSS
  for (;;) {
    const level = load<usize>(ladder, L_BEST)
    if (level == 0) break
    const best = load<f64>(level, LEVELS + LEVEL_PRICE)
    if (isBuy ? best > price : best < price) break
    if (isBuy ? best > edge : best < edge) {
      ending = OUT_OF_BAND
      break
    }
    const maker = load<usize>(level, LEVELS + LEVEL_HEAD)
    const wanted = load<f64>(taker, ORDERS + ORDER_REMAINING)
    if (mode != STP_NONE && load<usize>(maker, ORDERS + ORDER_DESK) == desk) {
      if (mode != STP_TAKER) return cold(COLD_SELF_TRADE, taker, out)
      preventTaker(taker, wanted, at)
      ending = PREVENTED
      break
    }
    // a maker with hidden parts or links is TypeScript's
    if (load<usize>(maker, ORDERS + ORDER_EXTRA) != 0) return cold(COLD_MAKER, maker, out)
    const shown = load<f64>(maker, ORDERS + ORDER_REMAINING)
    const quantity = shown < wanted ? shown : wanted
    out = fill(out, instrument, instrumentId, maker, taker, level, best, quantity, isBuy)
    if (wanted == quantity) {
      ending = DONE
      break
    }
  }
  let status = FILLED
  if (ending == DONE) out = finish(out, taker, FILLED, CLOSE_FILLED)
  else if (ending == NO_CROSS && !isIoc) {
    const remaining = load<f64>(taker, ORDERS + ORDER_REMAINING)
    rest(instrument, instrumentId, taker, desk, price, remaining, isBuy)
    if (remaining != load<f64>(taker, ORDERS + ORDER_QUANTITY)) out = writeOrder(out, taker, 1, CLOSE_NONE)
    status = (load<u32>(taker, ORDERS + ORDER_KIND) >>> 16) & 0xff
  } else {
    status = ending == PREVENTED ? EXPIRED_IN_MATCH : EXPIRED
    out = finish(out, taker, status, ending == PREVENTED ? CLOSE_SELF_TRADE : ending == OUT_OF_BAND ? CLOSE_PRICE_BAND : CLOSE_IOC)
  }
  store<i32>(S_STATUS, status)
  if (move != 0 && load<f64>(S_TRADES) != tradesBefore) {
    const reference = load<f64>(instrument, I_BREAKER_REFERENCE)
    const moved = abs(load<f64>(instrument, I_LAST_PRICE) - reference)
    // both products are exact below 2^53, and int64 products beyond; prices stay below 2^36 there
    if (reference != 0 && !(moved * 100000000.0 <= reference * move)) out = cold(COLD_HALT, instrument, out)
  }
  return out
}

function preventTaker(taker: usize, quantity: f64, at: f64): void {
  let extra = load<usize>(taker, ORDERS + ORDER_EXTRA)
  if (extra == 0) {
    extra = allocate(EXTRAS, S_EXTRAS_USED, EXTRA_BYTES)
    zero(EXTRAS + extra, EXTRA_BYTES)
    store<usize>(taker, extra, ORDERS + ORDER_EXTRA)
  }
  store<f64>(extra, load<f64>(extra, EXTRAS + EXTRA_PREVENTED) + quantity, EXTRAS + EXTRA_PREVENTED)
  store<f64>(taker, load<f64>(taker, ORDERS + ORDER_REMAINING) - quantity, ORDERS + ORDER_REMAINING)
  store<f64>(taker, at, ORDERS + ORDER_UPDATED)
}

/** Puts an order into the book and counts it as open. */
@inline function rest(instrument: usize, instrumentId: i32, order: usize, desk: usize, price: f64, remaining: f64, isBuy: bool): void {
  joinQueue(instrument, instrumentId, isBuy ? 0 : 1, price, order, remaining)
  store<u32>(order, load<u32>(order, ORDERS + ORDER_KIND) | (8 << 24), ORDERS + ORDER_KIND)
  store<i32>(desk, load<i32>(desk, DESKS + DESK_OPEN_COUNT) + 1, DESKS + DESK_OPEN_COUNT)
}

