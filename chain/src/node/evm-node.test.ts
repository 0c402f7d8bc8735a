import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { evmPort } from '../evm/evm-port.ts'
import { type EvmNode, startEvmNode } from './evm-node.ts'

const WHO = '0x00000000000000000000000000000000000000aa'
let folder: string
let node: EvmNode | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agio-node-'))
})
afterEach(async () => {
  await node?.stop()
  node = null
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<EvmNode> {
  node = await startEvmNode({ folder, port: 0, chainId: 31_337 })
  return node
}

async function kill(one: EvmNode): Promise<void> {
  process.kill(one.pid, 'SIGKILL')
  await one.ended
}

async function heightOf(one: EvmNode): Promise<number> {
  return Number(await one.rpc.call('eth_blockNumber'))
}

const give = (one: EvmNode, wei: number): Promise<unknown> => one.rpc.call('anvil_setBalance', WHO, `0x${wei.toString(16)}`)
const stateFiles = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('state-'))
    .sort()

it('starts again with all blocks and balances, the same hashes, and mines on', async () => {
  const first = await start()
  expect([first.restored, await heightOf(first)]).toEqual([false, 0])
  await give(first, 77)
  await first.mine(3)
  const block = await first.rpc.call('eth_getBlockByNumber', '0x2', false)
  await first.stop()

  const second = await start()
  expect([second.restored, await heightOf(second)]).toEqual([true, 3])
  expect(await second.rpc.call('eth_getBlockByNumber', '0x2', false)).toEqual(block)
  expect(await second.rpc.call('eth_getBalance', WHO, 'latest')).toBe('0x4d')
  await second.mine(1)
  expect(await heightOf(second)).toBe(4)
  // Blocks of before are there, their states are not: that is said, and nothing is guessed.
  const port = evmPort(second.rpc, { chainId: 31_337n, internalCalls: 'debug', measuredTokens: [], tipLeast: 1n })
  const held = async (height: number): Promise<readonly bigint[]> => {
    const at = await port.blockAt(height)
    if (at === null) throw new Error(`no block ${height}`)
    return await port.holdings([{ address: WHO, token: null }], at)
  }
  await expect(held(2)).rejects.toMatchObject({ why: 'noHistory' })
  expect(await held(3)).toEqual([77n])
  expect(await second.waits()).toBe(false)
  expect(stateFiles()).toHaveLength(2)
})

it('killed at any moment it starts, with every block that it said was mined', async () => {
  let told = 0
  for (const delayMs of [0, 3, 9, 20, 45, 80]) {
    const one = await start()
    expect(await heightOf(one)).toBeGreaterThanOrEqual(told)
    const killed = pause(delayMs).then(() => kill(one))
    for (let failed = false; !failed; ) {
      await one.mine(1).catch(() => {
        failed = true
      })
      if (!failed) told += 1
    }
    await killed
  }
  const last = await start()
  const height = await heightOf(last)
  expect(height).toBeGreaterThanOrEqual(told)
  await last.mine(1)
  expect(await heightOf(last)).toBe(height + 1)
})

it('takes the state before when the last one cannot be read, and begins no chain anew when none can', async () => {
  const first = await start()
  await first.mine(1)
  await first.mine(1)
  await first.stop()
  const [older = '', newer = ''] = stateFiles()
  writeFileSync(join(folder, newer), readFileSync(join(folder, newer)).subarray(0, 100))
  // Half a file of a save that was cut off is none.
  writeFileSync(join(folder, 'state.part'), '{')
  const second = await start()
  expect([second.restored, await heightOf(second)]).toEqual([true, 1])
  await second.stop()

  for (const name of [older, newer]) writeFileSync(join(folder, name), '{')
  await expect(start()).rejects.toThrow(folder)
  node = null
})

it('ends the node that a killed keeper left behind, and no other process', async () => {
  const orphan = await start()
  await orphan.mine(1)
  const next = await start()
  await orphan.ended
  expect(await heightOf(next)).toBe(1)

  writeFileSync(join(folder, 'node.pid'), String(process.pid))
  await next.stop()
  expect(await heightOf(await start())).toBe(1)
})

it('says that its port is taken, and starts nowhere else', async () => {
  const first = await start()
  const port = Number(new URL(first.url).port)
  const other = await mkdtemp(join(tmpdir(), 'agio-node-'))
  await expect(startEvmNode({ folder: other, port, chainId: 31_337 })).rejects.toThrow(`port ${port}`)
  await rm(other, { recursive: true })
})
