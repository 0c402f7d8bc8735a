/** The futures host: paths, who may call and how, as the API's tables mark them, and requests at their edges. */
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as orders from './orders.ts'
import { cancelOrder, createOrder, createTpsl, currentOrders, lightClose, updateOrder } from './orders.ts'
import * as position from './position.ts'
import { changeMargin } from './position.ts'
import * as common from './public.ts'
import * as user from './user.ts'
import { levelEdit } from './user.ts'

/** As the tables write it: V visitor, U user, S sealed, P digest, I keyed, Kr and Kt for API keys. */
const ROWS = `
common/depth_map V
common/funding_rate_list V
common/get_ladder_info V
common/get_risk_account V
common/health V
common/index_price_kline V
common/index_price_weight_list V
common/kline V
common/price_list V
common/public_info V
common/public_market_info V
common/risk_balance_list V
common/tag_price_kline V
common/tag_price_parts V
common/trade_list V
order/cancel_all U·Kt
order/cancel_all_after U·Kt
order/close_all_position U·P·I·Kt
order/current_order_list U·Kr
order/get_trade_info U·Kr
order/get_user_order_count U
order/his_trade_list U·Kr
order/history_order_list U·Kr
order/light_close U·P·I·Kt
order/order_cancel U·Kt
order/order_create U·P·I·Kt
order/order_preview U·Kr
order/order_tpsl_cancel U·Kt
order/order_tpsl_create U·P·I·Kt
order/order_update U·P·I·Kt
order/order_update_many U·P·I·Kt
order/reverse_position U·P·I·Kt
order/take_profit_stop_loss U·Kr
order/trigger_order_list U·Kr
position/change_position_margin U·P·I·Kt
position/get_assets_list U·Kr
position/history_position_list U·Kr
position/liquidation_receipt U·Kr
record/export U
record/get_transaction_list U·Kr
user/contract_optional_list U
user/contract_optional_set U
user/create_co_id U·S
user/edit_user_page_config U·P
user/get_user_config U·Kr
user/level_edit U·P·Kt
user/margin_model_edit U·P·Kt`

const CALLS = [common, orders, position, user]
  .flatMap((module) => Object.values(module))
  .filter((value): value is typeof createOrder => 'path' in value) as (typeof createOrder)[]

const WHO: Readonly<Record<string, string>> = { visitor: 'V', user: 'U' }
const KEYS: Readonly<Record<string, string>> = { read: '·Kr', futures: '·Kt' }
const isKeyed = (shape: object): boolean => ['clientId', 'clientOrderId', 'newClientId'].some((field) => field in shape)

describe('calls of the futures host', () => {
  it('API-012 [part] contracts have every row of the API, marked as there', () => {
    const rows = CALLS.map((spec) => {
      expect(spec.method).toBe('POST')
      const seal = spec.sealed === true ? '·S' : spec.sealed === undefined ? '' : '·P'
      // A cancel names an order by its client id; that is no key.
      const isChange = seal === '·P' && isKeyed(spec.request.shape)
      return `${spec.path.replace('/fe-co-api/', '')} ${WHO[spec.access]}${seal}${isChange ? '·I' : ''}${KEYS[spec.apiKey ?? ''] ?? ''}`
    })
    expect(rows.sort()).toEqual(ROWS.trim().split('\n').sort())
  })

  it('TEN-009 [part] every call of a user is behind the switch of contracts, and what is public is not', () => {
    for (const spec of CALLS) {
      expect(spec.feature, spec.path).toBe(spec.access === 'user' ? 'contract' : undefined)
      expect(spec.errors.includes('FEATURE_OFF' as never), spec.path).toBe(spec.access === 'user')
    }
  })

  const order = {
    contractId: '7',
    positionType: 1,
    open: 'OPEN',
    side: 'BUY',
    type: 1,
    leverageLevel: 20,
    price: '60000',
    volume: '100',
    isConditionOrder: false,
  }
  const fault = (fields: object): unknown => {
    const { error } = z.safeParse(createOrder.request, { ...order, ...fields })
    const [issue] = error?.issues ?? []
    return issue && [issue.path.join('.'), (issue as { params?: { rule?: string } }).params?.rule ?? issue.code]
  }

  it('PERP-006 [part] side, open and type outside their lists are refused', () => {
    expect(fault({})).toBeUndefined()
    for (const type of [0, 6, '1', 1.5, null]) expect(fault({ type }), String(type)).toMatchObject(['type', expect.anything()])
    for (const side of ['buy', 'LONG', 1, null]) expect(fault({ side }), String(side)).toMatchObject(['side', expect.anything()])
    for (const open of ['open', 'REDUCE', true]) expect(fault({ open }), String(open)).toMatchObject(['open', expect.anything()])
    for (const positionType of [0, 3, '1']) expect(fault({ positionType })).toMatchObject(['positionType', expect.anything()])
  })

  it('PERP-008 [part] volumes and prices that are none are refused before anybody looks at the contract', () => {
    for (const volume of ['0', '-1', '1e2', '', 100, null, '1'.repeat(30)])
      expect(fault({ volume }), String(volume)).toMatchObject(['volume', expect.anything()])
    for (const price of ['-1', 'NaN', 1, '0', undefined])
      expect(fault({ price }), String(price)).toMatchObject(['price', expect.anything()])
    expect(fault({ type: 2, price: '0' })).toBeUndefined()
    expect(fault({ type: 2, price: undefined }), 'a market order says so').toMatchObject(['price', expect.anything()])
    expect(fault({ isConditionOrder: undefined }), 'so does what waits for nothing').toMatchObject(['isConditionOrder', expect.anything()])
    expect(fault({ type: 2, price: '1' })).toEqual(['price', 'enum'])
    for (const leverageLevel of [0, 1.5, -1, '20']) expect(fault({ leverageLevel })).toMatchObject(['leverageLevel', expect.anything()])
  })

  it('PERP-024 [part] a condition has what it is tested against, and nothing else has', () => {
    expect(fault({ isConditionOrder: true })).toEqual(['triggerPrice', 'required'])
    expect(fault({ isConditionOrder: true, triggerPrice: '1' })).toBeUndefined()
    expect(fault({ isConditionOrder: true, callbackRate: '0.01', type: 2, price: '0' })).toBeUndefined()
    // Trailing with a limit too, and no other type.
    expect(fault({ isConditionOrder: true, callbackRate: '0.01' })).toBeUndefined()
    for (const type of [3, 4, 5]) expect(fault({ isConditionOrder: true, callbackRate: '0.01', type })).toEqual(['type', 'enum'])
    expect(fault({ isConditionOrder: true, callbackRate: '0.01', callbackValue: '5' })).toEqual(['callbackValue', 'exclusive'])
    for (const type of [3, 4, 5]) expect(fault({ isConditionOrder: true, triggerPrice: '1', type })).toEqual(['type', 'enum'])
    for (const field of ['triggerPrice', 'callbackRate', 'callbackValue']) expect(fault({ [field]: '1' })).toEqual([field, 'exclusive'])
    expect(fault({ isConditionOrder: true, triggerPrice: '1', expireTime: 2 })).toMatchObject(['expireTime', expect.anything()])
  })

  it('PERP-023 [part] what is attached is there exactly when the order says so, one of a kind, a limit with its price', () => {
    const profit = { triggerType: 2, triggerPrice: '61000' }
    expect(fault({ isOto: true })).toEqual(['attachAlgoOrds', 'required'])
    expect(fault({ attachAlgoOrds: [profit] })).toEqual(['attachAlgoOrds', 'exclusive'])
    expect(fault({ isOto: true, attachAlgoOrds: [profit, { triggerType: 1, triggerPrice: '59000' }] })).toBeUndefined()
    expect(fault({ isOto: true, attachAlgoOrds: [profit, profit] })).toEqual(['attachAlgoOrds', 'exclusive'])
    expect(fault({ isOto: true, attachAlgoOrds: [{ ...profit, type: 1 }] })).toEqual(['attachAlgoOrds.0.price', 'required'])
    expect(fault({ isOto: true, attachAlgoOrds: [{ ...profit, price: '1' }] })).toEqual(['attachAlgoOrds.0.price', 'exclusive'])
    expect(fault({ isOto: true, attachAlgoOrds: [{ ...profit, volume: '1' }] })).toMatchObject(['attachAlgoOrds.0', expect.anything()])
    expect(z.safeParse(createTpsl.request, { positionId: '1', orders: [{ ...profit, volume: '1' }] }).success).toBe(true)
  })

  it('API-015 [part] a field that a call of money does not know is refused, a read ignores it', () => {
    expect(fault({ other: 1 })).toEqual(['', 'unrecognized_keys'])
    const other = { other: 1 }
    expect(z.safeParse(levelEdit.request, { contractId: '1', nowLevel: 5, ...other }).success).toBe(false)
    expect(z.safeParse(cancelOrder.request, { contractId: '1', orderId: '1', ...other }).success).toBe(false)
    expect(z.safeParse(lightClose.request, { positionId: '1', ...other }).success).toBe(false)
    expect(z.safeParse(updateOrder.request, { orderId: '1', contractId: '1', volume: '1', ...other }).success).toBe(false)
    expect(z.safeParse(currentOrders.request, other).data).toEqual({})
  })

  it('API-016 [part] lists take 1 to 100 rows', () => {
    for (const limit of [0, 101, 1.5, '20']) expect(z.safeParse(currentOrders.request, { limit }).success, String(limit)).toBe(false)
    expect(z.safeParse(currentOrders.request, { page: 0 }).success).toBe(false)
    expect(z.safeParse(currentOrders.request, { page: 200, limit: 100 }).success).toBe(false)
    expect(z.safeParse(currentOrders.request, { page: 100, limit: 100 }).success).toBe(true)
  })

  it('PERP-021 [part] margin is changed by a decimal text other than zero', () => {
    const fits = (amount: unknown): boolean => z.safeParse(changeMargin.request, { positionId: '1', amount }).success
    expect(['10', '-10', '0.5', '-0.000001'].every(fits)).toBe(true)
    expect(['0', '-0', '+1', '1e3', 10, null, '--1', '0.0'].some(fits)).toBe(false)
  })
})
