/** Blocks of Tron, and what their transactions brought. */
import { hex } from '@scure/base'
import { writeVersioned } from '../address/base58.ts'
import type { Arrival, BlockHead, WatchWishes } from '../port.ts'
import { type Fields, fieldsOf, hexOf, listOf, nonsense, numberOf } from './api.ts'

const WHAT = 'a block'
const SUCCESS = 'SUCCESS'
/** `Transfer(address,address,uint256)` */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const WORD_DIGITS = 64

export function headOf(block: Fields): BlockHead {
  const raw = fieldsOf(fieldsOf(block.block_header, WHAT).raw_data, WHAT)
  const parent = raw.number === undefined ? '' : hexOf(raw.parentHash, WHAT)
  return { height: numberOf(raw.number, WHAT), hash: hexOf(block.blockID, WHAT), parent, time: numberOf(raw.timestamp, WHAT) }
}

/** @param digits version and 20 bytes, as full nodes write addresses */
function addressOf(digits: unknown): string {
  const bytes = hex.decode(hexOf(digits, WHAT))
  if (bytes.length !== 21) throw nonsense(WHAT)
  return writeVersioned(bytes[0] ?? 0, bytes.subarray(1))
}

interface Told {
  readonly tx: string
  readonly wishes: WatchWishes
  readonly version: number
}

type Brought = Omit<Arrival, 'tx' | 'watched' | 'tag'>

function arrival({ tx, wishes }: Told, brought: Brought): Arrival[] {
  const watched = brought.amount > 0n ? wishes.addresses.find(brought.to) : null
  return watched === null ? [] : [{ tx, tag: null, watched, ...brought }]
}

/** A transfer of the chain's own coin. Other kinds of contracts bring theirs by calls inside them. */
function coinsOf(told: Told, transaction: Fields): Arrival[] {
  const [result] = listOf(transaction.ret, WHAT)
  const [contract] = listOf(fieldsOf(transaction.raw_data, WHAT).contract, WHAT)
  const { type, parameter } = fieldsOf(contract, WHAT)
  if (fieldsOf(result ?? {}, WHAT).contractRet !== SUCCESS || type !== 'TransferContract') return []
  const { amount, owner_address: from, to_address: to } = fieldsOf(fieldsOf(parameter, WHAT).value, WHAT)
  return arrival(told, { position: 'v', from: addressOf(from), to: addressOf(to), token: null, amount: BigInt(numberOf(amount, WHAT)) })
}

/** Of listed tokens alone: what a log says counts for the contract that wrote it. */
function tokensOf(told: Told, log: unknown, index: number): Arrival[] {
  const { address, topics, data } = fieldsOf(log, WHAT)
  const named = (digits: string): string => writeVersioned(told.version, hex.decode(digits))
  const token = named(hexOf(address, WHAT))
  const [kind, from, to, ...more] = listOf(topics, WHAT).map((topic) => hexOf(topic, WHAT))
  if (kind !== TRANSFER || !told.wishes.tokens.has(token) || from?.length !== WORD_DIGITS || to?.length !== WORD_DIGITS) return []
  const amount = hexOf(data ?? '', WHAT)
  if (more.length > 0 || amount.length !== WORD_DIGITS) return []
  const owners = [from, to].map((word) => named(word.slice(-40)))
  return arrival(told, { position: `l${index}`, from: owners[0] ?? null, to: owners[1] ?? '', token, amount: BigInt(`0x${amount}`) })
}

/** Coins that a call paid, where the node keeps them. */
function callsOf(told: Told, call: unknown, index: number): Arrival[] {
  const { caller_address: from, transferTo_address: to, callValueInfo, rejected } = fieldsOf(call, WHAT)
  if (rejected === true) return []
  return listOf(callValueInfo, WHAT).flatMap((value, part) => {
    const { callValue, tokenId } = fieldsOf(value, WHAT)
    if (tokenId !== undefined || callValue === undefined) return []
    const amount = BigInt(numberOf(callValue, WHAT))
    return arrival(told, { position: `c${index}.${part}`, from: addressOf(from), to: addressOf(to), token: null, amount })
  })
}

/** Did it do what it says? Transfers of coins have no result beyond their fee. */
export function hasSucceeded(info: Fields): boolean {
  const { result } = fieldsOf(info.receipt ?? {}, WHAT)
  return info.result !== 'FAILED' && (result === undefined || result === SUCCESS)
}

/** @param infos results of the block's transactions. @param version of the network's addresses */
export function arrivalsOf(block: Fields, infos: readonly unknown[], wishes: WatchWishes, version: number): Arrival[] {
  const byId = new Map(infos.map((info) => [hexOf(fieldsOf(info, WHAT).id, WHAT), fieldsOf(info, WHAT)]))
  return listOf(block.transactions, WHAT).flatMap((row) => {
    const transaction = fieldsOf(row, WHAT)
    const tx = hexOf(transaction.txID, WHAT)
    const told = { tx, wishes, version }
    const info = byId.get(tx)
    const inside =
      info !== undefined && hasSucceeded(info)
        ? [
            ...listOf(info.log, WHAT).flatMap((log, index) => tokensOf(told, log, index)),
            ...listOf(info.internal_transactions, WHAT).flatMap((call, index) => callsOf(told, call, index)),
          ]
        : []
    return [...coinsOf(told, transaction), ...inside]
  })
}

export const namesOf = (block: Fields): string[] => listOf(block.transactions, WHAT).map((row) => hexOf(fieldsOf(row, WHAT).txID, WHAT))
