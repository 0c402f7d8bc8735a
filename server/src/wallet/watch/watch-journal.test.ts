/** A watcher without its file, on a machine that has the journal alone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepEntries } from '../testing/journal-of.ts'
import { SimulatedHouse } from '../testing/simulated-house.ts'
import { until } from '../testing/watch-house.ts'
import { namesInJournal } from './journal-names.ts'

let house: SimulatedHouse
let writeJournal: (dir: string) => Promise<void>
let journalDir: string

beforeEach(async () => {
  house = new SimulatedHouse()
  journalDir = mkdtempSync(join(tmpdir(), 'watch-journal-'))
  writeJournal = keepEntries(house.exchange)
  await house.begin()
})
afterEach(async () => {
  await house.end()
  rmSync(journalDir, { recursive: true, force: true })
})

const moveMachine = async (): Promise<void> => {
  await house.close()
  rmSync(`${house.dir}/watch-${house.sim}.jsonl`)
  await writeJournal(journalDir)
  Object.assign(house.with, { journalDir })
}

it('WAL-012 [part] a chain that went another way while the file was lost is gone back by the names that the journal has', async () => {
  const tx = await house.pay(5_000n)
  await house.mine()
  await house.reorganise({ depth: 1, again: [tx] })
  await house.pay(6_000n)
  await house.mine(2)
  expect(house.deposits(house.ann)).toEqual(['unlocked 5000', 'credited 6000'])
  await moveMachine()
  const names = await namesInJournal({ dir: journalDir, networkId: house.sim }, house.exchange.durableSeq)
  expect(names.at(-1)).toEqual({ height: house.node.head.height, block: house.node.head.hash })
  expect(names.map(({ height }) => height)).toEqual([...new Set(names.map(({ height }) => height))].toSorted((one, other) => one - other))
  await house.node.reorganise({ depth: 2 })
  await house.open()
  await house.reaches(house.sim, house.node.head.height)
  expect(house.statuses(house.ann)[1]).toBe('reorged')
  expect(house.held(house.listingId)).toBe(5_000n)
})

it('a node that knows less than was booked takes nothing back for a watcher without its file', async () => {
  await house.pay(5_000n)
  await house.mine(2)
  await moveMachine()
  house.node.lag(2)
  await house.open()
  const why = (): string => house.wallet.watch.health()[0]?.why ?? ''
  await until('the trouble', async () => (why().startsWith('behind') ? true : undefined))
  expect(house.deposits(house.ann)).toEqual(['credited 5000'])
  house.node.lag(0)
  await house.mine()
})

it('without its file and without a journal it says that the names are lost, once the chain went another way', async () => {
  await house.pay(5_000n)
  await house.mine(2)
  await house.close()
  rmSync(`${house.dir}/watch-${house.sim}.jsonl`)
  await house.node.reorganise({ depth: 2 })
  await house.open()
  await until('the trouble', async () => (house.wallet.watch.health()[0]?.why?.startsWith('lost') ? true : undefined))
  expect(house.deposits(house.ann)).toEqual(['credited 5000'])
})
