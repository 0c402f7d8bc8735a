/// <reference path="webassembly.d.ts" />
/** The compiled kernel (`engine/kernel`), which does everything that changes orders, books and balances. */
import type { Kernel } from '../generated/kernel.ts'
import { compiledKernel } from '../node/compiled-kernel.mjs'
import { InvariantViolation } from './assert.ts'
import type { Handle } from './memory/handle.ts'

/** What the kernel asks of TypeScript: see `kernel/host.ts`. */
export interface Host {
  document(start: Handle<'entry'>, user: Handle<'user'>): number
  timerSet(userId: number, instrumentId: number, triggerAt: number): void
  keepOutcome(key: Handle<'key'>, from: number, to: number): void
  recallOutcome(key: Handle<'key'>): void
  forgetOutcome(key: Handle<'key'>): void
}

/** By the codes in `kernel/host.ts`. */
const BROKEN: readonly string[] = [
  'a balance fell below zero',
  'an order has no pair',
  'an entry is cut, or its sequence does not follow',
  'a table is fuller than admission allows',
  'the memory for indexes is full',
  'an entry makes more records than there is room for',
]

/** A kernel that works on a memory. Handles come back unsigned: those of tables are below 2^30, addresses are not handed out. */
export function openKernel(memory: WebAssembly.Memory, host: Host): Kernel {
  const broken = (why: number): never => {
    throw new InvariantViolation(BROKEN[why] ?? `invariant ${why}`)
  }
  const abort = (): never => {
    throw new InvariantViolation('the kernel contradicts itself')
  }
  const { exports } = new WebAssembly.Instance(compiledKernel, { env: { memory, abort }, host: { ...host, broken } })
  return exports as unknown as Kernel
}
