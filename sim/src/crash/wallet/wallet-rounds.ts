/**
 * The wallet's kill rounds: all that `npm start` starts, with customers who deposit from real development nodes and take coins out again,
 * while server, signer, keeper or a node is killed. At the end everything that is under way is waited for; then every deposit was
 * credited once, every withdrawal paid once or not at all, and ledger and chains agree to the unit.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WalletTx } from '@agio/wire/wallet/types.ts'
import { WALLET_STATUSES } from '@agio/wire/wallet/types.ts'
import { Refusal } from '../../client/session-client.ts'
import type { Random } from '../memory-disk.ts'
import { OperatorRefusal } from '../product.ts'
import { type Chain, COINS, type Coins, Outside, type Paid, toLedger, toUnits } from './outside.ts'
import { coinOf, ledgerAmount, ledgerText, WalletMember } from './wallet-member.ts'
import { PART_NAMES, type Part, WholeProduct } from './whole-product.ts'

const MEMBERS = 3
/** Of each of them: more than a customer asks for in an hour of kills. */
const ASKS = { openMost: 100, dayMost: 300 } as const
const LANES = 3
const LIFE_MS_MIN = 1500
const LIFE_MS_SPREAD = 3500
/** Of one that was killed beside a server that goes on. */
const AFTER_MS = 1500
const NODES_MS = 240_000
const SETTLE_MS = 600_000
const OVER: readonly number[] = [
  WALLET_STATUSES.COMPLETED,
  WALLET_STATUSES.UNDONE,
  WALLET_STATUSES.REJECTED,
  WALLET_STATUSES.FAILED,
  WALLET_STATUSES.EXPIRED,
  WALLET_STATUSES.UNLOCKED,
]
/** Before the next thing, of whoever has asked for as much as one may. */
const REFUSED_MS = 300
/** In ledger units, by coin: a small withdrawal, and what is paid in. */
const SIZES = { ETH: [500_000n, 4_000_000n], USDT: [1_000_000_000n, 5_000_000_000n], BTC: [50_000n, 400_000n] } as const

export interface WalletKillReport {
  readonly rounds: number
  readonly killed: Readonly<Record<Part, number>>
  readonly deposits: number
  readonly withdrawals: number
  readonly completed: number
  readonly internal: number
  readonly undone: number
  readonly refused: Readonly<Record<string, number>>
  readonly findings: readonly string[]
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

class World {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'agio-kill-wallet-'))
  readonly findings: string[] = []
  readonly killed: Record<Part, number> = { server: 0, signer: 0, keeper: 0, evm: 0, bitcoin: 0 }
  readonly refused: Record<string, number> = {}
  readonly members: WalletMember[] = []
  readonly outside: Outside
  readonly #random: Random
  #product: WholeProduct | undefined

  constructor(random: Random, outside: Outside) {
    this.#random = random
    this.outside = outside
  }

  get product(): WholeProduct {
    if (this.#product === undefined) throw new Error('nothing was started')
    return this.#product
  }

  async open(): Promise<void> {
    const isFirst = this.#product === undefined
    this.#product = await WholeProduct.open(this.dataDir)
    await this.#meetNodes()
    if (!isFirst) return
    const limit = JSON.stringify({ amountLimit: '100000000', coin: 'USDT', time: 24 })
    await this.#product.operate('kv set', { key: 'out_money', value: limit })
    await this.#product.operate('withdrawals set-policy', { json: JSON.stringify(ASKS) })
    for (let number = 0; number < MEMBERS; number += 1) {
      const member = new WalletMember(`member-${number}@example.com`, this.#product.base)
      this.members.push(member)
      await member.join()
    }
    for (const coins of COINS) for (const member of this.members) await this.#deposit(member, coins, 20n)
    await this.#fundHot()
  }

  /** One life under load; one part of it is killed, and what ended with it is started again. */
  async live(part: Part): Promise<void> {
    let isOver = false
    const lanes = Array.from({ length: LANES }, async () => {
      while (!isOver) await this.#act().catch((error: unknown) => this.#lost(error))
    })
    await pause(LIFE_MS_MIN + this.#random() * LIFE_MS_SPREAD)
    if (await this.product.kill(part)) this.killed[part] += 1
    if (part !== 'server') await pause(AFTER_MS)
    isOver = true
    await Promise.all(lanes)
    if (!this.product.isRunning) await this.open()
    else if (part !== 'signer') await this.#meetNodes()
    for (const member of this.members) member.moveTo(this.product.base)
  }

  /** Approves, confirms and waits until nothing is under way. */
  async settle(): Promise<void> {
    const until = performance.now() + SETTLE_MS
    for (;;) {
      await this.#approveAll()
      const rows = (await Promise.all(this.members.map((member) => member.rows()))).flat()
      for (const member of this.members)
        for (const { id, status } of await member.rows()) if (status === WALLET_STATUSES.CREATED) await member.confirm(id)
      const open = rows.filter(({ status }) => !OVER.includes(status))
      const missing = this.#toMembers().filter(({ tx }) => !rows.some(({ type, txHash }) => type === 1 && txHash === tx))
      if (open.length + missing.length === 0) return
      if (performance.now() > until) {
        for (const { id, statusName, coinName, reason } of open)
          this.findings.push(`${id} of ${coinName} is still ${statusName} ${reason ?? ''}`)
        for (const { tx, coins } of missing) this.findings.push(`a deposit of ${coins.coin} in ${tx} is not listed`)
        return
      }
      await pause(1000)
    }
  }

  async judge(): Promise<readonly WalletTx[]> {
    const lists = await Promise.all(this.members.map((member) => member.rows()))
    for (const [index, member] of this.members.entries()) {
      const rows = lists[index] ?? []
      for (const [id, { isUndone }] of member.withdrawals) {
        const row = rows.find((one) => one.id === id)
        if (row === undefined) this.findings.push(`withdrawal ${id} was answered and is gone`)
        else if (isUndone !== (row.status === WALLET_STATUSES.UNDONE) && isUndone)
          this.findings.push(`${id} was undone and is ${row.statusName}`)
      }
      for (const coins of COINS) {
        const own = rows.filter((row) => coinOf(row) === coins)
        const sum = own.reduce((total, row) => total + effectOf(row), 0n)
        const total = await member.total(coins)
        if (total !== sum) this.findings.push(`${member.email} has ${ledgerText(total)} ${coins.coin}, and the rows say ${ledgerText(sum)}`)
      }
    }
    const rows = lists.flat()
    this.#judgeDeposits(rows)
    await this.#judgePaid(rows)
    const text = (await this.product.operate('reconcile', {})) ?? ''
    // on simulated networks nothing happens here
    if (!/equal/.test(text) || /DIFFERS|NOT COMPARED: (?!no block was booked yet)/.test(text)) this.findings.push(`reconcile: ${text}`)
    return rows
  }

  async close(): Promise<void> {
    await this.#product?.stop()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  #toMembers(): readonly Paid[] {
    return this.outside.paid.filter(({ coins, to }) => this.members.some((member) => member.addresses.get(coins.chain) === to))
  }

  #judgeDeposits(rows: readonly WalletTx[]): void {
    for (const { coins, to, amount, tx } of this.#toMembers()) {
      const found = rows.filter(({ type, txHash, address }) => type === 1 && txHash === tx && address === to)
      const [row] = found
      if (found.length !== 1 || row === undefined) this.findings.push(`${tx} is listed ${found.length} times`)
      else if (ledgerAmount(row.amount) !== toLedger(amount, coins))
        this.findings.push(`${tx} brought ${amount} units, and ${row.amount} is listed`)
    }
  }

  /** Every destination got what its withdrawal says, or nothing. */
  async #judgePaid(rows: readonly WalletTx[]): Promise<void> {
    for (const coins of COINS) {
      const wanted = this.members.flatMap(({ destinations }) => destinations.filter((one) => one.coins === coins))
      const held = await this.outside.held(
        coins,
        wanted.map(({ to }) => to),
      )
      for (const [index, { to }] of wanted.entries()) {
        const own = rows.filter(({ type, address, isInternal }) => type === 2 && address === to && isInternal === 0)
        if (this.members.some((member) => member.addresses.get(coins.chain) === to)) continue
        const said = own.reduce((sum, row) => sum + (row.status === WALLET_STATUSES.COMPLETED ? ledgerAmount(row.arrivedAmount) : 0n), 0n)
        if (toLedger(held[index] ?? 0n, coins) !== said)
          this.findings.push(`${to} got ${held[index]} units of ${coins.coin}, and ${ledgerText(said)} was paid`)
      }
    }
  }

  async #act(): Promise<void> {
    const coins = this.#one(COINS)
    const member = this.#one(this.members)
    const choice = this.#random()
    if (choice < 0.3) return await this.#deposit(member, coins, 1n)
    if (choice < 0.4) {
      const id = this.#one([...member.withdrawals.keys(), ''])
      return id === '' ? undefined : this.#note(await member.undo(id))
    }
    if (choice < 0.55) return await this.#approveAll()
    const other = this.members.find((one) => one !== member)
    const to = choice < 0.65 && other !== undefined ? other.addressOn(coins.chain) : this.outside.fresh(coins.chain)
    const refusal = await member.withdraw(coins, to, SIZES[coins.coin][0])
    this.#note(refusal)
    if (refusal === 'WITHDRAW_COUNT') await pause(REFUSED_MS)
  }

  #note(refusal: string): void {
    if (refusal !== '') this.refused[refusal] = (this.refused[refusal] ?? 0) + 1
  }

  /** A call that a kill cut off; anything else is a finding. */
  #lost(error: unknown): void {
    const isRefused = error instanceof Refusal || error instanceof OperatorRefusal
    if (isRefused && this.product.isRunning) this.findings.push(String(error))
  }

  async #deposit(member: WalletMember, coins: Coins, times: bigint): Promise<void> {
    await this.outside.pay(coins, member.addressOn(coins.chain), toUnits(SIZES[coins.coin][1] * times, coins))
  }

  async #approveAll(): Promise<void> {
    const text = (await this.product.operate('withdrawals list', {})) ?? ''
    for (const line of text.split('\n')) {
      const [id = ''] = line.split(' ', 1)
      if (!/\d/.test(id)) continue
      // somebody may have undone it, or another lane approved it
      await this.product.operate('withdrawals approve', { id }).catch((error: unknown) => {
        if (!(error instanceof OperatorRefusal)) throw error
      })
    }
  }

  /** The house's hot addresses, from outside: what customers brought lies on their own. */
  async #fundHot(): Promise<void> {
    const text = await this.#reserves()
    for (const coins of COINS) {
      const address = (coins.chain === 'ethereum' ? /hot: (0x[0-9a-fA-F]{40})/ : /hot: (bcrt1[0-9a-z]+)/).exec(text)?.[1]
      if (address === undefined) throw new Error(`no hot address on ${coins.chain}:\n${text}`)
      await this.outside.pay(coins, address, toUnits(SIZES[coins.coin][1] * 200n, coins))
    }
  }

  /** What the operator publishes of the house's addresses, once all networks were compared for the first time. */
  async #reserves(): Promise<string> {
    const until = performance.now() + NODES_MS
    for (;;) {
      try {
        const text = (await this.product.operate('reserves publish', {})) ?? ''
        if (text.includes('bcrt1') && text.includes('0x')) return text
      } catch (error) {
        if (!(error instanceof OperatorRefusal) || performance.now() > until) throw error
      }
      await pause(500)
    }
  }

  async #meetNodes(): Promise<void> {
    const until = performance.now() + NODES_MS
    for (;;) {
      try {
        const { evm, btc } = JSON.parse(readFileSync(join(this.dataDir, 'chains.json'), 'utf8')) as { evm: string; btc: string }
        await this.outside.meet({ ethereum: evm, bitcoin: btc } satisfies Record<Chain, string>)
        return
      } catch (error) {
        if (performance.now() > until) throw error
        await pause(500)
      }
    }
  }

  #one<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }
}

/** What a row did to its customer's balance. */
function effectOf(row: WalletTx): bigint {
  if (row.type === 1)
    return row.status === WALLET_STATUSES.UNLOCKED || row.status === WALLET_STATUSES.CREDITED ? ledgerAmount(row.amount) : 0n
  return row.status === WALLET_STATUSES.COMPLETED ? -ledgerAmount(row.amount) : 0n
}

/** @param tell called after each round */
export async function walletKillRounds(rounds: number, random: Random, tell: (round: number) => void): Promise<WalletKillReport> {
  const world = new World(random, await Outside.make())
  try {
    await world.open()
    for (let round = 0; round < rounds; round += 1) {
      await world.live(PART_NAMES[round % PART_NAMES.length] ?? 'server')
      tell(round)
    }
    await world.settle()
    const rows = await world.judge()
    const withdrawals = rows.filter(({ type }) => type === 2)
    return {
      rounds,
      killed: world.killed,
      deposits: world.outside.paid.length,
      withdrawals: withdrawals.length,
      completed: withdrawals.filter(({ status }) => status === WALLET_STATUSES.COMPLETED).length,
      internal: withdrawals.filter(({ isInternal }) => isInternal === 1).length,
      undone: withdrawals.filter(({ status }) => status === WALLET_STATUSES.UNDONE).length,
      refused: world.refused,
      findings: world.findings,
    }
  } finally {
    await world.close()
  }
}
