/** Published and derived vectors through the adapter to the real code, one test a vector. */
import { expect, test } from 'vitest'
import { checkVector, checkVectors, readVectors } from './check-vectors.ts'
import { CONTRACT_RULES } from './contract-rules.ts'
import { isForeign, OPERATIONS } from './operations.ts'

const published = readVectors(new URL('./vectors.json', import.meta.url), [
  'spot',
  'ledger',
  'security',
  'convert',
  'financial',
  'perp',
  'wallet',
])
const derived = readVectors(new URL('./derived.json', import.meta.url))
const known = published.filter(({ input }) => input.op in OPERATIONS)
const named = [...known, ...derived].map((vector, index) => [`${index + 1} ${vector.input.op}: ${vector.source}`, vector] as const)

test.each(named)('%s', (_, vector) => {
  expect(checkVector(vector)).toEqual([])
})

test('every spot, ledger, security, conversion, savings, contract and wallet operation of the catalogue is known and has a vector', () => {
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
    'perp.adl.queue',
    'perp.adl.score',
    'perp.avgEntry.inverse',
    'perp.avgEntry.linear',
    'perp.bankruptcy.inverse',
    'perp.bankruptcy.linear',
    'perp.bankruptcy.netCollateral',
    'perp.bankruptcy.round',
    'perp.closedPnl',
    'perp.cross.otherTerms',
    'perp.engine.position',
    'perp.funding.accumulated',
    'perp.funding.cap',
    'perp.funding.cap.imMinusMm',
    'perp.funding.deribitDamper',
    'perp.funding.indexDelta',
    'perp.funding.interest',
    'perp.funding.inverseRoundTrip',
    'perp.funding.okx',
    'perp.funding.payment.inverse',
    'perp.funding.payment.linear',
    'perp.funding.premium',
    'perp.funding.rate8h',
    'perp.funding.scaledBounded',
    'perp.funding.weightedPremium',
    'perp.im.inverse',
    'perp.im.openInterestScaled',
    'perp.index.medianCapMean',
    'perp.index.weighted',
    'perp.insurance.delta',
    'perp.insurance.feeCapped',
    'perp.isolated.leverageChange',
    'perp.isolated.orderMargin',
    'perp.isolated.orderMargin.netOfReducing',
    'perp.isolated.orderToPosition',
    'perp.isolated.state',
    'perp.liq.inverse.cross.bybitLegacy',
    'perp.liq.inverse.entryMM',
    'perp.liq.inverse.isolated',
    'perp.liq.linear.binance',
    'perp.liq.linear.bitget',
    'perp.liq.linear.entryMM',
    'perp.liq.linear.entryMM.contracts',
    'perp.liq.linear.phemex',
    'perp.liq.linear.withFee',
    'perp.liq.staged',
    'perp.mark.binanceMedian',
    'perp.mark.bitmexFair',
    'perp.mark.okx',
    'perp.mm.amountStep',
    'perp.mm.contracts',
    'perp.mm.deductions',
    'perp.mm.flat',
    'perp.mm.fraction',
    'perp.mm.simple',
    'perp.mm.slippage',
    'perp.mm.tiered',
    'perp.openLoss',
    'perp.orderCost.inverse',
    'perp.orderCost.linear',
    'perp.pnl.inverseStyleInQuote',
    'perp.premium.impact',
    'perp.realized.total',
    'perp.roi.positionMargin',
    'perp.targetPrice',
    'perp.trailing.trigger',
    'perp.trailing.trigger.abs',
    'perp.twap',
    'perp.twap.withHalt',
    'perp.upnl.inverse',
    'perp.upnl.linear',
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

test('figures that the kernel holds are asked of it', () => {
  const ours = [...published, ...derived].filter(({ input }) => input.op in CONTRACT_RULES)
  const beyond = ours.filter(({ input }) => isForeign(input)).map(({ source }) => source)
  expect(ours.length).toBeGreaterThan(40)
  expect(beyond.filter((source) => !/beyond the kernel|more decimals than the kernel/.test(source))).toEqual([])
})

test('a wrong figure fails, an unknown operation is skipped', () => {
  const [first] = known
  if (first === undefined) throw new Error('no vectors')
  const wrong = { ...first, expected: { fee: '1', notional: '1' } }
  const unknown = { ...first, input: { op: 'perp.unheardOf' } }
  expect(checkVectors([first, wrong, unknown])).toMatchObject({ passed: 1, failed: 1, skipped: 1 })
})
