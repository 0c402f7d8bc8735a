/** What a node of a simulated network is asked and answers: plain data, amounts as decimals. */
import type { ChainBlock, ChainTransaction, MinedTransaction } from './chain-state.ts'
import type { SimulatedChain, Verdict } from './simulated-chain.ts'

export type Question =
  | { readonly kind: 'head' }
  | { readonly kind: 'header'; readonly height: number }
  | { readonly kind: 'block'; readonly height: number; readonly hash: string }
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'balances'
      readonly height: number
      readonly hash: string
      readonly of: readonly { readonly address: string; readonly token: string | null }[]
    }
  | { readonly kind: 'nonce'; readonly address: string }
  | { readonly kind: 'spentAt'; readonly address: string; readonly nonce: number }
  | { readonly kind: 'transaction'; readonly tx: string }
  | { readonly kind: 'rate' }
  | { readonly kind: 'send'; readonly bytes: string }

export interface HeaderAnswer {
  readonly height: number
  readonly hash: string
  readonly parent: string
  readonly time: number
}

export interface TransactionAnswer {
  readonly tx: string
  readonly from: string
  readonly succeeded: boolean
  readonly logs: readonly {
    readonly position: string
    readonly emitter: string | null
    readonly claims: string | null
    readonly to: string
    readonly tag: string | null
    readonly amount: string
  }[]
}

export interface BlockAnswer extends HeaderAnswer {
  readonly transactions: readonly TransactionAnswer[]
}

export type PlaceAnswer =
  | { readonly state: 'unseen' | 'waiting' }
  | { readonly state: 'mined'; readonly height: number; readonly hash: string; readonly succeeded: boolean; readonly fee: string }

export type Answer =
  | HeaderAnswer
  | BlockAnswer
  | PlaceAnswer
  | Verdict
  | readonly TransactionAnswer[]
  | readonly string[]
  | { readonly nonce: number }
  | { readonly height: number | null }
  | { readonly rate: string }
  | null

const headerOf = ({ height, hash, parent, time }: ChainBlock): HeaderAnswer => ({ height, hash, parent, time })

function told({ tx, from, logs, fails }: ChainTransaction, repeats: boolean): TransactionAnswer[] {
  const rows = logs.map(({ amount, ...log }) => ({ ...log, amount: String(amount) }))
  const answer = { tx, from, succeeded: !fails, logs: repeats ? [...rows, ...rows] : rows }
  return repeats ? [answer, answer] : [answer]
}

const placed = (block: ChainBlock, { fee, fails }: MinedTransaction): PlaceAnswer => ({
  state: 'mined',
  height: block.height,
  hash: block.hash,
  succeeded: !fails,
  fee: String(fee),
})

/** @param lag blocks that the node does not know yet. @param repeats whether it tells everything twice */
export function answerOf(chain: SimulatedChain, question: Exclude<Question, { kind: 'send' }>, lag: number, repeats: boolean): Answer {
  const { state } = chain
  const top = Math.max(0, state.head.height - lag)
  const at = (height: number): ChainBlock | null => (height > top ? null : state.at(height))
  const known = (height: number, hash: string): ChainBlock | null => {
    const block = at(height)
    return block?.hash === hash ? block : null
  }
  switch (question.kind) {
    case 'head':
      return headerOf(state.at(top) ?? state.head)
    case 'header': {
      const block = at(question.height)
      return block === null ? null : headerOf(block)
    }
    case 'block': {
      const block = known(question.height, question.hash)
      return block === null ? null : { ...headerOf(block), transactions: block.transactions.flatMap((row) => told(row, repeats)) }
    }
    case 'waiting':
      return chain.waiting.flatMap((row) => told(row, repeats))
    case 'balances':
      if (known(question.height, question.hash) === null) return null
      return question.of.map(({ address, token }) => String(state.balance(address, token, question.height)))
    case 'nonce':
      return { nonce: state.nonce(question.address, top) }
    case 'spentAt': {
      const height = state.spentAt(question.address, question.nonce)
      return { height: height !== null && height <= top ? height : null }
    }
    case 'transaction':
      return placeOf(chain, question.tx, top)
    case 'rate':
      return { rate: String(chain.floor) }
  }
}

function placeOf(chain: SimulatedChain, tx: string, top: number): PlaceAnswer {
  const height = chain.state.placeOf(tx)
  const block = height === null ? null : chain.state.at(height)
  const found = block?.transactions.find((row) => row.tx === tx)
  if (block === null || found === undefined) return { state: chain.isWaiting(tx) ? 'waiting' : 'unseen' }
  return block.height > top ? { state: 'waiting' } : placed(block, found)
}
