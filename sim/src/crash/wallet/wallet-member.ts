/** A customer of the wallet's kill rounds: gets addresses, takes coins out, undoes, and knows what he was told. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { coins as coinsCall } from '@agio/wire/assets/assets.ts'
import { addressCreate } from '@agio/wire/wallet/chains.ts'
import type { WalletTx } from '@agio/wire/wallet/types.ts'
import { walletTxList } from '@agio/wire/wallet/wallet.ts'
import { Refusal, SessionClient } from '../../client/session-client.ts'
import { patiently } from '../http-answers.ts'
import { type Chain, COINS, type Coins, LEDGER_SCALE } from './outside.ts'

const ASSETS = '/api/assets-web/v1'
const PASSWORD = 'Nothing-Lost-7'
/** Refusals that only say that this could not be asked for now. */
const ORDINARY: readonly string[] = [
  'BALANCE_INSUFFICIENT',
  'WITHDRAW_LIMIT',
  'WITHDRAW_COUNT',
  'WITHDRAW_STATE',
  'WITHDRAW_HALTED',
  'WITHDRAW_AMOUNT_RANGE',
  'CODE_RESEND_TOO_SOON',
  'SECOND_FACTOR_INVALID',
  'CODE_EXPIRED',
  'ACCOUNT_FROZEN',
  'ENGINE_BUSY',
  'MAINTENANCE',
]

export const PROTOCOLS: Readonly<Record<Chain, string>> = { ethereum: 'ERC20', bitcoin: 'BTC' }

export const ledgerText = (amount: bigint): string => formatDecimal(amount, LEDGER_SCALE)

export function ledgerAmount(text: string): bigint {
  const amount = parseDecimal(text, LEDGER_SCALE)
  if (typeof amount === 'string') throw new Error(`${text} is no amount: ${amount}`)
  return amount
}

/** What was answered of a withdrawal. */
interface Known {
  readonly coins: Coins
  readonly to: string
  isUndone: boolean
}

export class WalletMember {
  readonly email: string
  client: SessionClient
  readonly addresses = new Map<Chain, string>()
  readonly withdrawals = new Map<string, Known>()
  /** Where it asked for something to go, answered or not. */
  readonly destinations: { readonly coins: Coins; readonly to: string }[] = []
  readonly #coinIds = new Map<string, string>()

  constructor(email: string, base: string) {
    this.email = email
    this.client = new SessionClient(base)
  }

  moveTo(base: string): void {
    const { identity, token } = this.client
    this.client = new SessionClient(base, identity)
    this.client.token = token
  }

  async join(): Promise<void> {
    await this.client.register(this.email, PASSWORD)
    for (const { coinId, coinName } of await this.client.call(coinsCall, {})) this.#coinIds.set(coinName, coinId)
    for (const chain of ['ethereum', 'bitcoin'] as const) this.addresses.set(chain, await this.#address(chain))
  }

  addressOn(chain: Chain): string {
    const address = this.addresses.get(chain)
    if (address === undefined) throw new Error(`${this.email} has no address on ${chain}`)
    return address
  }

  /** Asks for a withdrawal and confirms it. @returns the name of an ordinary refusal, else '' */
  async withdraw(coins: Coins, to: string, amount: bigint): Promise<string> {
    this.destinations.push({ coins, to })
    return await this.#ordinary(async () => {
      const coinId = this.#coinIds.get(coins.coin)
      const body = { coinId, protocolType: PROTOCOLS[coins.chain], address: to, amount: ledgerText(amount) }
      const { id } = await this.client.sealed(`${ASSETS}/withdraw-deposit/createWithdrawDeposit`, body)
      this.withdrawals.set(String(id), { coins, to, isUndone: false })
      await this.#confirm(String(id))
    })
  }

  /** Confirms one that a restart left without its second factor. */
  async confirm(id: string): Promise<string> {
    return await this.#ordinary(() => this.#confirm(id))
  }

  async undo(id: string): Promise<string> {
    return await this.#ordinary(async () => {
      await this.client.must(`${ASSETS}/withdraw-deposit/undoWithdrawDeposit`, { id })
      const known = this.withdrawals.get(id)
      if (known !== undefined) known.isUndone = true
    })
  }

  /** All deposits and withdrawals. */
  async rows(): Promise<readonly WalletTx[]> {
    const rows: WalletTx[] = []
    for (let pageNo = 1; ; pageNo += 1) {
      const { list, total } = await patiently(() => this.client.call(walletTxList, { pageNo, pageSize: 100 }))
      rows.push(...list)
      if (rows.length >= total || list.length === 0) return rows
    }
  }

  /** Available, held and set aside. */
  async total(coins: Coins): Promise<bigint> {
    const data = await this.client.must(`${ASSETS}/user-wallet/userBalance?coinId=${this.#coinIds.get(coins.coin)}`)
    return ledgerAmount(String(data.total)) - ledgerAmount(String(data.debt))
  }

  async #address(chain: Chain): Promise<string> {
    for (;;) {
      const { address, status } = await this.client.call(addressCreate, { blockchain: chain, label: 'own' })
      if (status === 1) return address
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }

  async #confirm(id: string): Promise<void> {
    await this.client.must(`${ASSETS}/email/send/withdrawalCheckEmail`, { id })
    const codes = { email: await this.client.code(this.email) }
    await this.client.sealed(`${ASSETS}/withdraw-deposit/checkWithdrawDeposit`, { id, codes })
  }

  async #ordinary(act: () => Promise<void>): Promise<string> {
    try {
      await act()
      return ''
    } catch (error) {
      if (error instanceof Refusal && ORDINARY.includes(error.errorName)) return error.errorName
      throw error
    }
  }
}

export const coinOf = ({ coinName, protocolType }: WalletTx): Coins | undefined =>
  COINS.find(({ coin, chain }) => coin === coinName && PROTOCOLS[chain] === protocolType)
