/** Commands about savings. */
import { type ProductJson, plainProductTerms, plainTiers, productTermsOf, type TierJson, tiersOf } from '../../codec/earn-json.ts'
import type { JsonObject, JsonValue, ProductStatus, ProductTerms, RateTier } from '../../command.ts'
import { document, fixed, type JsonField, json, jsonId, text } from '../command-field.ts'
import { f64, i64 } from '../field.ts'
import { id, word } from '../value.ts'

const ACTOR = text('Who gives it.')
const WHY = text('What stands in the records of the house.')

export const PRODUCT_TERMS: JsonField<ProductTerms> = {
  unit: 'json',
  about: 'See `ProductTerms`.',
  toJson: (terms): JsonValue => plainProductTerms(terms),
  fromJson: (value) => productTermsOf(value as unknown as ProductJson),
}

export const TIERS: JsonField<readonly RateTier[]> = {
  unit: 'json',
  about: 'Brackets from 0 up, the last one without an end.',
  toJson: (tiers): JsonValue => plainTiers(tiers),
  fromJson: (value) => tiersOf(value as unknown as readonly TierJson[]),
}

export const EARN_COMMANDS = {
  purchaseProduct: fixed('purchaseProduct', {
    about: 'Puts coins of the customer into a savings product. The outcome’s value is the id of the order.',
    code: 130,
    names: 'user',
    hasCaller: true,
    givenBy: ['customer'],
    reasons: [
      'productNotFound',
      'badParameter',
      'badNumber',
      'productNotOpen',
      'soldOut',
      'purchaseRange',
      'purchaseStep',
      'userQuota',
      'tooManyOrders',
      'insufficientBalance',
      'accountDisabled',
      'accountFrozen',
      'engineFull',
    ],
    fields: { productId: id('ProductId'), amount: i64('amount'), payAccount: word('ACCOUNT_KINDS'), renewal: word('RENEWALS') },
  }),
  redeemProduct: fixed('redeemProduct', {
    about: 'Takes coins out of a savings order, or all of them. The outcome’s value is the sequence of the entry that did it.',
    code: 131,
    names: 'user',
    hasCaller: true,
    givenBy: ['customer'],
    isRelief: true,
    reasons: ['earnOrderNotFound', 'badParameter', 'badNumber', 'redeemRange', 'notRedeemable', 'redeemPool', 'engineFull'],
    fields: { toAccount: word('ACCOUNT_KINDS'), orderId: id('EarnOrderId', '', 32), amount: i64('amount', '0 = all.') },
  }),
  setRenewal: fixed('setRenewal', {
    about: 'What becomes of a term order when it matures.',
    code: 132,
    names: 'user',
    hasCaller: true,
    givenBy: ['customer'],
    reasons: ['earnOrderNotFound', 'badParameter', 'renewalLocked'],
    fields: { renewal: word('RENEWALS'), orderId: f64('id', '', { at: 32 }) },
  }),
  defineProduct: document({
    about: 'A new savings product, not released yet.',
    code: 20,
    givenBy: ['operator', 'system'],
    reasons: ['assetNotFound', 'badParameter', 'engineFull'],
    fields: {
      terms: PRODUCT_TERMS,
      tiers: TIERS,
      document: json<JsonObject>('json', 'Names, texts, images: not read here.'),
      actor: ACTOR,
      why: WHY,
    },
  }),
  changeProduct: document({
    about: 'Replaces terms that may change while orders hold: everything but asset, type, kind of rate, payout and term.',
    code: 21,
    givenBy: ['operator', 'system'],
    reasons: ['productNotFound', 'badParameter'],
    fields: { productId: jsonId('ProductId'), terms: PRODUCT_TERMS, document: json<JsonObject>('json'), actor: ACTOR, why: WHY },
  }),
  setProductStatus: document({
    about: 'Releases, suspends, ends a product or takes it off the shelf.',
    code: 22,
    givenBy: ['operator', 'system'],
    reasons: ['productNotFound', 'badParameter'],
    fields: { productId: jsonId('ProductId'), status: json<ProductStatus>('code'), actor: ACTOR, why: WHY },
  }),
  setProductRate: document({
    about: 'What a product earns from a UTC day on, today’s at the earliest.',
    code: 23,
    givenBy: ['operator', 'system'],
    reasons: ['productNotFound', 'badParameter', 'engineFull'],
    fields: {
      productId: jsonId('ProductId'),
      fromDay: json<number>('count', 'Since 1970.'),
      tiers: TIERS,
      actor: ACTOR,
      why: WHY,
    },
  }),
} as const
