import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type Asked, previewQuery } from './preview-query.ts'

test('WAL-019 [part] until an answer comes the one before stands, of the same coin alone', () => {
  const client = new QueryClient()
  const usdt: Asked = { coinId: '2', protocolType: 'ERC20' }
  const answer = { max: '30', balance: '31' }
  client.setQueryData([...previewQuery(usdt).queryKey], answer)
  const never = { queryFn: () => new Promise<never>(() => undefined), staleTime: Number.POSITIVE_INFINITY }
  const observer = new QueryObserver<unknown, Error, unknown, unknown, readonly unknown[]>(client, {
    ...previewQuery(usdt),
    ...never,
  } as never)
  const stop = observer.subscribe(() => undefined)
  const shown = (asked: Asked) => {
    observer.setOptions({ ...previewQuery(asked), ...never } as never)
    const { data, isPlaceholderData } = observer.getCurrentResult()
    return { data, isPlaceholderData }
  }
  expect(shown(usdt)).toEqual({ data: answer, isPlaceholderData: false })
  expect(shown({ ...usdt, amount: '5' })).toEqual({ data: answer, isPlaceholderData: true })
  expect(shown({ coinId: '3', protocolType: 'BTC' })).toEqual({ data: undefined, isPlaceholderData: false })
  stop()
})
