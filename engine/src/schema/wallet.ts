/** The wallet: networks, coins on them, addresses, deposits, withdrawals and the transactions that pay them. See `kernel/wallet`. */
import { describe, f64, i64, row, u8, u16, u32, u64 } from './field.ts'
import { id, word } from './value.ts'

export const NETWORK = describe(
  'network',
  {
    id: id('NetworkId'),
    family: u8('id', 'Networks of a family share addresses.'),
    halted: u8('flag', 'Nothing is paid out on it.'),
    height: f64('count', 'Of the last block that was booked.'),
    block: u64('hash', 'Of that block’s name; 0 = none was booked yet.'),
    waiting: row('deposit', 'The oldest deposit that may not be withdrawn yet, and the newest.'),
    waitingLast: row('deposit'),
    settled: row('deposit', 'The same of those that are as deep as they need to be: kept so that they are known when they come again.'),
    settledLast: row('deposit'),
    payments: row('payment', 'The newest one under way.'),
    crowds: row('crowd', 'The one of the highest block.'),
    nobodys: u32('count', 'Deposits of which nobody says whose they are, and the house’s own.'),
  },
  { about: 'A blockchain, or a part of one; the row’s number is its id.', base: 'NETWORKS' },
)

export const LISTING = describe(
  'listing',
  {
    id: id('ListingId'),
    asset: id('AssetId'),
    network: row('network'),
    depositOpen: u8('flag'),
    withdrawOpen: u8('flag'),
    halted: u8('flag', 'Ledger and chain differ: nothing is paid out.'),
    unitScale: u8('count', 'Decimals of the unit that the chain counts in.'),
    dustScale: u8('count', 'Those of them that the ledger has not: dust counts up to 10 to this power.'),
    withdrawScale: u8('count', 'Decimals that a withdrawal may have.'),
    creditAt: u32('count', 'Confirmations at which a deposit is credited, and at which it may be withdrawn.'),
    unlockAt: u32('count'),
    minDeposit: i64('amount'),
    minWithdraw: i64('amount'),
    maxWithdraw: i64('amount', '0 = unbounded.'),
    fee: i64('amount', 'Of a withdrawal; where it is a share, the least one.'),
    feeRate: i64('rate', 'Share of a withdrawal; 0 = the fee is fixed.'),
    onAddresses: i64('amount', 'What the house holds on the chain, by place: see HOLDING_PLACES. On the way: below zero.'),
    hot: i64('amount'),
    warm: i64('amount'),
    cold: i64('amount'),
    onTheWay: i64('amount'),
    dust: i64('count', 'Units of the chain that are less than one of the ledger, from 0.'),
  },
  { about: 'An asset on a network; the row’s number is its id.', base: 'LISTINGS' },
)

export const ADDRESS = describe(
  'address',
  {
    wallet: row('wallet', 'Whose it is; none = the house’s.'),
    next: row('address', 'Next older one of the same wallet.'),
    tag: u32('id', 'Where one address serves many: whose it is; 0 = none.'),
    family: u8('id'),
    place: word('HOLDING_PLACES', 'What lies there.'),
  },
  { about: 'An address; the row’s number is its id, from which its key is derived.', base: 'ADDRESSES', bytes: 16 },
)

export const WALLET = describe(
  'wallet',
  {
    user: row('user'),
    addresses: row('address', 'The newest one.'),
    deposits: row('deposit', 'The newest one that is kept.'),
    withdrawals: row('withdrawal', 'The newest one that is kept.'),
    open: u32('count', 'Withdrawals that are not over.'),
    asked: u32('count', 'Withdrawals that were ever asked for, modulo 2^32, and those of them that were asked for a day ago or earlier.'),
    askedPast: u32('count'),
    kept: u16(
      'count',
      'Deposits that are kept, sums of addresses aside, and those of them that were less than the least amount when they came.',
    ),
    small: u16('count'),
  },
  { about: 'What a user has with chains; of users who have anything.', base: 'WALLETS' },
)

export const DEPOSIT = describe(
  'deposit',
  {
    next: row('deposit', 'Neighbours in the network’s list, from old to new.'),
    previous: row('deposit'),
    nextOwn: row('deposit', 'Neighbours in the wallet’s list, from new to old.'),
    previousOwn: row('deposit'),
    listing: row('listing'),
    address: row('address', 'None where the tag said nobody.'),
    wallet: row('wallet', 'Who gets it; none = nobody yet.'),
    status: word('DEPOSIT_STATUSES'),
    held: u8('flag', 'Screening wants a person to look at it first.'),
    deep: u8('flag', 'It stands in the list of settled ones.'),
    small: u8('flag', 'It was less than the least amount when it came: strangers may send it, so that it counts for a bound of its own.'),
    pile: u8('flag', 'It is the sum of what was too little by itself at its address, final and kept one by one by nobody.'),
    maturity: u16('count', 'Confirmations before which the chain lets nobody spend it; 0 = it does at once.'),
    count: u32('count', 'Arrivals that it stands for.'),
    keyHigh: u64('hash', 'The business key: 128 bits of a digest over chain, transaction and place in it.'),
    keyLow: u64('hash'),
    id: id('DepositId', 'Sequence of its entry × 1024 + its place in it.'),
    height: f64('count', 'Of its block; 0 = it is in none.'),
    amount: i64('amount'),
    dust: i64('count'),
    leftAt: f64('count', 'Block behind which the chain went another way when it left; 0 = it did not.'),
  },
  { about: 'Coins that came, or are about to.', base: 'DEPOSITS' },
)

export const CROWD = describe(
  'crowd',
  {
    next: row('crowd', 'Neighbours in the network’s list, from the highest block down.'),
    previous: row('crowd'),
    listing: row('listing'),
    place: word('HOLDING_PLACES', 'Where they came to.'),
    count: u32('count', 'Arrivals that wait in it.'),
    height: f64('count', 'Of their block.'),
    id: id('DepositId', 'That of the first arrival in it: one that was told of by an earlier entry is none of it.'),
    amount: i64('amount'),
    dust: i64('count'),
    markHigh: u64('hash', 'The highest business key of all that came into it: what is told again is known by it.'),
    markLow: u64('hash'),
  },
  {
    about: 'Arrivals of one coin in one block that are more than their owners have rows for. Each by itself is history’s alone.',
    base: 'CROWDS',
  },
)

export const WITHDRAWAL = describe(
  'withdrawal',
  {
    nextOwn: row('withdrawal', 'Neighbours in the wallet’s list, from new to old.'),
    previousOwn: row('withdrawal'),
    nextPaid: row('withdrawal', 'Next one that the same payment pays.'),
    wallet: row('wallet'),
    listing: row('listing'),
    payment: row('payment'),
    receiver: id('UserId', 'User who gets it inside the house; 0 = it leaves.'),
    status: word('WITHDRAWAL_STATUSES'),
    id: id('WithdrawalId', 'Sequence of its entry.'),
    at: f64('ms', 'When it was asked for.'),
    amount: i64('amount', 'With the fee.'),
    fee: i64('amount'),
    value: i64('amount', 'When it was asked for, 1e-8 of the unit asset.'),
  },
  { about: 'Coins that a user takes out, as long as they count for his limit.', base: 'WITHDRAWALS' },
)

export const PAYMENT = describe(
  'payment',
  {
    next: row('payment', 'Neighbours in the network’s list, from new to old.'),
    previous: row('payment'),
    network: row('network'),
    listing: row('listing', 'Of what is paid or moved.'),
    gasListing: row('listing', 'What the fee of the chain was paid in.'),
    withdrawals: row('withdrawal', 'The first that it pays; none = it moves coins of the house.'),
    from: word('HOLDING_PLACES'),
    to: word('HOLDING_PLACES'),
    signed: u8('flag', 'Some of it may be on the chain.'),
    mined: u8('code', '0 no, 1 done, 2 failed.'),
    id: id('PaymentId', 'Sequence of its entry.'),
    height: f64('count', 'Of its block; 0 = it is in none.'),
    amount: i64('amount', 'That leaves, or is moved.'),
    gas: i64('amount'),
    gasDust: i64('count'),
  },
  { about: 'A transaction of the house on a chain, with all that replaced it.', base: 'PAYMENTS' },
)
