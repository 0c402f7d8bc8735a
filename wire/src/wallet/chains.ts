/** assets-web: networks, coins on them, and the addresses at which a user receives. */
import * as z from 'zod/mini'
import { coinSchema } from '../assets/types.ts'
import { call } from '../call.ts'
import { decimal, id, optional, orderKey, text } from '../fields.ts'
import { chainAddressSchema, chainTokenSchema, coinExtSchema, protocolTypeSchema, supportedChainSchema } from './types.ts'

const ROOT = '/api/assets-web/v1'
const empty = z.object({})
const blockchain = z.string().check(z.trim(), z.regex(/^[a-z0-9-]{1,32}$/))

/** Addresses that a user may have on a blockchain. */
export const ADDRESSES_MAX = 20

export const withdrawCoins = call({
  method: 'POST',
  path: `${ROOT}/currency-coin/tenantWithdrawCurrencyCoinAll`,
  access: 'user',
  request: empty,
  response: z.array(z.extend(coinSchema, { balance: decimal })),
  errors: [],
  summary: 'Coins that can be withdrawn, with what is free of them.',
})

export const coinExtList = call({
  method: 'POST',
  path: `${ROOT}/withdraw-deposit/coinExtList`,
  access: 'user',
  apiKey: 'read',
  request: z.object({ coinId: id }),
  query: ['coinId'],
  response: z.array(coinExtSchema),
  errors: ['COIN_NOT_FOUND'],
  summary: 'A coin on each of its networks: minima, fees, confirmations.',
})

export const protocolTypeAll = call({
  method: 'POST',
  path: `${ROOT}/protocol-type/protocolTypeAll`,
  access: 'user',
  request: empty,
  response: z.array(protocolTypeSchema),
  errors: [],
  summary: 'Networks, and what their addresses look like.',
})

export const supportedChains = call({
  method: 'GET',
  path: `${ROOT}/wallet-feign/supported-chains`,
  access: 'user',
  request: empty,
  response: z.array(supportedChainSchema),
  errors: [],
  summary: 'Blockchains.',
})

export const tokenChains = call({
  method: 'GET',
  path: `${ROOT}/wallet-feign/token/supported-chain/:id`,
  access: 'user',
  request: z.object({ id }),
  response: z.array(chainTokenSchema),
  errors: ['COIN_NOT_FOUND'],
  summary: 'Blockchains of a coin, with its contract there.',
})

export const addressQuery = call({
  method: 'GET',
  path: `${ROOT}/wallet-feign/address/query`,
  access: 'user',
  apiKey: 'read',
  request: z.object({ blockchain, coinId: optional(id) }),
  response: z.array(chainAddressSchema),
  errors: ['CHAIN_NOT_SUPPORTED', 'COIN_NOT_FOUND'],
  summary: "The user's addresses on a blockchain, the default first.",
})

export const addressCreate = call({
  method: 'POST',
  path: `${ROOT}/wallet-feign/address/create`,
  access: 'user',
  key: 'clientId',
  command: 'assignAddress',
  request: z.object({ blockchain, label: optional(text(0, 32)), clientId: optional(orderKey), coinId: optional(id) }),
  query: ['blockchain', 'label'],
  response: chainAddressSchema,
  strict: true,
  errors: ['CHAIN_NOT_SUPPORTED', 'COIN_NOT_FOUND', 'DEPOSIT_CLOSED', 'ADDRESS_LIMIT', 'IDEMPOTENCY_CONFLICT'],
  summary: 'A new address; the same chain and label give the same one again.',
})
