/** Hands a transaction to a node, and reads what it says. */
import { base64, hex } from '@scure/base'
import { ChainFault, type SendResult, type Signed } from '../port.ts'
import { type Fields, fieldsOf, listOf, NodeError, type SolanaRpc } from './rpc.ts'

const PREFLIGHT_FAILED = -32_002
const NO_FUNDS: readonly unknown[] = ['AccountNotFound', 'InsufficientFundsForFee', 'InsufficientFundsForRent']
/** What the programs of coins and tokens answer to whoever has too little. */
const TOO_LITTLE = 1

/** @returns the status of a transaction that the node knows; null when it does not */
export async function statusOf(rpc: SolanaRpc, tx: string): Promise<Fields | null> {
  const what = 'getSignatureStatuses'
  const [status] = listOf(fieldsOf(await rpc.must(what, [tx], { searchTransactionHistory: true }), what).value, what)
  return status === null || status === undefined ? null : fieldsOf(status, what)
}

function isTooLittle(error: unknown): boolean {
  if (NO_FUNDS.includes(error)) return true
  if (typeof error !== 'object' || error === null) return false
  const { InstructionError, InsufficientFundsForRent } = error as Fields
  if (InsufficientFundsForRent !== undefined) return true
  const custom = Array.isArray(InstructionError) ? (InstructionError[1] as Fields | string | undefined) : undefined
  return typeof custom === 'object' && Number(custom.Custom) === TOO_LITTLE
}

/** The node tried it first and took it not at all. */
function refusal({ message, data }: NodeError): SendResult {
  const error = typeof data === 'object' && data !== null ? (data as Fields).err : undefined
  if (error === 'AlreadyProcessed') return { outcome: 'alreadyKnown' }
  if (error === 'BlockhashNotFound') return { outcome: 'refused', why: 'expired', text: message }
  return { outcome: 'refused', why: isTooLittle(error) ? 'noFunds' : 'invalid', text: message }
}

export async function send(rpc: SolanaRpc, { tx, bytes }: Signed): Promise<SendResult> {
  try {
    if ((await statusOf(rpc, tx)) !== null) return { outcome: 'alreadyKnown' }
    const how = { encoding: 'base64', preflightCommitment: 'finalized' }
    const answer = await rpc.ask('sendTransaction', base64.encode(hex.decode(bytes)), how)
    // a node that names another transaction was told something else than it says
    return answer === tx ? { outcome: 'sent' } : { outcome: 'unknown' }
  } catch (error) {
    if (error instanceof NodeError) return error.code === PREFLIGHT_FAILED ? refusal(error) : { outcome: 'unknown' }
    if (error instanceof ChainFault) return { outcome: 'unknown' }
    throw error
  }
}
