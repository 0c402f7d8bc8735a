import { setContractFavorites } from '@agio/wire/futures/user.ts'
import { expect, test, vi } from 'vitest'
import { markContract } from './member-calls.ts'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../http-client.ts', () => ({ send }))

test('a star changes one contract, whatever this page knows of the others', async () => {
  let kept: readonly string[] = ['14', '15']
  send.mockImplementation(async (call: unknown, { contractIds }: { readonly contractIds?: readonly string[] }) => {
    if (call === setContractFavorites) kept = contractIds ?? []
    return { contractIds: kept }
  })
  expect(await markContract('16', true)).toEqual(['14', '15', '16'])
  expect(await markContract('14', false)).toEqual(['15', '16'])
  expect(await markContract('16', true)).toEqual(['15', '16'])
})
