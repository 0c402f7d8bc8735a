/** The wallet and the address book: paths, who may call and how, as the API's tables mark them. */
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { CallSpec } from '../call.ts'
import * as book from './address-book.ts'
import { saveAddress } from './address-book.ts'
import * as chains from './chains.ts'
import * as wallet from './wallet.ts'
import { createWithdraw, undoWithdraw, withdrawPreview } from './wallet.ts'

type AnyCall = CallSpec<z.ZodMiniObject, z.ZodMiniType>
const isCall = (value: unknown): value is AnyCall => typeof value === 'object' && value !== null && 'path' in value

/** As the tables write it: U user, 2F second factor, P sealed, I keyed, Kr and Kw for API keys. */
const ROWS = `
POST user-web/v1/user-address/saveUserAddress 2F·P·I
POST user-web/v1/user-address/userAddressList U
POST user-web/v1/user-address/deleteByIds 2F·P
POST user-web/v1/user-address/whitelistSwitch U·P
POST assets-web/v1/currency-coin/tenantWithdrawCurrencyCoinAll U
POST assets-web/v1/withdraw-deposit/coinExtList U·Kr
POST assets-web/v1/protocol-type/protocolTypeAll U
GET assets-web/v1/wallet-feign/supported-chains U
GET assets-web/v1/wallet-feign/token/supported-chain/:id U
GET assets-web/v1/wallet-feign/address/query U·Kr
POST assets-web/v1/wallet-feign/address/create U·I
POST assets-web/v1/withdraw-deposit/withdrawDepositList U·Kr
POST assets-web/v1/withdraw-deposit/export U
GET assets-web/v1/withdraw-deposit/detail/:id U·Kr
GET assets-web/v1/withdraw-deposit/getUserALlLimit U·Kr
POST assets-web/v1/withdraw-deposit/withdrawPreview U
POST assets-web/v1/withdraw-deposit/createWithdrawDeposit U·P·I·Kw
POST assets-web/v1/sms/send/withdrawalCheckSms U
POST assets-web/v1/email/send/withdrawalCheckEmail U
POST assets-web/v1/withdraw-deposit/checkWithdrawDeposit U·P
POST assets-web/v1/withdraw-deposit/undoWithdrawDeposit U·Kw`

const WHO: Readonly<Record<string, string>> = { visitor: 'V', optional: 'V+', user: 'U', secondFactor: '2F' }
const KEYS: Readonly<Record<string, string>> = { read: '·Kr', withdraw: '·Kw' }
/** Here it names what is looked for, or taken back. */
const NAMES_BY_KEY = ['withdrawDepositList', 'export', 'undoWithdrawDeposit']

it('API-012 [part] the wallet and the address book have every row of the API, marked as there', () => {
  const calls = [book, wallet, chains].flatMap((module) => Object.values(module)).filter(isCall)
  const rows = calls.map((spec) => {
    const isKeyed = 'clientId' in spec.request.shape && !NAMES_BY_KEY.some((name) => spec.path.endsWith(name))
    const marks = `${spec.sealed === true ? '·P' : ''}${isKeyed ? '·I' : ''}${KEYS[spec.apiKey ?? ''] ?? ''}`
    return `${spec.method} ${spec.path.replace('/api/', '')} ${WHO[spec.access]}${marks}`
  })
  expect(rows.sort()).toEqual(ROWS.trim().split('\n').sort())
})

const ORDER = `FEATURE_OFF COIN_NOT_FOUND COIN_NETWORK_NOT_FOUND WITHDRAW_CLOSED WITHDRAW_HALTED ACCOUNT_FROZEN ADDRESS_NOT_FOUND ADDRESS_INVALID
MEMO_REQUIRED MEMO_INVALID WITHDRAW_AMOUNT_RANGE WITHDRAW_SCALE BALANCE_INSUFFICIENT WITHDRAW_COOLDOWN ADDRESS_NOT_WHITELISTED
ADDRESS_COOLDOWN WITHDRAW_LIMIT KYC_REQUIRED ADDRESS_SANCTIONED`

it('WAL-017 [part] a withdrawal names its errors in the order of its checks', () => {
  const order = ORDER.split(/\s+/)
  expect(createWithdraw.errors.slice(0, order.length)).toEqual(order)
})

it('a withdrawal goes to one address, is named in one way and has an amount above zero', () => {
  const asked = (fields: object) =>
    z.safeParse(createWithdraw.request, { coinId: '1', protocolType: 'ERC20', amount: '1', ...fields }).success
  expect([asked({ address: '0x1' }), asked({ addressId: 'a' })]).toEqual([true, true])
  expect([asked({}), asked({ address: '0x1', addressId: 'a' }), asked({ address: '0x1', amount: '0' })]).toEqual([false, false, false])
  expect([asked({ address: '0x1', amount: 1 }), asked({ address: '0x1', userId: '7' })], 'a number, a field that is none').toEqual([
    false,
    false,
  ])
  const undone = (fields: object) => z.safeParse(undoWithdraw.request, fields).success
  expect([undone({ id: '2' }), undone({ clientId: 'a' }), undone({}), undone({ id: '2', clientId: 'a' })]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(z.safeParse(withdrawPreview.request, { coinId: '1', protocolType: 'ERC20', amount: '0' }).success).toBe(true)
})

it('WAL-032 [part] an entry of the book has a label of 1 to 32 letters that show', () => {
  const saved = (label: string) => z.safeParse(saveAddress.request, { coinId: '1', protocolType: 'ERC20', address: '0x1', label }).success
  expect([saved('Cold'), saved('a'.repeat(32))]).toEqual([true, true])
  expect([saved(''), saved('   '), saved('a'.repeat(33)), saved('\u200b\u200b')]).toEqual([false, false, false, false])
})
