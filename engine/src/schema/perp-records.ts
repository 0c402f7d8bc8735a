/** The records of perpetual contracts. */
import { describe, f64, i64, u8, u32 } from './field.ts'
import { record } from './record.ts'
import { id, word } from './value.ts'

/** Behind the other parts of a contract order’s record. */
export const CONTRACT_PART = describe(
  'contractPart',
  {
    leverage: u32('count'),
    isClose: u8('flag'),
    isShortLeg: u8('flag'),
    marginMode: word('MARGIN_MODES'),
    hasCondition: u8('flag', 'Its condition’s row stands behind.'),
  },
  { about: 'What a contract order has besides its row.', prefix: 'CONTRACT_PART' },
)

export const CONTRACT_FILL_RECORD = record(
  'contractFill',
  22,
  {
    role: u8('code', '0 maker, 1 taker.'),
    side: word('SIDES'),
    isClose: u8('flag', 'All of it made a position smaller.'),
    userId: id('UserId', '0 = the house, which disposes of what it took over.', 8),
    instrumentId: id('InstrumentId'),
    tradeId: id('TradeId'),
    orderId: id('OrderId', 'The house has none: 0.'),
    positionId: id('PositionId'),
    price: f64('ticks'),
    quantity: f64('lots'),
    value: i64('amount'),
    fee: i64('amount'),
    realised: i64('amount', 'Of what it closed, before the fee.'),
  },
  { about: 'One side of a trade of a contract, behind its trade.' },
)

export const POSITION_RECORD = record(
  'position',
  23,
  {
    change: word('POSITION_CHANGES'),
    marginMode: word('MARGIN_MODES'),
    isShort: u8('flag'),
    isBroken: u32('flag', 'Its liquidation is under way.', { at: 8 }),
    userId: id('UserId'),
    instrumentId: id('InstrumentId'),
    leverage: u32('count'),
    positionId: id('PositionId', '', 24),
    quantity: f64('lots', '0 = it is gone.'),
    entry: i64('amount', 'Value of what is open at the prices of its fills.'),
    margin: i64('amount'),
    settled: i64('amount', 'Profit that was paid out while it was open.'),
    amount: i64('amount', 'By the change: margin that came, funding that was received, share, what was settled; else 0.'),
    opened: f64('lots'),
    openedValue: i64('amount'),
    closed: f64('lots'),
    closedValue: i64('amount'),
    profit: i64('amount'),
    fees: i64('amount'),
    funding: i64('amount'),
    shared: i64('amount'),
    createdAt: f64('ms'),
  },
  { about: 'A position as it stands after something happened to it.' },
)

export const FUNDING_RECORD = record(
  'funding',
  24,
  {
    instrumentId: id('InstrumentId', '', 8),
    rate: i64('rate', '1e-12.', { at: 16 }),
    mark: f64('ticks'),
    next: f64('ms', 'When it is settled next.'),
    openMinutes: u32('count', 'Minutes with a premium, of all that passed.'),
    shutMinutes: u32('count'),
  },
  { about: 'Funding of a contract was settled.' },
)

export const MARK_RECORD = record(
  'mark',
  25,
  {
    isShut: u8('flag', 'It has no index.'),
    instrumentId: id('InstrumentId', '', 8),
    mark: f64('ticks', '', { at: 16 }),
    index: f64('ticks'),
    indexFine: i64('amount', '1e-12 of what it is priced in.'),
    basis: i64('amount', 'Mean of its samples, as indexFine.'),
    rate: i64('rate', 'Funding that was settled last, 1e-12: part of the mark.'),
    estimate: i64('rate', 'Funding that would be settled now, 1e-12.'),
    drawn: i64('amount', 'Index and basis, drawn towards the last price by what customers traded, as indexFine.'),
  },
  { about: 'A contract’s mark, with what it is made of.' },
)

export const LIQUIDATION_RECORD = record(
  'liquidation',
  26,
  {
    step: word('LIQUIDATION_KINDS'),
    isShort: u8('flag'),
    isDone: u8('flag', 'Nothing of it is left in the house.'),
    tier: u32('count', 'From 1.', { at: 8 }),
    userId: id('UserId'),
    instrumentId: id('InstrumentId'),
    receiptId: id('PositionId', '', 24),
    positionId: id('PositionId', 'Whose it was.'),
    forId: id('PositionId', 'Of a deleveraging: the receipt of what the house gets rid of by it; else 0.'),
    quantity: f64('lots', 'That was reduced, taken over or deleveraged.'),
    mark: f64('ticks'),
    indexFine: i64('amount'),
    entry: i64('amount'),
    rate: i64('rate', 'Maintenance rate of the tier.'),
    deduction: i64('amount'),
    maintenance: i64('amount', 'Need of the position, or of all crossed ones.'),
    margin: i64('amount', 'Before the step: its own, or its share of the balance.'),
    equity: i64('amount', 'That with the profit at the mark.'),
    bankruptcy: i64('amount', 'Value at which nothing of it is left.'),
    fee: i64('amount'),
    insurance: i64('amount', 'What the fund gained, below zero what it paid; known at the end.'),
    share: i64('amount', 'What others bore of it, at or above zero.'),
  },
  { about: 'A liquidation: its receipt.' },
)

export const INSURANCE_RECORD = record(
  'insurance',
  27,
  { cause: word('INSURANCE_CAUSES'), assetId: id('AssetId', '', 8), amount: i64('amount', '', { at: 16 }), balance: i64('amount') },
  { about: 'The insurance fund of a coin changed.' },
)

export const MARGIN_WARNING_RECORD = record(
  'marginWarning',
  28,
  {
    marginMode: word('MARGIN_MODES'),
    userId: id('UserId', '', 8),
    instrumentId: id('InstrumentId', 'Of a position of its own margin; else 0.'),
    assetId: id('AssetId'),
    positionId: id('PositionId', '0 = all crossed ones of the coin.', 24),
    maintenance: i64('amount'),
    equity: i64('amount'),
  },
  { about: 'A customer came near to liquidation.' },
)

export const CONTRACT_SETTINGS_RECORD = record(
  'contractSettings',
  29,
  {
    marginMode: word('MARGIN_MODES'),
    isHedged: u8('flag'),
    userId: id('UserId', '', 8),
    instrumentId: id('InstrumentId', '0 = of the account: it was opened, or hedges or not from now on.'),
    leverage: u32('count'),
    openedAt: f64('ms', '', { at: 24 }),
  },
  { about: 'What a customer has set for contracts.' },
)
