/** A chain that people have coins on survives its node: killed, torn, older or gone, what comes back is told by its head. */
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type BitcoinNode, BLOCKS_FOR_2100_BTC, startBitcoinNode } from './bitcoin-node.ts'

const MINER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let folder: string
let node: BitcoinNode | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agio-bitcoin-'))
})

afterEach(async () => {
  await node?.stop()
  node = undefined
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<BitcoinNode> {
  node = await startBitcoinNode({ folder, port: 0 })
  return node
}

async function kill(running: BitcoinNode): Promise<void> {
  process.kill(running.pid, 'SIGKILL')
  await running.ended
}

const head = (running: BitcoinNode): Promise<unknown> => running.rpc.call('getbestblockhash')

it('REL-002 starts with its blocks after a kill, also behind a torn line, and without those that were not saved', async () => {
  const first = await start()
  expect(first.restored).toBe(0)
  const hashes = await first.mine(3, MINER)
  // Others may mine as well: theirs are saved with the next.
  await first.rpc.call('generatetoaddress', 1, MINER)
  await first.save()
  const saved = await head(first)
  await first.rpc.call('generatetoaddress', 1, MINER)
  await kill(first)
  await appendFile(join(folder, 'blocks.hex'), '00000020ab')

  const second = await start()
  expect([second.restored, await head(second)]).toEqual([4, saved])
  const [fifth] = await second.mine(1, MINER)
  await second.stop()

  const file = join(folder, 'blocks.hex')
  const lines = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, `${lines.slice(0, 3).join('\n')}\n`)
  const older = await start()
  expect([older.restored, await head(older)]).toEqual([3, hashes[2]])
  expect(fifth).toMatch(/^[0-9a-f]{64}$/)
})

it('begins a chain whose head is the first block of all when its folder was wiped, and takes no port of another', async () => {
  const running = await start()
  const { port } = new URL(running.url)
  await running.mine(BLOCKS_FOR_2100_BTC, MINER)
  const other = await mkdtemp(join(tmpdir(), 'agio-bitcoin-'))
  await expect(startBitcoinNode({ folder: other, port: Number(port) })).rejects.toThrow('is taken')
  await rm(other, { recursive: true, force: true })
  const coinbase = async (height: number): Promise<unknown> => {
    const block = await running.rpc.call('getblock', await running.rpc.call('getblockhash', height))
    return running.rpc.call('gettxout', (block as { tx: readonly string[] }).tx[0], 0)
  }
  // The last of the 42 subsidies can be spent in the next block, and the next cannot.
  expect(await coinbase(42)).toMatchObject({ value: 50, confirmations: 101 })
  await running.stop()
  await rm(join(folder, 'blocks.hex'))

  const wiped = await start()
  expect([wiped.restored, await wiped.rpc.call('getblockcount')]).toEqual([0, 0])
})
