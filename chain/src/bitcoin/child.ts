/** A child for a transaction of ours that waits and cannot be replaced: it spends what comes back to us and pays for both (CPFP). Pure. */
import { equalBytes, hexToBytes } from '@noble/curves/utils.js'
import { Transaction } from '@scure/btc-signer'
import type { Plan, Signed } from '../port.ts'
import { childPlan } from './fee-raise.ts'
import type { BitcoinNetwork } from './network.ts'
import { scriptOf } from './script.ts'

export interface ChildQuestion {
  readonly parent: Signed
  /** That the parent pays, in satoshi. */
  readonly fee: bigint
  /** Own address that its change comes back to, and the child's coins go to. */
  readonly change: string
  /** What both should pay together, in satoshi per 1000 vB. */
  readonly rate: bigint
}

/**
 * @returns null where nothing of the parent comes back. The plan has no payments: all goes to the change address less the fee
 * @throws RangeError for bytes that are no transaction
 */
export function childOf({ parent, fee, change, rate }: ChildQuestion, network: BitcoinNetwork): Plan | null {
  const transaction = Transaction.fromRaw(hexToBytes(parent.bytes), { allowUnknownOutputs: true, disableScriptCheck: true })
  const script = scriptOf(change, network)
  // The change stands last: a payment to the same address, if there is one, stands before it.
  for (let output = transaction.outputsLength - 1; output >= 0; output -= 1) {
    const { script: own, amount } = transaction.getOutput(output)
    if (own === undefined || amount === undefined || !equalBytes(own, script)) continue
    const coin = { tx: parent.tx, output, amount, address: change, height: null }
    return childPlan({ vsize: transaction.vsize, fee, coin, to: change, rate }, network)
  }
  return null
}
