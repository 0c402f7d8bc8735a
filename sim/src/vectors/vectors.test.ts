/** Published and derived vectors through the adapter to the real code, one test a vector. */
import { expect, test } from 'vitest'
import { checkVector, checkVectors, readVectors } from './check-vectors.ts'
import { OPERATIONS } from './operations.ts'

const published = readVectors(new URL('./vectors.json', import.meta.url), [
  'spot',
  'ledger',
  'security',
  'convert',
  'financial',
  'perp.index',
  'wallet',
])
const derived = readVectors(new URL('./derived.json', import.meta.url))
const known = published.filter(({ input }) => input.op in OPERATIONS)
const named = [...known, ...derived].map((vector, index) => [`${index + 1} ${vector.input.op}: ${vector.source}`, vector] as const)

test.each(named)('%s', (_, vector) => {
  expect(checkVector(vector)).toEqual([])
})

test('every spot, ledger, security, conversion, savings, index and wallet operation of the catalogue is known and has a vector', () => {
  const catalogue = [
    'spot.amend.priority',
    'spot.commission',
    'spot.commission.inFeeToken',
    'spot.fee.components',
    'spot.fee.round',
    'spot.filter.icebergParts',
    'spot.filter.notional',
    'spot.filter.percentPrice',
    'spot.filter.step',
    'spot.market.byQuote',
    'spot.market.insufficientLiquidity',
    'spot.oco.valid',
    'spot.priceChangePercent',
    'spot.priceRange',
    'spot.referencePrice',
    'spot.stp',
    'spot.stp.transferBalances',
    'spot.tif',
    'spot.trailing',
    'convert.inverseRatio',
    'convert.limit',
    'convert.quote',
    'convert.quote.byTo',
    'convert.quote.byTo.round',
    'convert.quote.spread',
    'convert.quote.valid',
    'fin.apy',
    'fin.atEnd',
    'fin.calendar.flexible',
    'fin.compound',
    'fin.coupon',
    'fin.daily',
    'fin.dailyFromApy',
    'fin.dailySum',
    'fin.earlyRedeem',
    'fin.hourly',
    'fin.lendingAuction',
    'fin.principalForDaily',
    'fin.simple',
    'fin.tieredDaily',
    'perp.index.medianCapMean',
    'perp.index.weighted',
    'ledger.reject',
    'ledger.zeroSum',
    'sec.emailValid',
    'sec.hotp',
    'sec.login2fa',
    'sec.maskEmail',
    'sec.phoneValid',
    'sec.pwd2faCount',
    'sec.scrypt',
    'sec.totp',
    'wallet.address',
    'wallet.addressFromKey',
    'wallet.addressFromPub',
    'wallet.bip32',
    'wallet.bip39',
    'wallet.cooldown',
    'wallet.deposit.state',
    'wallet.eip55',
    'wallet.evm.baseFee',
    'wallet.evm.effectiveFee',
    'wallet.fee.service',
    'wallet.limit.display',
    'wallet.limit.kyc',
    'wallet.limit.rolling',
    'wallet.slip10.ed25519',
    'wallet.solana.ata',
    'wallet.tron.valid',
    'wallet.xrp.decodeX',
    'wallet.xrp.xAddress',
  ]
  const covered = new Set([...published, ...derived].map(({ input }) => input.op))
  expect(catalogue.filter((name) => !(name in OPERATIONS) || !covered.has(name))).toEqual([])
})

test('a wrong figure fails, an unknown operation is skipped', () => {
  const [first] = known
  if (first === undefined) throw new Error('no vectors')
  const wrong = { ...first, expected: { fee: '1', notional: '1' } }
  const unknown = { ...first, input: { op: 'perp.upnl.linear' } }
  expect(checkVectors([first, wrong, unknown])).toMatchObject({ passed: 1, failed: 1, skipped: 1 })
})
