/** The descriptions hold together: no number stands for two things. */
import { expect, test } from 'vitest'
import { asInstrumentId, asUserId } from '../ids/id.ts'
import type { Giver } from './command-field.ts'
import { COMMANDS, type CommandGivenBy } from './commands.ts'
import { collectionEntry } from './documents.ts'
import { EVENTS } from './events.ts'
import { RECORDS } from './records.ts'

const twice = (values: readonly string[]): string[] => values.filter((value, place) => values.indexOf(value) !== place)

test('no two commands have one code, no two records one kind, and no two events are one record', () => {
  expect(twice(Object.values(COMMANDS).map(({ form, code }) => `${form === 'document' ? 'document' : 'entry'} ${code}`))).toEqual([])
  expect(twice(RECORDS.map(({ code }) => String(code)))).toEqual([])
  const records = Object.values(EVENTS).flatMap((event) =>
    event.form === 'document' ? [] : [`${event.record.name} ${event.form === 'order' ? event.change : ''}`],
  )
  expect(twice(records)).toEqual([])
})

test('codes of commands are those of every journal so far', () => {
  const codes = Object.entries(COMMANDS).map(([kind, { form, code }]) => [form === 'document' ? code + 16 : code, kind])
  const known: readonly unknown[] = [
    [1, 'placeOrder'],
    [2, 'cancelOrder'],
    [3, 'amendOrder'],
    [4, 'cancelAllOrders'],
    [5, 'setCancelAllTimer'],
    [6, 'tick'],
    [16, 'registerUser'],
    [17, 'setUserStatus'],
    [18, 'setUserTerms'],
    [19, 'defineAsset'],
    [20, 'defineInstrument'],
    [21, 'changeInstrument'],
    [22, 'setInstrumentStatus'],
    [23, 'setFeeSchedule'],
    [24, 'creditUser'],
    [25, 'saveDocument'],
    [26, 'changeAccountKeys'],
    [27, 'setInviter'],
    [28, 'setCommission'],
    [29, 'setEngineVersion'],
    [30, 'setFeeDirection'],
  ]
  expect(codes).toEqual(expect.arrayContaining([...known]))
})

test('an event that carries a document has the document, its id and who saved it among its fields', () => {
  const carrying = Object.values(EVENTS).filter((event) => 'keeps' in event)
  expect(carrying.length).toBeGreaterThan(0)
  for (const { keeps, fields } of carrying) expect(Object.keys(fields)).toEqual(expect.arrayContaining([keeps.id, 'document', 'actor']))
})

test('a collection has one line, a claim that of its claims, and what nobody registered none', () => {
  expect(collectionEntry('kv')?.owner).toBe('content')
  expect(collectionEntry('nickname/abc')?.owner).toBe('identity')
  for (const name of ['favourites', 'nickname', 'toString', '']) expect(collectionEntry(name), name).toBeUndefined()
})

test('a port takes what its givers may send and nothing else, as types that no build passes without', () => {
  const port = <G extends Giver>() => ({ submit: ({ kind }: CommandGivenBy<G>): readonly Giver[] => COMMANDS[kind].givenBy })
  const customer = port<'customer'>()
  const operator = port<'operator'>()
  const stop = { kind: 'setInstrumentStatus', instrumentId: asInstrumentId(1), status: 'halt', actor: 'ann', why: 'test' } as const
  const cancel = { kind: 'cancelAllOrders', userId: asUserId(100_001), instrumentId: asInstrumentId(0) } as const
  expect(customer.submit(cancel)).toContain('customer')
  expect(operator.submit(stop)).toContain('operator')
  expect(port<Giver>().submit({ kind: 'tick' })).toContain('system')
  // @ts-expect-error a customer stops no pair
  expect(customer.submit(stop)).not.toContain('customer')
  // @ts-expect-error an operator cancels nothing in a customer's name
  expect(operator.submit(cancel)).not.toContain('operator')
  // @ts-expect-error nobody but the process sends ticks
  expect(operator.submit({ kind: 'tick' })).toEqual(['system'])
})
