/** What a node says of a transaction that it is handed. Only words that are known say that it was refused; all others leave it open. */
import { ChainFault, type SendResult, type Signed } from '../port.ts'
import { type Rpc, type RpcAnswer, type RpcError, resultOf } from './rpc.ts'

type Refusal = Extract<SendResult, { outcome: 'refused' }>['why']

const KNOWN = /already known|known transaction|already imported|already exists/i

/** Refusals in the words of geth, reth, erigon, nethermind, besu and anvil. */
const REFUSALS: readonly (readonly [RegExp, Refusal])[] = [
  [/nonce too low|nonce is too low|old nonce|invalid transaction nonce/i, 'slotUsed'],
  [
    /underpriced|fee too low|gas price too low|less than block base fee|feetoolow|tip .*(below|lower)|not sufficient to replace/i,
    'tooCheap',
  ],
  [/insufficient funds|insufficient balance|overshot/i, 'noFunds'],
  [
    /intrinsic gas|exceeds block gas limit|invalid sender|invalid chain|chain id|oversized|type not supported|rlp|decode|max priority fee per gas higher/i,
    'invalid',
  ],
]

export async function sendRaw(rpc: Rpc, { tx, bytes }: Signed): Promise<SendResult> {
  try {
    const [answer] = await rpc.answers([{ method: 'eth_sendRawTransaction', params: [`0x${bytes}`] }])
    if (answer === undefined) return { outcome: 'unknown' }
    if ('error' in answer) return await meaningOf(rpc, tx, answer.error)
    return answer.result === tx ? { outcome: 'sent' } : { outcome: 'unknown' }
  } catch (error) {
    if (error instanceof ChainFault) return { outcome: 'unknown' }
    throw error
  }
}

async function meaningOf(rpc: Rpc, tx: string, { message }: RpcError): Promise<SendResult> {
  if (KNOWN.test(message)) return { outcome: 'alreadyKnown' }
  const why = REFUSALS.find(([words]) => words.test(message))?.[1]
  if (why === undefined) return { outcome: 'unknown' }
  // A nonce that is used may be used by this very transaction.
  if (why === 'slotUsed' && (await isKnown(rpc, tx))) return { outcome: 'alreadyKnown' }
  return { outcome: 'refused', why, text: message.slice(0, 200) }
}

async function isKnown(rpc: Rpc, tx: string): Promise<boolean> {
  const answers: readonly RpcAnswer[] = await rpc.answers([{ method: 'eth_getTransactionByHash', params: [tx] }])
  return answers.some((answer) => resultOf(answer, 'eth_getTransactionByHash') !== null)
}
