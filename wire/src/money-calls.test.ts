/** Conversion, savings and the index price: paths, who may call and how, as the API's tables mark them, and requests at their edges. */
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as convert from './convert/convert.ts'
import { convertQuote, convertTrade } from './convert/convert.ts'
import { devClock, devIndex } from './dev.ts'
import * as earn from './earn/earn.ts'
import { purchaseProduct, redeem, userProducts } from './earn/earn.ts'
import * as earnOpen from './earn/open.ts'
import { indexSources } from './market/index-price.ts'

/** As the tables write it: V visitor, V+ with a token that adds, U user, P sealed, I keyed, Kr and Kt for API keys, ! behind a switch. */
const ROWS = `
POST trade_convert/config U
GET trade_convert/price/:send/:receive U·Kr!
GET trade_convert/pre_trade/:send/:receive U·Kt!
POST trade_convert/trade U·P·I·Kt!
POST trade_convert/records U·Kr
POST open/user-project/getFunctionalConfiguration V
POST open/user-project/getBackgroundImageConfiguration V
POST open/user-project/groupedProductList V+!
POST open/user-project/getProductFilterOptions V
POST open/user-project/tenantCurrencyCoinList V
POST open/user-project/rateHistory V
POST user-project/holdAssets U
POST user-project/financialAssets U
POST user-project/financialOrderList U·Kr
POST user-project/userFinancialProductList U!
POST user-project/purchaseDisplay U
POST user-project/estimatedInterest U
POST user-project/purchaseProject U·P·I!
POST user-project/redeemDisplay U
POST user-project/regularRedeemDisplay U
POST user-project/redeem U·P·I
POST user-project/accountBillDetailList U·Kr
POST user-project/adjustAutoPurchase U`

const WHO: Readonly<Record<string, string>> = { visitor: 'V', optional: 'V+', user: 'U' }
const KEYS: Readonly<Record<string, string>> = { read: '·Kr', trade: '·Kt' }

describe('calls of money', () => {
  it('API-012 [part] conversion and savings have every row of the API, marked as there', () => {
    const calls = [convert, earn, earnOpen].flatMap((module) => Object.values(module))
    const rows = calls.map((spec) => {
      const { shape } = spec.request
      const marks = `${spec.sealed === true ? '·P' : ''}${'clientId' in shape ? '·I' : ''}${KEYS[spec.apiKey ?? ''] ?? ''}`
      const path = spec.path.replace('/api/user-web/v1/', '')
      return `${spec.method} ${path} ${WHO[spec.access]}${marks}${spec.feature === undefined ? '' : '!'}`
    })
    expect(rows.sort()).toEqual(ROWS.trim().split('\n').sort())
    for (const { feature, errors, path } of calls) expect(errors[0] === 'FEATURE_OFF', path).toBe(feature !== undefined)
  })

  it('API-015 [part] a field that a call of money does not know is refused, a read ignores it', () => {
    const trade = { quoteId: 'q1', sendCoin: 'USDT', receiveCoin: 'BTC', sendAmount: '10' }
    expect(z.safeParse(convertTrade.request, { ...trade, clientId: 'c-1' }).success).toBe(true)
    expect(z.safeParse(convertTrade.request, { ...trade, receiveAmount: '1' }).success).toBe(false)
    expect(z.safeParse(convertQuote.request, { send: 'USDT', receive: 'BTC', sendAmount: '1', side: 'send' }).success).toBe(false)
    expect(z.safeParse(redeem.request, { orderNo: '7', productId: '1' }).success).toBe(false)
    expect(z.safeParse(userProducts.request, { type: '2', other: '1' }).data).toEqual({ type: 2 })
  })

  it('CONV-005 [part] a quote is asked for with one amount, above zero', () => {
    const asked = (amounts: object) => z.safeParse(convertQuote.request, { send: 'USDT', receive: 'BTC', ...amounts }).success
    expect([asked({ sendAmount: '1' }), asked({ receiveAmount: '0.1' })]).toEqual([true, true])
    expect([asked({}), asked({ sendAmount: '1', receiveAmount: '1' }), asked({ sendAmount: '0.0' })]).toEqual([false, false, false])
  })

  it('a purchase says how it is renewed and from where it is paid in words that exist', () => {
    const bought = (terms: object) => z.safeParse(purchaseProduct.request, { productId: '1', amount: '5', agree: 1, ...terms }).success
    expect([bought({}), bought({ autoPurchase: 2, payAccount: 3 }), bought({ agree: 0 })]).toEqual([true, true, true])
    expect([bought({ autoPurchase: 3 }), bought({ payAccount: 2 }), bought({ amount: 5 })]).toEqual([false, false, false])
  })

  it('the clock goes forward and not for ever, a pin names a price or a source, a minute of the index comes as text', () => {
    const advance = (by: number) => z.safeParse(devClock.request, { advance: by }).success
    expect([advance(0), advance(400 * 86_400_000), advance(-1), advance(2 ** 53)]).toEqual([true, true, false, false])
    const pin = (terms: object) => z.safeParse(devIndex.request, { coinName: 'BTC', ...terms }).success
    expect([pin({ price: '1' }), pin({ price: null }), pin({ sources: { venue: null } }), pin({})]).toEqual([true, true, true, false])
    expect(z.safeParse(indexSources.request, { coinName: 'BTC', minute: '1764129600000' }).data?.minute).toBe(1_764_129_600_000)
  })
})
