/** Balances at a block, by its hash. */
import { type BlockRef, ChainFault, type HoldingQuestion } from '../port.ts'
import { wordOf } from './candidates.ts'
import { headOf } from './head.ts'
import { type Rpc, type RpcCall, resultOf } from './rpc.ts'
import { address as addressOf, hex, quantity } from './shapes.ts'

/** First four bytes of keccak256 of balanceOf(address) */
const BALANCE_OF = '0x70a08231'

export function balanceCall({ address, token }: HoldingQuestion, block: string): RpcCall {
  const at = { blockHash: block, requireCanonical: true }
  const who = addressOf(address, 'address of a question')
  if (token === null) return { method: 'eth_getBalance', params: [who, at] }
  return { method: 'eth_call', params: [{ to: token.toLowerCase(), data: `${BALANCE_OF}${'0'.repeat(24)}${who.slice(2)}` }, at] }
}

/** @throws ChainFault for what no token answers */
export function balanceOf(answer: unknown, token: string | null): bigint {
  if (token === null) return quantity(answer, 'balance')
  const balance = wordOf(answer)
  if (balance === null) throw new ChainFault('nonsense', `${token} answered with no balance`)
  return balance
}

/** In the order of the questions. @throws ChainFault `noHistory` when the block is not on the node's chain, or its state is gone */
export async function holdingsAt(rpc: Rpc, questions: readonly HoldingQuestion[], at: BlockRef): Promise<readonly bigint[]> {
  const calls = questions.map((question) => balanceCall(question, at.hash))
  const answers = await rpc.answers([...calls, { method: 'eth_getBlockByNumber', params: [hex(at.height), false] }])
  const last = answers.at(-1)
  const block = last === undefined ? null : resultOf(last, 'eth_getBlockByNumber')
  if (block === null || headOf(block).hash !== at.hash)
    throw new ChainFault('noHistory', `block ${at.height} ${at.hash} is not on the chain of the node`)
  return questions.map(({ token }, index) => {
    const answer = answers[index]
    if (answer === undefined) throw new ChainFault('nonsense', 'a question about holdings without an answer')
    return balanceOf(resultOf(answer, calls[index]?.method ?? ''), token)
  })
}
