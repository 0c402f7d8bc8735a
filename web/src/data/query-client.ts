/** The one cache of server state. Ticks never go through it. */
import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // A refusal will be the same next time; only a broken connection or a busy server is worth another try.
      retry: (count, error) => count < 2 && (!(error instanceof CallError) || error.status >= 500),
    },
    mutations: { retry: false },
  },
})
