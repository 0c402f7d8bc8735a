import { expect, it } from 'vitest'
import { type MinedChain, Mining } from './mining.ts'

/** A chain whose blocks are known by whether anything is in them. */
class Told implements MinedChain {
  readonly blocks: boolean[]
  waiting = false
  /** What waits is taken by no block. */
  isStuck = false

  constructor(blocks: readonly boolean[] = []) {
    this.blocks = [...blocks]
  }

  height = async (): Promise<number> => this.blocks.length
  isUsed = async (height: number): Promise<boolean> => this.blocks[height - 1] ?? false
  waits = async (): Promise<boolean> => this.waiting
  mine = async (): Promise<void> => {
    this.blocks.push(this.waiting && !this.isStuck)
    if (!this.isStuck) this.waiting = false
  }
}

/** Beats until it rests. @returns how many blocks that made */
async function run(chain: Told, mining: Mining): Promise<number> {
  const before = chain.blocks.length
  for (let beats = 0; beats < 100 && (await mining.beat()); beats += 1);
  return chain.blocks.length - before
}

it('mines while something waits, then as many blocks as the deepest confirmation wants, and rests', async () => {
  const chain = new Told()
  const mining = await Mining.of(chain, 6)
  expect(await run(chain, mining)).toBe(0)
  chain.waiting = true
  expect(await run(chain, mining)).toBe(7)
  expect(chain.blocks).toEqual([true, false, false, false, false, false, false])
  expect(await run(chain, mining)).toBe(0)
  // Another one while it goes on begins the count anew.
  chain.waiting = true
  await mining.beat()
  await mining.beat()
  chain.waiting = true
  expect(await run(chain, mining)).toBe(7)
})

it('mines on while something waits that no block takes', async () => {
  const chain = new Told()
  const mining = await Mining.of(chain, 2)
  chain.waiting = true
  chain.isStuck = true
  expect(await run(chain, mining)).toBe(100)
  chain.isStuck = false
  expect(await run(chain, mining)).toBe(3)
})

it('goes on after a start for what is missing behind the last used block', async () => {
  const chain = new Told([false, true, false, false])
  expect(await run(chain, await Mining.of(chain, 6))).toBe(4)
  expect(await run(chain, await Mining.of(chain, 6))).toBe(0)
  expect(await run(new Told([false, false]), await Mining.of(new Told([false, false]), 6))).toBe(0)
})

it('mines more where more confirmations are wanted, and less where fewer are', async () => {
  const chain = new Told([true])
  const mining = await Mining.of(chain, 2)
  expect(await run(chain, mining)).toBe(2)
  await mining.want(5)
  expect(await run(chain, mining)).toBe(3)
  chain.waiting = true
  await mining.beat()
  await mining.want(1)
  expect(await run(chain, mining)).toBe(1)
})
