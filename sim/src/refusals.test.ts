/** Refusals of every kind of command while the clock is held, and on a full disk. */
import type { Command } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import type { CommandDescription } from '@agio/engine/schema/command-field.ts'
import { COMMAND_KINDS, COMMANDS, type CommandKind } from '@agio/engine/schema/commands.ts'
import { Refused } from '@agio/server/sequencer/exchange.ts'
import { Sequencer } from '@agio/server/sequencer/sequencer.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { commandsByKind } from './kernels/every-kind.ts'

let commands: ReadonlyMap<CommandKind, Command>
beforeAll(() => {
  commands = commandsByKind()
})

const open: Sequencer[] = []
afterEach(() => Promise.all(open.splice(0).map((sequencer) => sequencer.drain())))

/** A sequencer whose journal takes everything. */
function sequencerWith({ isHeld = false, isFull = false }): Sequencer {
  const journal = {
    ...{ epoch: 1, recordBytesMax: 1 << 20, last: () => 0, at: async () => undefined, append: async () => 'ok' as const },
    async *read() {},
    room: () => ({ bytes: 1e9, outOfSpace: isFull }),
  }
  const onBroken = (error: Error): never => {
    throw error
  }
  const clock = { now: () => Date.UTC(2026, 0, 1), isHeld }
  const sequencer = new Sequencer({ tenantId: 'test', state: createState(), journal, clock, inFlightMax: 1_000, onBroken })
  open.push(sequencer)
  return sequencer
}

/** Refused kinds, each with its refusal. Every other kind gets an outcome. */
async function refusedBy(over: { readonly isHeld?: boolean; readonly isFull?: boolean }): Promise<readonly (readonly [string, string])[]> {
  const refused: [string, string][] = []
  for (const kind of COMMAND_KINDS) {
    const command = commands.get(kind) ?? expect.fail(kind)
    try {
      expect((await sequencerWith(over).submit(command)).seq, kind).toBe(1)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.push([kind, error.refusal])
    }
  }
  return refused
}

const kindsThat = (is: (described: CommandDescription) => boolean): readonly CommandKind[] =>
  COMMAND_KINDS.filter((kind) => is(COMMANDS[kind]))

test('while nobody said that the clock is right each kind that trades is refused, and every other one is taken', async () => {
  const trades = kindsThat(({ isTrade }) => isTrade === true)
  expect(trades.length).toBeGreaterThan(0)
  expect(await refusedBy({ isHeld: true })).toEqual(trades.map((kind) => [kind, 'clock']))
  expect(await refusedBy({})).toEqual([])
})

test('REL-013 [part] on a full disk each kind that is relief is taken, and every other one is refused', async () => {
  const others = kindsThat(({ isRelief }) => isRelief !== true)
  expect(await refusedBy({ isFull: true })).toEqual(others.map((kind) => [kind, 'readOnly']))
})

test('no kind both trades and is relief, and each kind that makes orders trades', () => {
  expect(kindsThat(({ isTrade, isRelief }) => isTrade === true && isRelief === true)).toEqual([])
  expect(kindsThat(({ isPlacement, isTrade }) => isPlacement === true && isTrade !== true)).toEqual([])
})
