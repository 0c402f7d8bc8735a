import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '../../../../data/call-error.ts'
import type { OrderBody } from '../../../../data/contract/contract-actions.ts'
import { queryClient } from '../../../../data/query-client.ts'
import { SPOT_QUERIES } from '../../../../data/spot/spot-changes.ts'
import { ask } from './use-preview.ts'

const { previewContractOrder } = vi.hoisted(() => ({ previewContractOrder: vi.fn() }))
vi.mock('../../../../data/contract/contract-actions.ts', () => ({ previewContractOrder }))

const CONFIG = [SPOT_QUERIES, 'contractConfig', '14']
const isDoubted = () => queryClient.getQueryState(CONFIG)?.isInvalidated
const refuse = (errorName: string) =>
  previewContractOrder.mockRejectedValueOnce(new CallError({ code: '1', message: '', errorName, params: {}, requestId: '', status: 200 }))

afterEach(() => queryClient.clear())

test('PERP-019 [part] leverage that was set elsewhere is read again once an order is refused for it', async () => {
  queryClient.setQueryData(CONFIG, { leverage: 20 })
  refuse('MARGIN_INSUFFICIENT')
  await ask({} as OrderBody, '', false, '')
  expect(isDoubted()).toBe(false)
  refuse('LEVERAGE_MISMATCH')
  expect((await ask({} as OrderBody, '', false, ''))?.refusedAs).toBe('LEVERAGE_MISMATCH')
  expect(isDoubted()).toBe(true)
})
