/** Reads what a node answered. Whatever has not the form that was asked for is nonsense, and is not used. */
import { ChainFault } from '../port.ts'
import type { BlockAnswer, HeaderAnswer, PlaceAnswer, TransactionAnswer } from './answers.ts'
import type { Verdict } from './simulated-chain.ts'

type Fields = Readonly<Record<string, unknown>>

function nonsense(what: string): ChainFault {
  return new ChainFault('nonsense', `the node's answer is no ${what}`)
}

function fieldsOf(answer: unknown, what: string): Fields {
  if (typeof answer !== 'object' || answer === null) throw nonsense(what)
  return answer as Fields
}

const isHeight = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)
const UNITS = /^[0-9]{1,78}$/
const isUnits = (value: unknown): value is string => isText(value) && UNITS.test(value)

export function header(answer: unknown): HeaderAnswer {
  const { height, hash, parent, time } = fieldsOf(answer, 'block')
  if (!isHeight(height) || !isText(hash) || !isText(parent) || !isHeight(time)) throw nonsense('block')
  return { height, hash, parent, time }
}

function log(answer: unknown): TransactionAnswer['logs'][number] {
  const { position, emitter, claims, to, tag, amount } = fieldsOf(answer, 'log')
  const isGood = isText(position) && isTextOrNull(emitter) && isTextOrNull(claims) && isText(to) && isTextOrNull(tag) && isUnits(amount)
  if (!isGood) throw nonsense('log')
  return { position, emitter, claims, to, tag, amount }
}

function transaction(answer: unknown): TransactionAnswer {
  const { tx, from, succeeded, logs } = fieldsOf(answer, 'transaction')
  if (!isText(tx) || !isText(from) || typeof succeeded !== 'boolean' || !Array.isArray(logs)) throw nonsense('transaction')
  return { tx, from, succeeded, logs: logs.map(log) }
}

export function transactions(answer: unknown): readonly TransactionAnswer[] {
  if (!Array.isArray(answer)) throw nonsense('list of transactions')
  return answer.map(transaction)
}

export function block(answer: unknown): BlockAnswer {
  return { ...header(answer), transactions: transactions(fieldsOf(answer, 'block').transactions) }
}

export function amounts(answer: unknown, count: number): readonly bigint[] {
  if (!Array.isArray(answer) || answer.length !== count || !answer.every(isUnits)) throw nonsense('list of balances')
  return answer.map(BigInt)
}

export function nonce(answer: unknown): number {
  const { nonce: found } = fieldsOf(answer, 'nonce')
  if (!isHeight(found)) throw nonsense('nonce')
  return found
}

export function spentAt(answer: unknown): number | null {
  const { height } = fieldsOf(answer, 'height')
  if (height !== null && !isHeight(height)) throw nonsense('height')
  return height
}

export function rate(answer: unknown): bigint {
  const { rate: found } = fieldsOf(answer, 'rate')
  if (!isUnits(found)) throw nonsense('rate')
  return BigInt(found)
}

export function place(answer: unknown): PlaceAnswer {
  const { state, height, hash, succeeded, fee } = fieldsOf(answer, 'place')
  if (state === 'unseen' || state === 'waiting') return { state }
  if (state !== 'mined' || !isHeight(height) || !isText(hash) || typeof succeeded !== 'boolean' || !isUnits(fee)) throw nonsense('place')
  return { state, height, hash, succeeded, fee }
}

const CAUSES: readonly unknown[] = ['slotUsed', 'tooCheap', 'noFunds', 'invalid']

export function verdict(answer: unknown): Verdict {
  const { verdict: found, why, text } = fieldsOf(answer, 'verdict')
  if (found === 'taken' || found === 'known') return { verdict: found }
  if (found !== 'refused' || !CAUSES.includes(why) || !isText(text)) throw nonsense('verdict')
  return { verdict: found, why: why as Extract<Verdict, { verdict: 'refused' }>['why'], text }
}
