/**
 * Balances at a block. Nodes of Solana know the newest state alone; what the blocks since then changed is taken back, as the node measured
 * it, so that balances stand at the block that was asked for to the lamport.
 */
import { base64 } from '@scure/base'
import { type BlockRef, ChainFault, type HoldingQuestion } from '../port.ts'
import type { ReadBlock } from './block.ts'
import { associatedAccount, TOKEN_PROGRAM } from './program-address.ts'
import { amountOf, fieldsOf, heightOf, listOf, type SolanaRpc, textOf } from './rpc.ts'

/** Accounts in a question, and blocks that are taken back, at most. */
const ACCOUNTS_MOST = 100
const BACK_MOST = 64
const WHAT = 'getMultipleAccounts'

const TOKEN_ACCOUNT_BYTES = 165
const TOKEN_AMOUNT_AT = 64

/** Blocks with their transactions, null for a slot without one. */
export type BlockReader = (slot: number) => Promise<ReadBlock | null>

const accountOf = ({ address, token }: HoldingQuestion): string => (token === null ? address : associatedAccount(address, token))

function balanceIn(account: unknown, token: string | null): bigint {
  if (account === null) return 0n
  const { lamports, data, owner } = fieldsOf(account, WHAT)
  if (token === null) return amountOf(lamports, WHAT)
  const bytes = base64.decode(textOf(listOf(data, WHAT)[0], WHAT))
  if (owner !== TOKEN_PROGRAM || bytes.length !== TOKEN_ACCOUNT_BYTES) return 0n
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(TOKEN_AMOUNT_AT, true)
}

/** Sum of what a block changed, for coins and tokens by account. */
function changesIn({ transactions }: ReadBlock): Map<string, bigint> {
  const changes = new Map<string, bigint>()
  for (const { coins, tokens } of transactions) {
    for (const { account, before, after } of coins) changes.set(account, (changes.get(account) ?? 0n) + after - before)
    for (const { account, before, after } of tokens)
      changes.set(`token ${account}`, (changes.get(`token ${account}`) ?? 0n) + after - before)
  }
  return changes
}

/** @throws ChainFault `noHistory` when too many blocks came since */
export async function holdingsAt(
  rpc: SolanaRpc,
  read: BlockReader,
  questions: readonly HoldingQuestion[],
  { height, hash }: BlockRef,
): Promise<readonly bigint[]> {
  const asked = await read(height)
  if (asked?.hash !== hash) throw new ChainFault('noHistory', `no block ${height} ${hash}`)
  const found: bigint[] = []
  for (let from = 0; from < questions.length; from += ACCOUNTS_MOST) {
    const part = questions.slice(from, from + ACCOUNTS_MOST)
    const how = { commitment: 'finalized', encoding: 'base64', minContextSlot: height }
    const { context, value } = fieldsOf(await rpc.must(WHAT, part.map(accountOf), how), WHAT)
    const now = heightOf(fieldsOf(context, WHAT).slot, WHAT)
    const accounts = listOf(value, WHAT)
    if (accounts.length !== part.length) throw new ChainFault('nonsense', `${WHAT}: another count of accounts`)
    if (now < height || now - height > BACK_MOST) throw new ChainFault('noHistory', `the node is at ${now}, asked was ${height}`)
    const balances = part.map(({ token }, index) => balanceIn(accounts[index], token))
    for (let slot = now; slot > height; slot -= 1) {
      const block = await read(slot)
      const changes = block === null ? new Map<string, bigint>() : changesIn(block)
      for (const [index, question] of part.entries()) {
        const key = question.token === null ? question.address : `token ${accountOf(question)}`
        balances[index] = (balances[index] ?? 0n) - (changes.get(key) ?? 0n)
      }
    }
    found.push(...balances)
  }
  return found
}
