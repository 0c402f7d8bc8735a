/** The user's positions, contract accounts and contract orders as they change. */
import type { ResponseOf } from '@agio/wire/call.ts'
import type { assetsList } from '@agio/wire/futures/position.ts'
import { useQuery } from '@tanstack/react-query'
import { createLiveStore } from '../live/live-store.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../live/read.ts'
import { type Topic, useTopic } from '../live/topic.ts'
import { SPOT_QUERIES, spotChanged } from '../spot/spot-changes.ts'
import { readStored, writeStored } from '../storage.ts'
import { contractTopic } from './contract-line.ts'
import { type ContractOrder, isOpenOrder, readContractOrders, readOrderEvent } from './contract-order.ts'
import { type ContractAccount, hasVolume, type Position, readContractAccount, readPosition } from './position.ts'

export interface Known<Row> {
  /** False until the first answer of this session. */
  readonly known: boolean
  readonly rows: readonly Row[]
}

type Assets = ResponseOf<typeof assetsList>

const later = (one: bigint, other: bigint): number => (one < other ? 1 : one > other ? -1 : 0)
const idOf = (text: string): bigint => (/^\d+$/.test(text) ? BigInt(text) : BigInt(0))

/** What befalls a position, of which its owner has to hear at once. */
export interface PositionAlarm {
  readonly kind: 'warn' | 'liquidation' | 'adl'
  /** As it left the position. */
  readonly position: Position
  /** Empty where there is none. */
  readonly receiptId: string
}

const alarmed = new Set<(alarm: PositionAlarm) => void>()
const isAlarm = (event: unknown): event is PositionAlarm['kind'] => event === 'warn' || event === 'liquidation' || event === 'adl'

/** Hears of alarms, as long as somebody reads positions. */
export function onPositionAlarm(listener: (alarm: PositionAlarm) => void): () => void {
  alarmed.add(listener)
  return () => alarmed.delete(listener)
}

function positionsState() {
  let positions: ReadonlyMap<string, Position> = new Map()
  let known = false
  /** What the line has said so far. */
  let heard = 0
  const put = (position: Position): void => {
    const next = new Map(positions)
    if (hasVolume(position.volume)) next.set(position.positionId, position)
    else next.delete(position.positionId)
    positions = next
  }
  return {
    push(push: { readonly type: string; readonly data: unknown }): boolean {
      heard += 1
      if (push.type === 'snapshot') {
        positions = new Map(listOf(push.data).map((row) => [textOf(row.id), readPosition(row)]))
        known = true
        return true
      }
      const told = fieldsOf(push.data)
      const fields = fieldsOf(told?.position)
      if (told === undefined || fields === undefined) return true
      const position = readPosition(fields)
      if (isAlarm(told.event)) for (const tell of alarmed) tell({ kind: told.event, position, receiptId: textOf(told.receiptId) })
      const before = positions.get(position.positionId)
      // Told at least once: an older picture of the same position changes nothing.
      const isGone = !hasVolume(position.volume)
      if (isGone || before === undefined || position.updatedAt >= before.updatedAt) put(position)
      spotChanged()
      return true
    },
    reset() {
      known = false
    },
    disown() {
      positions = new Map()
      known = false
      heard += 1
    },
    heard: () => heard,
    /** Figures that follow the mark, asked for beside the line. What the line has said meanwhile is newer than the whole answer. */
    ask(rows: readonly Position[], heardBefore: number): void {
      if (heard === heardBefore) positions = new Map(rows.map((row) => [row.positionId, row]))
    },
    view: (): Known<Position> => ({
      known,
      rows: [...positions.values()].sort((one, other) => later(idOf(one.positionId), idOf(other.positionId))),
    }),
  }
}

export function accountsState() {
  let accounts: ReadonlyMap<string, ContractAccount> = new Map()
  let known = false
  /** What the line has said so far. */
  let heard = 0
  const take = (rows: readonly Fields[]): void => {
    const next = new Map(accounts)
    for (const row of rows) next.set(textOf(row.symbol), readContractAccount(row))
    accounts = next
  }
  return {
    push(push: { readonly type: string; readonly data: unknown }): boolean {
      heard += 1
      if (push.type === 'snapshot') accounts = new Map()
      take(listOf(push.data))
      known = true
      return true
    },
    reset() {
      known = false
    },
    disown() {
      accounts = new Map()
      known = false
      heard += 1
    },
    heard: () => heard,
    /** As with positions: an answer that was overtaken is older than what the line has said. */
    ask(rows: readonly Fields[], heardBefore: number): void {
      if (heard === heardBefore) take(rows)
    },
    view: (): Known<ContractAccount> => ({ known, rows: [...accounts.values()] }),
  }
}

const EVENTS: ReadonlySet<string> = new Set(['place', 'update', 'delete'])

function ordersState() {
  let orders: ReadonlyMap<string, ContractOrder> = new Map()
  let known = false
  return {
    push(push: { readonly type: string; readonly data: unknown }): boolean {
      if (push.type === 'snapshot') {
        orders = new Map(
          readContractOrders(push.data)
            .filter(isOpenOrder)
            .map((order) => [order.orderId, order]),
        )
        known = true
        return true
      }
      const told = readOrderEvent(push.data)
      if (told === undefined || !EVENTS.has(told.event)) return true
      const { event, order } = told
      const before = orders.get(order.orderId)
      if (before !== undefined && order.updatedAt < before.updatedAt) return true
      const next = new Map(orders)
      if (event === 'delete' || !isOpenOrder(order)) next.delete(order.orderId)
      else next.set(order.orderId, order)
      orders = next
      spotChanged()
      return true
    },
    reset() {
      known = false
    },
    disown() {
      orders = new Map()
      known = false
    },
    view: (): Known<ContractOrder> => ({
      known,
      rows: [...orders.values()].sort((one, other) => other.createdAt - one.createdAt || later(idOf(one.orderId), idOf(other.orderId))),
    }),
  }
}

const positionsSeen = positionsState()
const accountsSeen = accountsState()
let topics:
  | {
      readonly positions: Topic<Known<Position>>
      readonly accounts: Topic<Known<ContractAccount>>
      readonly orders: Topic<Known<ContractOrder>>
    }
  | undefined

/** One of each for the page: made when somebody first reads. */
function mine() {
  topics ??= {
    positions: contractTopic('positions', positionsSeen),
    accounts: contractTopic('balances', accountsSeen),
    orders: contractTopic('orders', ordersState()),
  }
  return topics
}

const NONE = { known: true, rows: [] } as const
const nobody = createLiveStore(() => NONE)
const NOBODY: Topic<typeof NONE> = { store: nobody, subscribe: nobody.subscribe }

/** Newest first; of a visitor none. */
export const usePositions = (member: boolean): Known<Position> => useTopic<Known<Position>>(member ? mine().positions : NOBODY)
export const useContractAccounts = (member: boolean): Known<ContractAccount> =>
  useTopic<Known<ContractAccount>>(member ? mine().accounts : NOBODY)
export const useContractOrders = (member: boolean): Known<ContractOrder> => useTopic<Known<ContractOrder>>(member ? mine().orders : NOBODY)

/** How often figures that follow the mark are asked for while there is a position, ms. */
const FOLLOW_MS = 2000

async function askAssets(): Promise<Assets> {
  const { loadAssets } = await import('./member-calls.ts')
  const token = readStored('token')
  const heard = { positions: positionsSeen.heard(), accounts: accountsSeen.heard() }
  const assets = await loadAssets()
  // The session may have ended meanwhile: nothing of it stays in the browser.
  if (readStored('token') !== token) return assets
  writeStored('contractAssets', { accountList: assets.accountList })
  positionsSeen.ask(
    assets.positionList.map((row) => readPosition(row)),
    heard.positions,
  )
  accountsSeen.ask(assets.accountList, heard.accounts)
  const { positions, accounts } = mine()
  positions.store.touch()
  accounts.store.touch()
  return assets
}

/** Keeps profit, ratios and free margin near the mark: the line tells of changes of a position, not of every change of a price. */
export function useFollowedMark(member: boolean): void {
  const { rows } = usePositions(member)
  useQuery({
    queryKey: [SPOT_QUERIES, 'contractAssets'],
    enabled: member,
    staleTime: 0,
    refetchInterval: rows.length > 0 ? FOLLOW_MS : false,
    queryFn: askAssets,
  })
}
