/** The futures host: the contract account of a customer and what is set in it. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { id, optional, switch01, switch12, text } from '../fields.ts'
import { expireDays, marginModel, positionModel } from './fields.ts'
import { userConfigSchema } from './types.ts'

const ROOT = '/fe-co-api/user'

export const createCoId = call({
  method: 'POST',
  path: `${ROOT}/create_co_id`,
  access: 'user',
  sealed: true,
  feature: 'contract',
  request: z.object({ token: optional(text(1, 128)) }),
  response: z.object({ coUid: z.string(), openContract: z.literal(1) }),
  errors: ['SESSION_INVALID', 'KYC_REQUIRED', 'REGION_DENIED', 'FEATURE_OFF', 'ACCOUNT_FROZEN', 'ENGINE_BUSY'],
  summary: 'Opens the contract account; repeating gives the same answer.',
})

export const getUserConfig = call({
  method: 'POST',
  path: `${ROOT}/get_user_config`,
  access: 'user',
  apiKey: 'read',
  feature: 'contract',
  request: z.object({ contractId: id }),
  response: userConfigSchema,
  errors: ['CONTRACT_NOT_FOUND', 'FEATURE_OFF'],
  summary: 'What the user has set for a contract, and what may be changed now.',
})

export const levelEdit = call({
  method: 'POST',
  path: `${ROOT}/level_edit`,
  access: 'user',
  apiKey: 'futures',
  sealed: 'digest',
  feature: 'contract',
  request: z.object({ contractId: id, nowLevel: z.int() }),
  response: userConfigSchema,
  errors: [
    'CONTRACT_NOT_FOUND',
    'CONTRACT_NOT_OPENED',
    'ACCOUNT_FROZEN',
    'LEVERAGE_RANGE',
    'LEVERAGE_TIER_LIMIT',
    'LEVERAGE_LOCKED_BY_ORDERS',
    'MARGIN_INSUFFICIENT',
    'POSITION_IN_LIQUIDATION',
    'INDEX_UNAVAILABLE',
    'FEATURE_OFF',
    'ENGINE_BUSY',
  ],
  summary: 'Changes the leverage; an isolated position gives margin back or takes some.',
})

export const marginModelEdit = call({
  method: 'POST',
  path: `${ROOT}/margin_model_edit`,
  access: 'user',
  apiKey: 'futures',
  sealed: 'digest',
  feature: 'contract',
  request: z.object({ contractId: id, marginModel }),
  response: userConfigSchema,
  errors: [
    'CONTRACT_NOT_FOUND',
    'CONTRACT_NOT_OPENED',
    'ACCOUNT_FROZEN',
    'MARGIN_MODE_LOCKED',
    'INDEX_UNAVAILABLE',
    'FEATURE_OFF',
    'ENGINE_BUSY',
  ],
  summary: 'Switches between cross and isolated margin; not with a position or an order in the contract.',
})

/** Settings of the page, and the position mode, which is the account's. */
export const PAGE_SETTINGS = ['positionModel', 'pcSecondConfirm', 'coUnit', 'expireTime', 'priceBasis'] as const

export const editPageConfig = call({
  method: 'POST',
  path: `${ROOT}/edit_user_page_config`,
  access: 'user',
  sealed: 'digest',
  feature: 'contract',
  request: z
    .object({
      contractId: optional(id),
      positionModel: optional(positionModel),
      pcSecondConfirm: optional(switch01),
      /** 1 coin, 2 contracts. */
      coUnit: optional(switch12),
      expireTime: optional(expireDays),
      /** 0 last, 1 mark. */
      priceBasis: optional(switch01),
    })
    .check(
      z.refine((value) => PAGE_SETTINGS.some((field) => value[field] != null), { path: ['positionModel'], params: { rule: 'required' } }),
    ),
  response: z.union([userConfigSchema, z.strictObject({})]),
  errors: ['CONTRACT_NOT_FOUND', 'CONTRACT_NOT_OPENED', 'ACCOUNT_FROZEN', 'POSITION_MODE_LOCKED', 'FEATURE_OFF', 'ENGINE_BUSY'],
  summary: 'Changes settings; answers the configuration of the contract that is named.',
})

const contractIds = z.object({ contractIds: z.array(z.string()) })

export const contractFavorites = call({
  method: 'POST',
  path: `${ROOT}/contract_optional_list`,
  access: 'user',
  feature: 'contract',
  request: z.object({}),
  response: contractIds,
  errors: ['FEATURE_OFF'],
  summary: "The user's favourite contracts, in his order.",
})

export const setContractFavorites = call({
  method: 'POST',
  path: `${ROOT}/contract_optional_set`,
  access: 'user',
  feature: 'contract',
  request: z.object({ contractIds: z.array(id).check(z.maxLength(50)) }),
  response: contractIds,
  errors: ['CONTRACT_NOT_FOUND', 'FEATURE_OFF', 'ENGINE_BUSY'],
  summary: 'Replaces the favourite contracts.',
})
