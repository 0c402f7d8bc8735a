/** user-web: addresses that a user sends to. */
import * as z from 'zod/mini'
import { codesSchema, securityInfoSchema } from '../account/auth.ts'
import { call } from '../call.ts'
import { id, listOf, optional, orderKey, pageFields, pageWithinBound, switch01, switch12, text, words } from '../fields.ts'
import { addressSchema } from './types.ts'

const ROOT = '/api/user-web/v1/user-address'
/** Entries of a book. */
export const BOOK_MAX = 200
/** How long a whitelisted address rests before it may be used. */
export const WHITELIST_REST_MS = 86_400_000

const protocolType = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9-]{1,20}$/))

export const saveAddress = call({
  method: 'POST',
  path: `${ROOT}/saveUserAddress`,
  access: 'secondFactor',
  key: 'clientId',
  command: 'saveDocument',
  request: z.object({
    /** Of an entry whose label changes: nothing else of it does. */
    id: optional(id),
    coinId: id,
    protocolType,
    address: text(1, 128),
    memo: optional(text(0, 64)),
    label: words(1, 32),
    isWhitelisted: optional(switch01),
    clientId: optional(orderKey),
    codes: optional(codesSchema),
  }),
  response: addressSchema,
  sealed: true,
  errors: [
    'COIN_NOT_FOUND',
    'COIN_NETWORK_NOT_FOUND',
    'ADDRESS_INVALID',
    'MEMO_REQUIRED',
    'MEMO_INVALID',
    'ADDRESS_DUPLICATE',
    'ADDRESS_LIMIT',
    'ADDRESS_NOT_FOUND',
    'ADDRESS_SANCTIONED',
    'IDEMPOTENCY_CONFLICT',
  ],
  summary: 'Adds an address to the book, or renames one; a whitelisted one may be used 24 hours later.',
})

export const addressList = call({
  method: 'POST',
  path: `${ROOT}/userAddressList`,
  access: 'user',
  request: z
    .object({
      coinId: optional(id),
      protocolType: optional(protocolType),
      isWhitelisted: optional(switch01),
      keyword: optional(text(0, 64)),
      ...pageFields,
    })
    .check(pageWithinBound),
  response: listOf(addressSchema),
  weight: 2,
  errors: ['COIN_NOT_FOUND'],
  summary: 'The address book, newest first.',
})

export const deleteAddresses = call({
  method: 'POST',
  path: `${ROOT}/deleteByIds`,
  access: 'secondFactor',
  request: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(50)), codes: optional(codesSchema) }),
  response: z.object({ deleted: z.int() }),
  sealed: true,
  errors: ['ADDRESS_NOT_FOUND'],
  summary: 'Removes entries from the address book: all of them, or none.',
})

export const whitelistSwitch = call({
  method: 'POST',
  path: `${ROOT}/whitelistSwitch`,
  access: 'user',
  request: z.object({ whitelistStatus: switch12, codes: codesSchema }),
  response: securityInfoSchema,
  sealed: true,
  errors: ['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_INVALID', 'CODE_EXPIRED', 'CODE_TOO_MANY_TRIES'],
  summary:
    'Lets only whitelisted addresses be used (1) or all (2), with STEP_UP codes of every method; closing it locks withdrawals for 24 hours.',
})
