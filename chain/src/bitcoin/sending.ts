/** Hands a transaction to a node and says what became of it. Core answers with its reason; of bcoin's silence the reason is found out. */
import { setTimeout as pause } from 'node:timers/promises'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { RawTx } from '@scure/btc-signer'
import { ChainFault, type SendResult, type Signed } from '../port.ts'
import { list, object } from './answers.ts'
import type { NodeView, Outpoint } from './node-view.ts'
import { NodeRefusal } from './rpc.ts'

type Refused = Extract<SendResult, { outcome: 'refused' }>

const KNOWN = /txn-already-in-mempool|txn-already-known|txn-same-nonwitness-data-in-mempool|already in (block chain|utxo set)/i
/** Another transaction has an input. `missing` is also said when it is this one that was mined. */
const MISSING = /missing-?inputs|missingorspent/i
const USED = /txn-mempool-conflict|bad-txns-spends-conflicting-tx|bip125-replacement-disallowed/i
const CHEAP = /min relay fee not met|mempool min fee not met|insufficient fee|insufficient priority/i
const NO_FUNDS = /in-belowout/i

/** How long bcoin may take to look at what it was given. */
const LOOK_MS = 10_000
const POLL_MS = 20

export function refusal(text: string): Refused {
  const why =
    MISSING.test(text) || USED.test(text) ? 'slotUsed' : CHEAP.test(text) ? 'tooCheap' : NO_FUNDS.test(text) ? 'noFunds' : 'invalid'
  return { outcome: 'refused', why, text }
}

/** Outputs that signed bytes spend. @throws RangeError for what is no transaction */
function inputsOf(signed: Signed): readonly Outpoint[] {
  try {
    return RawTx.decode(hexToBytes(signed.bytes)).inputs.map(({ txid, index }) => ({ tx: bytesToHex(txid), output: index }))
  } catch {
    throw new RangeError('no bytes of a Bitcoin transaction')
  }
}

/** @throws RangeError for bytes that are no transaction; whatever fails outside is `unknown` */
export async function sendTransaction(node: NodeView, signed: Signed): Promise<SendResult> {
  const inputs = inputsOf(signed)
  try {
    if (await node.isBcoin()) return await sendToBcoin(node, signed, inputs)
    return await sendToCore(node, signed)
  } catch (error) {
    if (error instanceof ChainFault) return { outcome: 'unknown' }
    throw error
  }
}

/** Asked first, so that the reason is a word of its own and a transaction that is known is told from one that is new. */
async function sendToCore(node: NodeView, signed: Signed): Promise<SendResult> {
  const [answer] = list(await node.rpc.call('testmempoolaccept', [signed.bytes]), 'an answer')
  const { allowed, 'reject-reason': reason } = object(answer, 'an answer')
  if (allowed !== true) return told(node, signed, String(reason))
  try {
    await node.rpc.call('sendrawtransaction', signed.bytes)
    return { outcome: 'sent' }
  } catch (error) {
    // −25 and −26: not taken. −27: in a block already.
    if (error instanceof NodeRefusal && [-25, -26, -27].includes(error.code)) return told(node, signed, error.message)
    throw error
  }
}

async function told(node: NodeView, signed: Signed, reason: string): Promise<SendResult> {
  if (KNOWN.test(reason)) return { outcome: 'alreadyKnown' }
  // Its inputs are gone also when it was mined and all that it paid is spent.
  if (MISSING.test(reason) && (await node.transaction(signed.tx)) !== null) return { outcome: 'alreadyKnown' }
  return refusal(reason)
}

async function sendToBcoin(node: NodeView, signed: Signed, inputs: readonly Outpoint[]): Promise<SendResult> {
  if ((await node.transaction(signed.tx)) !== null) return { outcome: 'alreadyKnown' }
  const unspent = await node.unspent(inputs, true)
  if (unspent.includes(null)) return refusal('bad-txns-inputs-missingorspent')
  await node.rpc.call('sendrawtransaction', signed.bytes)
  for (const until = performance.now() + LOOK_MS; performance.now() < until; await pause(POLL_MS))
    // A block may take it between two looks.
    if ((await node.isWaiting(signed.tx)) || (await node.transaction(signed.tx)) !== null) return { outcome: 'sent' }
  // It was looked at and is not there, or is looked at still: nothing may be built in its place.
  return { outcome: 'unknown' }
}
