/** Intents of a house in tests, each with bytes that its adapter builds. */
import { buildTransaction as buildBitcoin } from '../../bitcoin/build.ts'
import { REGTEST } from '../../bitcoin/network.ts'
import { buildTransaction as buildEvm } from '../../evm/transactions.ts'
import type { Coin, Payment, Plan, Slot, Unsigned } from '../../port.ts'
import { SimulatedPort } from '../../simulated/simulated-port.ts'
import { SolanaPort } from '../../solana/solana-port.ts'
import { buildTron } from '../../tron/plans.ts'
import { type Intent, type KeyPurpose, keyPlaceOf, type NetworkName, type PaidWithdrawal, type Purpose } from '../protocol.ts'
import type { Keys } from '../read-intent.ts'

export const EVM = {
  tenant: 'agio',
  network: 1,
  settings: { kind: 'evm', chainId: '31337', internalCalls: 'debug', tipLeast: '1' },
} as const
export const BITCOIN = { tenant: 'agio', network: 2, settings: { kind: 'bitcoin', network: 'regtest', form: 'p2wpkh' } } as const
export const SIMULATED = { tenant: 'agio', network: 3, settings: { kind: 'simulated', hrp: 'sim' } } as const
export const SOLANA = { tenant: 'agio', network: 4, settings: { kind: 'solana' } } as const
export const TRON = { tenant: 'agio', network: 5, settings: { kind: 'tron', version: 65 } } as const

export const FOREIGN_EVM = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const
export const FOREIGN_BITCOIN = ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'bcrt1qqgpsgpgxquyqjzstpsxsurcszyfpx9q4yqfucg'] as const
export const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const GAS = 21_000n
export const GWEI = 1_000_000_000n

const noNode = () => Promise.reject(new Error('no node in this test'))
const simulated = new SimulatedPort('sim', noNode)
const solana = new SolanaPort({ transport: noNode, timeoutMs: 1 })

/** Work of a payment, by kind of chain. */
const WORK: Readonly<Record<string, bigint>> = { evm: GAS, solana: 1000n, tron: 1_000_000n }

function build(kind: NetworkName['settings']['kind'], plan: Plan): Unsigned {
  switch (kind) {
    case 'evm':
      return buildEvm(31_337n, plan)
    case 'bitcoin':
      return buildBitcoin(plan, REGTEST)
    case 'simulated':
      return simulated.build(plan)
    case 'solana':
      return solana.build(plan)
    case 'tron':
      return buildTron(plan)
  }
}

export const pay = (to: string, amount: bigint, token: string | null = null): Payment => ({ to, tag: null, token, amount })

export const withdrawal = (withdrawalId: number, payment: Payment, asset = 'ETH'): PaidWithdrawal => ({ withdrawalId, asset, payment })

export interface Draft {
  readonly purpose: Purpose
  readonly slot: Slot
  readonly rate?: bigint
  readonly change?: Intent['change']
  readonly payers?: Intent['payers']
  readonly scales?: Intent['scales']
  readonly paymentId?: number
}

export const paymentsOf = (purpose: Purpose): readonly Payment[] =>
  purpose.kind === 'withdrawals' ? purpose.paid.map(({ payment }) => payment) : purpose.kind === 'move' ? [purpose.payment] : []

export class TestHouse {
  readonly on: NetworkName
  readonly #keys: Keys

  constructor(on: NetworkName, keys: Keys) {
    this.on = on
    this.#keys = keys
  }

  address(purpose: KeyPurpose = 'hot', addressId = 0): string {
    return this.#keys.addressAt(keyPlaceOf(purpose, addressId))
  }

  own(purpose: KeyPurpose = 'hot', addressId = 0): Intent['payers'][number] {
    return { address: this.address(purpose, addressId), place: keyPlaceOf(purpose, addressId) }
  }

  nonce(nonce: number, purpose: KeyPurpose = 'hot', addressId = 0): Slot {
    return { kind: 'nonce', from: this.address(purpose, addressId), nonce }
  }

  /** @param ends height, or ms on Tron */
  blockhash(blockhash: string, ends: number): Slot {
    return { kind: 'blockhash', from: this.address(), blockhash, lastHeight: ends }
  }

  coin(name: number, amount: bigint): Coin {
    return { tx: String(name).padStart(64, '0'), output: 0, amount, address: this.address(), height: 10 }
  }

  coins(...coins: readonly Coin[]): Slot {
    return { kind: 'coins', coins, change: this.address('hot', 9) }
  }

  /** Withdrawals out of hot address 0 of an EVM chain. */
  evm(nonce: number, ...paid: readonly PaidWithdrawal[]): Intent {
    return this.intent({ purpose: { kind: 'withdrawals', paid }, slot: this.nonce(nonce) })
  }

  intent({ purpose, slot, rate = GWEI, change, payers, scales, paymentId = 1 }: Draft): Intent {
    const { kind } = this.on.settings
    const plan: Plan = { payments: paymentsOf(purpose), slot, fee: { rate, tip: 0n }, work: WORK[kind] ?? 0n }
    const unsigned = build(kind, plan)
    return {
      on: this.on,
      paymentId,
      purpose,
      plan,
      unsigned,
      payers: payers ?? [this.own()],
      change: change ?? (slot.kind === 'coins' ? [this.own('hot', 9)] : []),
      scales: scales ?? { ETH: 18, BTC: 8, SIM: 8, SOL: 9, TRX: 6, USDT: 6 },
    }
  }
}
